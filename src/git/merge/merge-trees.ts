// Merges two trees with a common base, as `git merge` does with its default strategy ("ort"), in three steps: find the
// changes of each side, find the renames of files that the other side changed, decide each path.
import { Budget, type Work } from "../budget.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { applyRenames } from "./apply-renames.ts";
import { compareTrees } from "./compare-trees.ts";
import { ContentMerger } from "./merge-contents.ts";
import { type MergeStore, PendingObjects } from "./pending-objects.ts";
import { resultTree } from "./result-tree.ts";
import { type MergeTask, renamesOfSide } from "./side-renames.ts";
import type { ThreeWay, Version } from "./versions.ts";

export type MergeOutcome =
  | { readonly kind: "merged"; readonly tree: Oid }
  /** Paths on which the sides disagree, as bytes, sorted. */
  | { readonly kind: "conflicts"; readonly paths: readonly ByteString[] }
  /** The budget is too small. */
  | { readonly kind: "too_much" };

/** For one merge, including merges of its merge bases: one to two seconds. */
export const mergeBudget = (): Budget => new Budget(150_000_000);

/** Stores the merged tree and its new objects; stores nothing if the merge fails. */
export function* mergeTrees(
  store: MergeStore,
  trees: ThreeWay<Oid>,
  budget: Budget = mergeBudget(),
): Work<MergeOutcome> {
  const objects = new PendingObjects(store);
  return storeMerge(objects, yield* mergeInMemory({ objects, trees, budget, depth: 0 }));
}

export interface MergeInMemory {
  /**
   * With conflicts: the tree that represents the merge as a base of another merge. Null if none can, or when the budget
   * is spent.
   */
  readonly tree: Oid | null;
  readonly conflicts: readonly ByteString[];
}

export function storeMerge(objects: PendingObjects, { tree, conflicts }: MergeInMemory): MergeOutcome {
  if (conflicts.length > 0) return { kind: "conflicts", paths: [...new Set(conflicts)].sort() };
  if (tree === null) return { kind: "too_much" };
  objects.store(tree);
  return { kind: "merged", tree };
}

const tooMuch: MergeInMemory = { tree: null, conflicts: [] };

export function* mergeInMemory(task: MergeTask): Work<MergeInMemory> {
  const { objects, trees, budget, depth } = task;
  const { base, ours, theirs } = trees;
  if (base === theirs || ours === theirs) return { tree: ours, conflicts: [] };
  if (base === ours) return { tree: theirs, conflicts: [] };
  const comparison = yield* compareTrees((tree) => objects.tree(tree), trees, budget);
  if (comparison === null) return tooMuch;
  const ourRenames = yield* renamesOfSide("ours", task, comparison);
  const theirRenames = ourRenames && (yield* renamesOfSide("theirs", task, comparison));
  if (ourRenames === null || theirRenames === null) return tooMuch;
  const unclear = [...ourRenames.conflicts, ...theirRenames.conflicts];
  if (unclear.length > 0) return { tree: null, conflicts: unclear };
  const contents = new ContentMerger(objects, budget, depth);
  const renames = { ours: ourRenames.renames, theirs: theirRenames.renames };
  const renamed = yield* applyRenames(comparison.files, renames, contents);
  const files = new Map<ByteString, Version | null>();
  const conflicts = [...renamed.conflicts];
  for (const [path, versions] of renamed.paths) {
    const { version, isClean } = yield* contents.decide(versions);
    files.set(path, version);
    if (!isClean) conflicts.push(path);
    if (contents.gaveUp) return tooMuch;
  }
  const result = yield* resultTree(objects, trees, { replacements: comparison.onlyTheirs, files }, budget);
  return { tree: result.tree, conflicts: [...conflicts, ...result.conflicts] };
}
