// Removes the source branch of a merge request that was merged, if that may be.
import type { Oid } from "../../objects/oid.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Pusher } from "../../repository/update-refs.ts";
import { deleteBranch } from "../delete-branch.ts";
import { branchTip } from "./proposal.ts";

export interface BranchRemoval {
  /** `topic` */
  readonly branch: string;
  /** What it must still be; null for whatever it is. */
  readonly expected: Oid | null;
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

/** Kept, and nobody is told: what is the default branch, protected, not for the pusher to delete, or has moved on. */
export function removeBranch(repository: Repository, removal: BranchRemoval): "removed" | "kept" {
  const { branch, expected, pusher, at } = removal;
  const tip = branchTip(repository, branch);
  if (expected !== null && tip !== expected) return "kept";
  return deleteBranch(repository, branch, pusher, at).kind === "deleted" ? "removed" : "kept";
}
