// GET /projects/:id/repository/commits/:sha/merge_requests
import {
  listMergeRequestsOfCommit as list,
  type MergeRequestOfCommitRow,
} from "../../../db/queries/merge-requests/of-commit.ts";
import { projectKey } from "../../../db/queries/projects/row.ts";
import type { ListedState } from "../../../db/schema/merge-requests.ts";
import { oneOf, segment } from "../../../http/coerce.ts";
import { forbidden, notFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required } from "../../../http/params.ts";
import { type Call, endpoint, paginate } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { refText } from "../../repositories/ref-text.ts";
import { withRows } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentListedMergeRequest } from "../presenters/merge-request.ts";

const params = {
  ...idParam,
  sha: required(segment),
  state: optional<ListedState>(oneOf("opened", "closed", "merged")),
  ...paginationParams,
};

/** @throws ApiError 401, 404, 403 */
async function listFor(call: Call<typeof params>, sha: string) {
  const { id, state = null } = call.params;
  const { perPage: limit, offset } = pageOf(call.params);
  const statement = list(call.viewer, projectKey(id), { sha, state, limit, offset });
  const { viewerRow, rows } = await withRows(call, statement);
  if (viewerRow.project_id === null) throw notFound("Project");
  if (viewerRow.reads_merge_requests === 0) throw forbidden();
  return { projectId: viewerRow.project_id, rows: rows.filter(isMergeRequest), total: viewerRow.total };
}

const isMergeRequest = (row: MergeRequestOfCommitRow): row is Extract<MergeRequestOfCommitRow, { id: number }> =>
  "id" in row && row.id !== null;

const WHOLE_ID = /^[0-9a-f]{40}$/i;

/** An id of 40 digits needs no call of the repository: clients ask for each commit of a release at once. */
export const listMergeRequestsOfCommit = endpoint({
  access: { project: "read_merge_request" },
  params,
  response: paged(presentListedMergeRequest),
  async handle(call) {
    const revision = refText(call.params.sha);
    const listed = await listFor(call, revision.toLowerCase());
    if (WHOLE_ID.test(revision)) return paginate(call, listed, presentListedMergeRequest);
    const sha = await call.repositories.open(listed.projectId).run("resolveCommit", revision);
    if (sha === null) throw notFound("Commit");
    return paginate(call, await listFor(call, sha), presentListedMergeRequest);
  },
});
