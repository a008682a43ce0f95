// Rebases the source branch of a merge request onto its target branch.
import { findMergeRequestProject, type SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import { storeMergeError } from "../../db/queries/merge-requests/writes.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { actingLevel } from "../../permissions/abilities.ts";
import type { VerbContext } from "../verb.ts";
import type { AcceptContext } from "./accept-outcome.ts";

export type RebaseOutcome =
  /** The merge request has the new commits, or says why it has not (`merge_error`). */
  | { kind: "done" }
  /** The actor may not rewrite the source branch. */
  | { kind: "not_allowed" }
  /** It is merged or closed, or a branch is missing. */
  | { kind: "not_ready" };

export async function rebaseMergeRequest(
  context: VerbContext & Pick<AcceptContext, "committer">,
  mergeRequest: SingleMergeRequest,
): Promise<RebaseOutcome> {
  const { db, viewer, now: at, actorId: userId, committer, repositories } = context;
  const { id, state, project_id, source_project_id, source_branch, target_branch } = mergeRequest;
  // An author sees their merge request without the target's code, which a rebase would bring to their fork.
  if (mergeRequest.reads_merge_requests === 0) return { kind: "not_allowed" };
  const [[source]] = await db.batch(findMergeRequestProject(viewer, keyOfId(source_project_id)));
  if (source === undefined || source.project_id === null || source.archived === 1) return { kind: "not_allowed" };
  if (state === "merged" || state === "closed") return { kind: "not_ready" };
  const outcome = await repositories.open(source_project_id).run("rebaseBranch", {
    branch: source_branch,
    onto: { projectId: source_project_id === project_id ? null : project_id, branch: target_branch },
    committer,
    pusher: { userId, level: actingLevel(source, source.access_level) },
    at,
  });
  switch (outcome.kind) {
    case "not_allowed":
      return { kind: "not_allowed" };
    case "branch_missing":
      return { kind: "not_ready" };
    default:
      await db.batch(storeMergeError(id, errors[outcome.kind]));
      return { kind: "done" };
  }
}

const FAILED = "Rebase failed:";

const errors = {
  rebased: null,
  conflict: `${FAILED} Rebase locally, resolve all conflicts, then push the branch.`,
  moved: `${FAILED} The source branch was pushed to at the same time. Try again.`,
  too_much: `${FAILED} There is too much to rebase. Rebase locally, then push the branch.`,
  bad_object: `${FAILED} Git refuses one of the commits. Rebase locally, then push the branch.`,
};
