// Deletes the source branch of a merged merge request, if permitted.
import type { Oid } from "../../objects/oid.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Pusher } from "../../repository/update-refs.ts";
import { deleteBranch } from "../delete-branch.ts";
import { branchTip } from "./proposal.ts";

export interface BranchRemoval {
  /** Short name, such as `topic`. */
  readonly branch: string;
  /** Expected tip; null for any. */
  readonly expected: Oid | null;
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

/** `kept`: the default branch, a protected branch, one that the pusher may not delete, or one that has moved. */
export function removeBranch(repository: Repository, removal: BranchRemoval): "removed" | "kept" {
  const { branch, expected, pusher, at } = removal;
  const tip = branchTip(repository, branch);
  if (expected !== null && tip !== expected) return "kept";
  return deleteBranch(repository, branch, pusher, at).kind === "deleted" ? "removed" : "kept";
}
