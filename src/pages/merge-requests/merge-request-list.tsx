// GET /:namespace/:project/merge_requests: the merge requests of a project, with the filters of the API.

import { listMergeRequests } from "../../api/v3/merge-requests/list-merge-requests.ts";
import { Empty, Pages } from "../components/basics.tsx";
import { Filters, listValues, mergeRequestStates } from "../issuables/filters.tsx";
import { IssuableList } from "../issuables/list.tsx";
import { coloursOf, readChoices } from "../issuables/read.ts";
import type { Page } from "../page.ts";
import { visitedProjectUrl } from "../paths.ts";

export const mergeRequestListPage: Page = async (visit) => {
  const { state, order_by, sort, page } = await listValues(visit);
  const iid = visit.queryText("iid");
  const [listed, project, choices] = await Promise.all([
    visit.api.list(listMergeRequests, { id: visit.projectPath, state, order_by, sort, page, iid }),
    visit.project(),
    readChoices(visit),
  ]);
  const base = visitedProjectUrl(visit);
  return {
    title: `Merge requests of ${visit.projectPath}`,
    project,
    tab: "merge_requests",
    content: (
      <section>
        <div class="heading">
          <h1>Merge requests</h1>
          <nav class="actions" aria-label="Merge requests">
            <a href={`${base}/labels`}>Labels</a>
            <a href={`${base}/milestones`}>Milestones</a>
            {project.archived === 0 && (
              <a class="button primary" href={`${base}/merge_requests/new`}>
                New merge request
              </a>
            )}
          </nav>
        </div>
        <Filters visit={visit} states={mergeRequestStates} fields={[]} />
        {listed.rows.length === 0 && iid === undefined && state === "opened" ? (
          <Empty>There are no open merge requests.</Empty>
        ) : (
          <IssuableList issuables={listed.rows} sign="!" now={visit.base.now} colours={coloursOf(choices)} />
        )}
        <Pages visit={visit} listed={listed} />
      </section>
    ),
  };
};
