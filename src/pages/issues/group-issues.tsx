// GET /groups/:group/issues: the issues of a group's projects.
import { listGroupIssues } from "../../api/v3/issues/list-group-issues.ts";
import { Pages } from "../components/basics.tsx";
import { Filters, listValues } from "../issuables/filters.tsx";
import { IssuableList } from "../issuables/list.tsx";
import type { Page } from "../page.ts";

export const groupIssuesPage: Page = async (visit) => {
  const group = visit.param("group");
  const listed = await visit.api.list(listGroupIssues, { id: group, ...(await listValues(visit)) });
  return {
    title: `Issues of ${group}`,
    content: (
      <section>
        <h1>
          Issues of <a href={`/groups/${encodeURIComponent(group)}`}>{group}</a>
        </h1>
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
