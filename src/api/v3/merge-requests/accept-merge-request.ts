// PUT /projects/:id/merge_requests/:merge_request_id/merge

import { findCurrentUser } from "../../../db/queries/users/users.ts";
import { boolean, text } from "../../../http/coerce.ts";
import { badRequest, conflict, recordNotFound, unauthorized } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { actingLevel } from "../../../permissions/abilities.ts";
import { acceptMergeRequest as accept } from "../../../services/merge-requests/accept.ts";
import { endpoint } from "../../endpoint.ts";
import { flagOf } from "../../merge-requests/values.ts";
import { withMergeRequestOr } from "../../merge-requests/with-merge-request.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { getMergeRequest } from "./get-merge-request.ts";
import { mergeRequestParams } from "./merge-request-params.ts";
import { notMergeable, notOpenToMerge, notReadyToMerge } from "./refusals.ts";

export const acceptMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  reproduction: { by: getMergeRequest },
  params: {
    ...mergeRequestParams,
    merge_commit_message: optional(text),
    should_remove_source_branch: optional(boolean),
    merge_when_build_succeeds: optional(boolean),
    sha: optional(text),
  },
  response: one(presentMergeRequest, 405, 406, 409),
  async handle(call) {
    const { merge_commit_message, should_remove_source_branch, sha } = call.params;
    const { actor, mergeRequest, rows } = await withMergeRequestOr(call, unauthorized, findCurrentUser(call.viewer));
    const [[user]] = rows;
    if (user === undefined || user.id === null) throw unauthorized();
    const level = actingLevel(actor, mergeRequest.access_level);
    const committer = { name: user.name, email: user.email };
    const outcome = await accept({ ...verbContext(call, actor), level, committer }, mergeRequest, {
      message: merge_commit_message ?? null,
      shouldRemoveSourceBranch: flagOf(should_remove_source_branch),
      whenBuildSucceeds: call.params.merge_when_build_succeeds === true,
      sha: sha === undefined ? null : (sha ?? ""),
    });
    return respond(outcome, {
      merged: ({ mergeRequest }) => presentMergeRequest(mergeRequest, call),
      waiting: ({ mergeRequest }) => presentMergeRequest(mergeRequest, call),
      not_allowed: unauthorized,
      not_open: notOpenToMerge,
      not_ready: notReadyToMerge,
      conflict: notMergeable,
      sha_mismatch: () => conflict("SHA does not match HEAD of source branch"),
      bad_message: ({ text }) => badRequest(text),
      gone: recordNotFound,
    });
  },
});
