// Merges three trees as `git merge` does (its strategy "ort"): renames are followed, conflicts are told, nothing is stored
// but a merge without conflicts.
import { Budget, type Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { applyRenames } from "./apply-renames.ts";
import { collectPaths } from "./collect-paths.ts";
import { directoryRenameConflicts } from "./directory-renames.ts";
import { findRenames } from "./find-renames.ts";
import { ContentMerger } from "./merge-contents.ts";
import { type MergeStore, PendingObjects } from "./pending-objects.ts";
import { resolvePaths } from "./resolve-paths.ts";

/** Trees by id. */
export interface MergeTrees {
  readonly base: Oid;
  readonly ours: Oid;
  readonly theirs: Oid;
}

export type MergeOutcome =
  | { readonly kind: "merged"; readonly tree: Oid }
  /** Paths as bytes, sorted: where both sides cannot be brought together. */
  | { readonly kind: "conflicts"; readonly paths: readonly ByteString[] }
  /** The budget does not suffice to find out. */
  | { readonly kind: "too_much" };

/** For one merge, merges of its bases included: one to two seconds. */
export const mergeBudget = (): Budget => new Budget(150_000_000);

export function* mergeTrees(store: MergeStore, trees: MergeTrees, budget = mergeBudget()): Work<MergeOutcome> {
  const objects = new PendingObjects(store);
  return storeMerge(objects, yield* mergeInMemory(objects, trees, budget, 0));
}

export interface MergeInMemory {
  /** With conflicts: what stands for the merge in the base of another one. Null when there is too much to compare. */
  readonly tree: Oid | null;
  readonly conflicts: readonly ByteString[];
}

export function storeMerge(objects: PendingObjects, { tree, conflicts }: MergeInMemory): MergeOutcome {
  if (tree === null) return { kind: "too_much" };
  if (conflicts.length > 0) return { kind: "conflicts", paths: [...new Set(conflicts)].sort() };
  objects.store(tree);
  return { kind: "merged", tree };
}

/** @param depth 0; or 1 and more for merge bases that are merged to be the base of another merge */
export function* mergeInMemory(
  objects: PendingObjects,
  { base, ours, theirs }: MergeTrees,
  budget: Budget,
  depth: number,
): Work<MergeInMemory> {
  if (base === theirs || ours === theirs) return { tree: ours, conflicts: [] };
  if (base === ours) return { tree: theirs, conflicts: [] };
  const collected = yield* collectPaths((tree) => objects.tree(tree), [base, ours, theirs], budget);
  if (collected === null) return { tree: null, conflicts: [] };
  const renames = {
    1: yield* findRenames(objects, collected.changes[1], budget),
    2: yield* findRenames(objects, collected.changes[2], budget),
  };
  const misplaced = depth === 0 ? directoryRenameConflicts(renames) : [];
  const contents = new ContentMerger(objects, budget, depth);
  yield* applyRenames(collected.paths, renames, contents);
  const { tree, conflicts } = yield* resolvePaths(collected.paths, contents, objects);
  const isUnsure = contents.gaveUp || renames[1].isLimited || renames[2].isLimited;
  return { tree: isUnsure ? null : tree, conflicts: [...misplaced, ...conflicts] };
}
