// GET /groups/:group/issues: the issues of a group's projects.
import { listGroupIssues } from "../../api/v3/issues/list-group-issues.ts";
import { Pages } from "../components/basics.tsx";
import { visitedGroup, visitedGroupId } from "../groups/find-group.ts";
import { Filters, issueStates, listValues } from "../issuables/filters.tsx";
import { IssuableList } from "../issuables/list.tsx";
import type { Page } from "../page.ts";

export const groupIssuesPage: Page = async (visit) => {
  const [id, values] = await Promise.all([visitedGroupId(visit), listValues(visit)]);
  const [group, listed] = await Promise.all([visitedGroup(visit), visit.api.list(listGroupIssues, { id, ...values })]);
  return {
    title: `Issues · ${group.name}`,
    group: { group, tab: "issues" },
    content: (
      <section>
        <h1>Issues</h1>
        <Filters visit={visit} states={issueStates} fields={["search", "author", "assignee", "milestone", "labels"]} />
        <IssuableList issuables={listed.rows} sign="#" now={visit.base.now} ofSeveralProjects />
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
};
