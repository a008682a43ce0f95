// The merge request that a page's path names.
import { endpoint } from "../../api/endpoint.ts";
import { nameOf, withMergeRequest } from "../../api/merge-requests/with-merge-request.ts";
import type { PresenterContext } from "../../api/presenter-context.ts";
import { one } from "../../api/response.ts";
import { mergeRequestParams } from "../../api/v3/merge-requests/merge-request-params.ts";
import { presentMergeRequest } from "../../api/v3/presenters/merge-request.ts";
import { Iid } from "../../db/queries/issuables/issuable-key.ts";
import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import { findSurroundings, type MergeRequestSurroundings } from "../../db/queries/merge-requests/surroundings.ts";
import { recordNotFound } from "../../http/errors.ts";
import type { Visit } from "../visit.ts";

/** Null for nobody. */
export function reviewerOf(
  { reviewer_id: id }: SingleMergeRequest,
  { reviewer_username: username, reviewer_name: name }: MergeRequestSurroundings,
) {
  return id === null || username === null || name === null ? null : { id, username, name };
}

const presentFound = (
  mergeRequest: SingleMergeRequest,
  surroundings: MergeRequestSurroundings,
  context: PresenterContext,
) => ({
  ...presentMergeRequest(mergeRequest, context),
  reviewer: reviewerOf(mergeRequest, surroundings),
  squash: mergeRequest.squash === 1,
  discussion_locked: mergeRequest.discussion_locked === 1,
});

/** As the API's getMergeRequest, but does not decide whether it can be merged, which may write. */
export const findMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  params: mergeRequestParams,
  response: one(presentFound),
  async handle(call) {
    const { mergeRequest, rows } = await withMergeRequest(call, findSurroundings(call.viewer, nameOf(call)));
    const [[surroundings]] = rows;
    if (surroundings === undefined) throw recordNotFound();
    return presentFound(mergeRequest, surroundings, call);
  },
});

/** The values that name the merge request of the path's `:iid` to endpoints. @throws ApiError 404 */
export function namedMergeRequest(visit: Visit): { readonly id: string; readonly merge_request_id: Iid } {
  const iid = visit.param("iid");
  if (!/^[1-9]\d{0,14}$/.test(iid)) throw recordNotFound();
  return { id: visit.projectPath, merge_request_id: new Iid(Number(iid)) };
}
