// PUT /projects/:id/merge_requests/:merge_request_id/merge
import { findCurrentUser } from "../../../db/queries/users/users.ts";
import { boolean, text } from "../../../http/coerce.ts";
import { badRequest, conflict, recordNotFound, unauthorized } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { actingLevel } from "../../../permissions/abilities.ts";
import { acceptMergeRequest as accept } from "../../../services/merge-requests/accept.ts";
import { endpoint } from "../../endpoint.ts";
import { verbContext } from "../context.ts";
import { presentMergeRequest } from "../presenters/merge-request.ts";
import { flagOf, mergeRequestParams } from "./merge-request-params.ts";
import { notMergeable, notOpenToMerge, notReadyToMerge } from "./refusals.ts";
import { withMergeRequestOr } from "./with-merge-request.ts";

export const acceptMergeRequest = endpoint({
  access: { project: "read_merge_request" },
  params: {
    ...mergeRequestParams,
    merge_commit_message: optional(text),
    should_remove_source_branch: optional(boolean),
    merge_when_build_succeeds: optional(boolean),
    sha: optional(text),
  },
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
    switch (outcome.kind) {
      case "merged":
      case "waiting":
        return presentMergeRequest(outcome.mergeRequest, outcome.mergeRequest, call.baseUrl);
      case "not_allowed":
        throw unauthorized();
      case "not_open":
        throw notOpenToMerge();
      case "not_ready":
        throw notReadyToMerge();
      case "conflict":
        throw notMergeable();
      case "sha_mismatch":
        throw conflict("SHA does not match HEAD of source branch");
      case "bad_message":
        throw badRequest(outcome.text);
      case "gone":
        throw recordNotFound();
    }
  },
});
