// PUT, POST /projects/:id/merge_requests/:merge_request_id/cancel_merge_when_build_succeeds

import { recordNotFound } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { runCancellation } from "../../merge-requests/run-acceptance.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { getMergeRequest } from "./get-merge-request.ts";
import { mergeRequestParams } from "./merge-request-params.ts";
import { notOpenToCancel, notWaiting } from "./refusals.ts";

export const cancelAutomaticMerge = endpoint({
  access: { project: "read_merge_request" },
  reproduction: { by: getMergeRequest },
  params: mergeRequestParams,
  response: one(presentMergeRequest, 405, 406),
  async handle(call) {
    const { outcome } = await runCancellation(call);
    return respond(outcome, {
      cancelled: ({ mergeRequest }) => presentMergeRequest(mergeRequest, call),
      not_open: notOpenToCancel,
      not_waiting: notWaiting,
      gone: recordNotFound,
    });
  },
});
