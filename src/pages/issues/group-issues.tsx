// GET /groups/:group/issues: the issues of a group's projects.
import { listGroupIssues } from "../../api/v3/issues/list-group-issues.ts";
import { Pages } from "../components/basics.tsx";
import { visitedGroup } from "../groups/find-group.ts";
import { GroupHeader } from "../groups/group-header.tsx";
import { Filters, listValues } from "../issuables/filters.tsx";
import { IssuableList } from "../issuables/list.tsx";
import { groupIdAt } from "../owner-place.tsx";
import type { Page } from "../page.ts";
import type { Visit } from "../visit.ts";

export const groupIssuesPage: Page = async (visit) => {
  const [group, listed] = await Promise.all([visitedGroup(visit), listIssues(visit)]);
  return {
    title: `Issues · ${group.name}`,
    content: (
      <section>
        <GroupHeader group={group} tab="Issues" />
        <Filters
          visit={visit}
          states={["opened", "closed", "all"]}
          fields={["search", "author", "assignee", "milestone", "labels"]}
        />
        <IssuableList issuables={listed.rows} sign="#" now={visit.base.now} ofSeveralProjects />
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
};

async function listIssues(visit: Visit) {
  const [id, values] = await Promise.all([groupIdAt(visit, visit.param("group")), listValues(visit)]);
  return visit.api.list(listGroupIssues, { id, ...values });
}
