// PUT /projects/:id/merge_requests/:merge_request_iid/merge, POST .../cancel_merge_when_pipeline_succeeds
import { boolean, text } from "../../../http/coerce.ts";
import { ApiError, recordNotFound, unprocessable } from "../../../http/errors.ts";
import { optional, sentAs } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { acceptParams, acceptRefusals, runAcceptance, runCancellation } from "../../merge-requests/run-acceptance.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { mergeRequestParams } from "../issuable-params.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { getMergeRequest } from "./get-merge-request.ts";
import { showMergeRequest } from "./show-merge-request.ts";

const notAllowed = () => new ApiError(405, { message: "405 Method Not Allowed" });

export const acceptMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  reproduction: { by: getMergeRequest },
  params: {
    ...mergeRequestParams,
    ...acceptParams,
    merge_when_build_succeeds: sentAs(acceptParams.merge_when_build_succeeds, "merge_when_pipeline_succeeds"),
    auto_merge: optional(boolean),
    squash: optional(boolean),
    squash_commit_message: optional(text),
  },
  response: one(presentMergeRequest, 405, 409, 422),
  async handle(call) {
    const { actor, outcome } = await runAcceptance(call);
    return respond(outcome, {
      ...acceptRefusals,
      merged: ({ mergeRequest }) => showMergeRequest(mergeRequest, call, actor),
      waiting: ({ mergeRequest }) => showMergeRequest(mergeRequest, call, actor),
      not_open: notAllowed,
      not_ready: notAllowed,
      conflict: () => unprocessable("Branch cannot be merged"),
    });
  },
});

export const cancelAutomaticMerge = endpoint({
  access: { project: "read_merge_request" },
  reproduction: { by: getMergeRequest },
  params: mergeRequestParams,
  response: one(presentMergeRequest, 405, 406),
  async handle(call) {
    const { actor, outcome } = await runCancellation(call);
    return respond(outcome, {
      cancelled: ({ mergeRequest }) => showMergeRequest(mergeRequest, call, actor),
      not_open: notAllowed,
      not_waiting: () => new ApiError(406, { message: "406 Not Acceptable" }),
      gone: recordNotFound,
    });
  },
});
