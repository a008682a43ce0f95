// PUT /projects/:id/merge_requests/:merge_request_id/merge

import { endpoint } from "../../endpoint.ts";
import { acceptParams, acceptRefusals, runAcceptance } from "../../merge-requests/run-acceptance.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { getMergeRequest } from "./get-merge-request.ts";
import { mergeRequestParams } from "./merge-request-params.ts";
import { notMergeable, notOpenToMerge, notReadyToMerge } from "./refusals.ts";

export const acceptMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  reproduction: { by: getMergeRequest },
  params: { ...mergeRequestParams, ...acceptParams },
  response: one(presentMergeRequest, 405, 406, 409),
  async handle(call) {
    const { outcome } = await runAcceptance(call);
    return respond(outcome, {
      ...acceptRefusals,
      merged: ({ mergeRequest }) => presentMergeRequest(mergeRequest, call),
      waiting: ({ mergeRequest }) => presentMergeRequest(mergeRequest, call),
      not_open: notOpenToMerge,
      not_ready: notReadyToMerge,
      conflict: notMergeable,
    });
  },
});
