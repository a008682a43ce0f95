// Accepts a merge request, or cancels its automatic merge, in every version of the API.
import { findCurrentUser } from "../../db/queries/users/users.ts";
import { boolean, text } from "../../http/coerce.ts";
import { badRequest, conflict, recordNotFound, unauthorized } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { actingLevel } from "../../permissions/abilities.ts";
import { acceptMergeRequest } from "../../services/merge-requests/accept.ts";
import type { AcceptOutcome } from "../../services/merge-requests/accept-outcome.ts";
import { type CancelOutcome, cancelWaiting } from "../../services/merge-requests/wait-for-build.ts";
import type { Call } from "../endpoint.ts";
import type { Actor } from "../require.ts";
import { verbContext } from "../verb-context.ts";
import { flagOf } from "./values.ts";
import { type MergeRequestCall, withMergeRequestOr } from "./with-merge-request.ts";

export const acceptParams = {
  merge_commit_message: optional(text),
  should_remove_source_branch: optional(boolean),
  merge_when_build_succeeds: optional(boolean),
  sha: optional(text),
};

/** Of v4 alone. */
interface FurtherParams {
  readonly auto_merge?: boolean | null | undefined;
  readonly squash?: boolean | null | undefined;
  readonly squash_commit_message?: string | null | undefined;
}

type AcceptCall = MergeRequestCall & Call<typeof acceptParams> & { readonly params: FurtherParams };

/** @throws ApiError 401, 404 */
export async function runAcceptance(call: AcceptCall): Promise<{ actor: Actor; outcome: AcceptOutcome }> {
  const { merge_commit_message, merge_when_build_succeeds, squash, squash_commit_message, sha } = call.params;
  const { actor, mergeRequest, rows } = await withMergeRequestOr(call, unauthorized, findCurrentUser(call.viewer));
  const [[user]] = rows;
  if (user === undefined || user.id === null) throw unauthorized();
  const level = actingLevel(actor, mergeRequest.access_level);
  const committer = { name: user.name, email: user.email };
  const outcome = await acceptMergeRequest({ ...verbContext(call, actor), level, committer }, mergeRequest, {
    message: merge_commit_message ?? null,
    squash: squash === true,
    squashMessage: squash_commit_message ?? null,
    shouldRemoveSourceBranch: flagOf(call.params.should_remove_source_branch),
    whenBuildSucceeds: merge_when_build_succeeds === true || call.params.auto_merge === true,
    sha: sha === undefined ? null : (sha ?? ""),
  });
  return { actor, outcome };
}

export const acceptRefusals = {
  not_allowed: unauthorized,
  sha_mismatch: () => conflict("SHA does not match HEAD of source branch"),
  bad_message: ({ text }: { readonly text: string }) => badRequest(text),
  gone: recordNotFound,
};

/** @throws ApiError 401, 404 */
export async function runCancellation(call: MergeRequestCall): Promise<{ actor: Actor; outcome: CancelOutcome }> {
  const { actor, mergeRequest } = await withMergeRequestOr(call, unauthorized);
  const { project_id, target_branch: branch, archived } = mergeRequest;
  if (archived === 1) throw unauthorized();
  const level = actingLevel(actor, mergeRequest.access_level);
  const isAuthor = mergeRequest.author_id === actor.viewer_id;
  const isAllowed = isAuthor || (await call.repositories.open(project_id).run("mayMergeInto", { branch, level }));
  if (!isAllowed) throw unauthorized();
  return { actor, outcome: await cancelWaiting(verbContext(call, actor), mergeRequest) };
}
