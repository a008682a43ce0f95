// GET /-/issues: the issues that the viewer has created, in all projects that they still see.
import { listOwnIssues } from "../../api/v3/issues/list-own-issues.ts";
import { Pages } from "../components/basics.tsx";
import { Filters, issueStates, listValues } from "../issuables/filters.tsx";
import { IssuableList } from "../issuables/list.tsx";
import type { Page } from "../page.ts";

export const ownIssuesPage: Page = async (visit) => {
  const listed = await visit.api.list(listOwnIssues, await listValues(visit));
  return {
    title: "Your issues",
    content: (
      <section>
        <h1>Issues that you created</h1>
        <Filters visit={visit} states={issueStates} fields={["search", "assignee", "milestone", "labels"]} />
        <IssuableList issuables={listed.rows} sign="#" now={visit.base.now} ofSeveralProjects />
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
};
