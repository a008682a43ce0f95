// GET /:namespace/:project/merge_requests/:iid/commits: the commits of the newest version.
import { listCommits } from "../../api/v3/merge-requests/list-commits.ts";
import { CommitList } from "../commits/commit-list.tsx";
import { Empty, Pages } from "../components/basics.tsx";
import type { Page } from "../page.ts";
import { findMergeRequest, namedMergeRequest } from "./found-merge-request.ts";
import { MergeRequestHeader } from "./header.tsx";

/** The API's list has no pages. */
const PER_PAGE = 100;

export const commitsPage: Page = async (visit) => {
  const named = namedMergeRequest(visit);
  const [project, mergeRequest, commits] = await Promise.all([
    visit.project(),
    visit.api.call(findMergeRequest, named),
    visit.api.call(listCommits, named),
  ]);
  const page = visit.pageNumber;
  const rows = commits.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return {
    title: `Commits · ${mergeRequest.title} (!${mergeRequest.iid}) · ${project.path}`,
    project,
    tab: "merge_requests",
    content: (
      <>
        <MergeRequestHeader mergeRequest={mergeRequest} tab="commits" now={visit.base.now} />
        {rows.length === 0 && <Empty>There are no commits.</Empty>}
        <CommitList project={project} commits={rows} now={visit.base.now} />
        <Pages visit={visit} listed={{ rows, page, total: null, hasNext: page * PER_PAGE < commits.length }} />
      </>
    ),
  };
};
