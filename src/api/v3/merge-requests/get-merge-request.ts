// GET /projects/:id/merge_requests/:merge_request_id

import { decideMergeStatus } from "../../../services/merge-requests/decide-status.ts";
import { endpoint } from "../../endpoint.ts";
import { withMergeRequest } from "../../merge-requests/with-merge-request.ts";
import { one } from "../../response.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { mergeRequestParams } from "./merge-request-params.ts";

export const getMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  params: mergeRequestParams,
  response: one(presentMergeRequest),
  async handle(call) {
    const { mergeRequest } = await withMergeRequest(call);
    const merge_status = await decideMergeStatus(call, mergeRequest);
    return presentMergeRequest({ ...mergeRequest, merge_status }, call);
  },
});
