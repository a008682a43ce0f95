// Decides how a merge request stands for a user, in one call of the repository, and stores whether it can be merged.
import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import { storeMergeStatus } from "../../db/queries/merge-requests/writes.ts";
import type { MergeStatus } from "../../db/schema/merge-requests.ts";
import type { VerbContext } from "../verb.ts";

export interface Standing {
  readonly merge_status: MergeStatus;
  /** True if the user may merge it into its target branch. */
  readonly canMerge: boolean;
  /** Commits of the target branch that the source branch lacks; null if they were not to be counted. */
  readonly divergedCommits: number | null;
}

/**
 * Without a head it cannot be merged.
 *
 * @param level of the user on the target project
 */
export async function decideStanding(
  { db, repositories }: Pick<VerbContext, "db" | "repositories">,
  mergeRequest: SingleMergeRequest,
  { level, countsDiverged }: { readonly level: number; readonly countsDiverged: boolean },
): Promise<Standing> {
  const { merge_status, project_id, target_branch: targetBranch, head_sha: head, archived } = mergeRequest;
  const isKnown = merge_status !== "unchecked";
  const { status, isAllowed, divergedCommits } = await repositories.open(project_id).run("mergeStanding", {
    targetBranch,
    head,
    known: isKnown ? merge_status : null,
    level,
    countsDiverged,
  });
  if (!isKnown) await db.batch(storeMergeStatus(mergeRequest, status));
  return { merge_status: status, canMerge: archived === 0 && isAllowed, divergedCommits };
}
