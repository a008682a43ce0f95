// The merge request that a page's path names.
import { endpoint } from "../../api/endpoint.ts";
import { withMergeRequest } from "../../api/merge-requests/with-merge-request.ts";
import { one } from "../../api/response.ts";
import { mergeRequestParams } from "../../api/v3/merge-requests/merge-request-params.ts";
import { presentMergeRequest } from "../../api/v3/presenters/merge-request.ts";
import { Iid } from "../../db/queries/issuables/issuable-key.ts";
import { recordNotFound } from "../../http/errors.ts";
import type { Visit } from "../visit.ts";

/** As the API's getMergeRequest, but does not decide whether it can be merged, which may write. */
export const findMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  params: mergeRequestParams,
  response: one(presentMergeRequest),
  async handle(call) {
    const { mergeRequest } = await withMergeRequest(call);
    return presentMergeRequest(mergeRequest, call);
  },
});

/** The values that name the merge request of the path's `:iid` to endpoints. @throws ApiError 404 */
export function namedMergeRequest(visit: Visit): { readonly id: string; readonly merge_request_id: Iid } {
  const iid = visit.param("iid");
  if (!/^[1-9]\d{0,14}$/.test(iid)) throw recordNotFound();
  return { id: visit.projectPath, merge_request_id: new Iid(Number(iid)) };
}
