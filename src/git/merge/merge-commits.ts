// Merges two commits as `git merge` does: if they have several merge bases, a merge of the bases is the base.
import type { Budget, Work } from "../budget.ts";
import { type CommitGraph, knownCommit } from "../history/commit-graph.ts";
import { mergeBases, mergeBasesOfAll } from "../history/merge-bases.ts";
import { emptyTreeOid, type Oid } from "../objects/oid.ts";
import { type MergeInMemory, type MergeOutcome, mergeBudget, mergeInMemory, storeMerge } from "./merge-trees.ts";
import { type MergeStore, PendingObjects } from "./pending-objects.ts";

export type CommitsOutcome =
  | MergeOutcome
  /** Our side already contains theirs. */
  | { readonly kind: "already_merged" }
  /** They have no common commit, and git refuses to merge them. */
  | { readonly kind: "unrelated" };

/** Limit for histories in which branches merged each other many times: one merge may need as many merges of bases. */
const mostBaseMerges = 500;

/**
 * The tree of a merge of `theirs` into `ours`; the caller makes the commit. If our side is an ancestor of theirs, the
 * result is their tree.
 *
 * @throws Error when a commit does not exist
 */
export function* mergeCommits(
  store: MergeStore,
  graph: CommitGraph,
  ours: Oid,
  theirs: Oid,
  budget: Budget = mergeBudget(),
): Work<CommitsOutcome> {
  const bases = yield* mergeBases(graph, ours, theirs, budget);
  if (bases.length === 0) return { kind: "unrelated" };
  if (bases.includes(theirs)) return { kind: "already_merged" };
  const objects = new PendingObjects(store);
  const merger = new CommitMerger(graph, objects, budget);
  return storeMerge(objects, yield* merger.merge(merger.sideOf(ours), merger.sideOf(theirs), bases, 0));
}

/** A commit, or a virtual merge of merge bases. */
interface MergeSide {
  readonly tree: Oid;
  /** The commit itself, or the merge bases. */
  readonly commits: readonly Oid[];
}

class CommitMerger {
  readonly #graph: CommitGraph;
  readonly #objects: PendingObjects;
  readonly #budget: Budget;
  #baseMerges = 0;

  constructor(graph: CommitGraph, objects: PendingObjects, budget: Budget) {
    this.#graph = graph;
    this.#objects = objects;
    this.#budget = budget;
  }

  sideOf(commit: Oid): MergeSide {
    return { tree: knownCommit(this.#graph, commit).tree, commits: [commit] };
  }

  *merge(ours: MergeSide, theirs: MergeSide, bases: readonly Oid[], depth: number): Work<MergeInMemory> {
    const base = yield* this.#mergeBases(bases, depth);
    if (base.tree === null) return base;
    const trees = { base: base.tree, ours: ours.tree, theirs: theirs.tree };
    return yield* mergeInMemory({ objects: this.#objects, trees, budget: this.#budget, depth });
  }

  /** Conflicts stay in the tree, as far as a tree can represent them. */
  *#mergeBases(bases: readonly Oid[], depth: number): Work<MergeInMemory> {
    const [oldest, ...others] = bases.toReversed().map((base) => this.sideOf(base));
    if (oldest === undefined) return { tree: emptyTreeOid, conflicts: [] };
    let merged = oldest;
    for (const next of others) {
      if (++this.#baseMerges > mostBaseMerges) return { tree: null, conflicts: [] };
      const basesOfBoth = yield* mergeBasesOfAll(this.#graph, merged.commits, next.commits, this.#budget);
      const { tree, conflicts } = yield* this.merge(merged, next, basesOfBoth, depth + 1);
      if (tree === null) return { tree, conflicts };
      merged = { tree, commits: [...merged.commits, ...next.commits] };
    }
    return { tree: merged.tree, conflicts: [] };
  }
}
