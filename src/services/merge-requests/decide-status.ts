// Decides whether a merge request can be merged without conflicts, unless that is known, and stores it.
import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import { storeMergeStatus } from "../../db/queries/merge-requests/writes.ts";
import type { MergeStatus } from "../../db/schema/merge-requests.ts";
import type { VerbContext } from "../verb.ts";

/** Without a head it cannot be merged. */
export async function decideMergeStatus(
  { db, repositories }: Pick<VerbContext, "db" | "repositories">,
  mergeRequest: SingleMergeRequest,
): Promise<MergeStatus> {
  const { merge_status, project_id, target_branch: targetBranch, head_sha: head } = mergeRequest;
  if (merge_status !== "unchecked") return merge_status;
  const status =
    head === null
      ? "cannot_be_merged"
      : (await repositories.open(project_id).run("checkMerge", { targetBranch, head })).status;
  await db.batch(storeMergeStatus(mergeRequest, status));
  return status;
}
