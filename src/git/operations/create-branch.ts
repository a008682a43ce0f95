// Creates a branch at another branch, a tag or a commit.
import { isNewName } from "../refs/new-name.ts";
import { type BranchRecord, branchRecords } from "../repository/branch-record.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { type Pusher, type RefRefusal, updateRefs } from "../repository/update-refs.ts";
import { inSlices } from "../slices.ts";

export interface NewBranch {
  /** Short name, such as `feature/one`. */
  readonly name: string;
  /** The starting point: a branch, a tag or a commit id. */
  readonly revision: string;
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

export type CreateBranchOutcome =
  | { readonly kind: "created"; readonly branch: BranchRecord }
  | { readonly kind: "invalid_name" | "exists" | "unknown_revision" }
  | { readonly kind: "refused"; readonly refusal: RefRefusal };

export async function createBranch(
  repository: Repository,
  { name, revision, pusher, at }: NewBranch,
): Promise<CreateBranchOutcome> {
  const ref = BRANCHES + name;
  if (!isNewName(name)) return { kind: "invalid_name" };
  if (repository.refs.get(ref) !== null) return { kind: "exists" };
  const commit = resolveCommit(repository, revision);
  if (commit === null) return { kind: "unknown_revision" };
  const updates = [{ name: ref, before: null, after: commit }];
  const [result] = updateRefs(repository, { pusher, at, updates, atomic: true, via: "api" });
  if (result?.refusal) return { kind: "refused", refusal: result.refusal };
  const [branch] = await inSlices(branchRecords(repository, [{ name: ref, oid: commit, peeled: null }]));
  if (branch === undefined) throw new Error(`The branch "${name}" could not be read`);
  return { kind: "created", branch };
}
