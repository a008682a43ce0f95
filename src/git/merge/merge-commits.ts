// Merges two commits as `git merge` does: where there are several merge bases, a merge of these is the base.
import type { Budget, Work } from "../budget.ts";
import { type CommitGraph, knownCommit } from "../history/commit-graph.ts";
import { mergeBases, mergeBasesOfAll } from "../history/merge-bases.ts";
import { emptyTreeOid, type Oid } from "../objects/oid.ts";
import { type MergeInMemory, type MergeOutcome, mergeBudget, mergeInMemory, storeMerge } from "./merge-trees.ts";
import { type MergeStore, PendingObjects } from "./pending-objects.ts";

export type CommitsOutcome =
  | MergeOutcome
  /** Our side has all of theirs. */
  | { readonly kind: "already_merged" }
  /** They have no commit in common, which git refuses to merge. */
  | { readonly kind: "unrelated" };

/** Where branches merged each other again and again, one merge may need as many as there were. */
const mostBaseMerges = 500;

/**
 * The tree of a merge of `theirs` into `ours`; the commit is the caller's to make. When our side is an ancestor of
 * theirs, that is their tree. Both commits are there, or this throws.
 */
export function* mergeCommits(
  store: MergeStore,
  graph: CommitGraph,
  ours: Oid,
  theirs: Oid,
  budget = mergeBudget(),
): Work<CommitsOutcome> {
  const bases = yield* mergeBases(graph, ours, theirs, budget);
  if (bases.length === 0) return { kind: "unrelated" };
  if (bases.includes(theirs)) return { kind: "already_merged" };
  const objects = new PendingObjects(store);
  const merger = new CommitMerger(graph, objects, budget);
  return storeMerge(objects, yield* merger.merge(merger.sideOf(ours), merger.sideOf(theirs), bases, 0));
}

/** A commit, or a merge of merge bases. */
interface MergeSide {
  readonly tree: Oid;
  /** Itself; or of a merge of bases, these. */
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
    if (base === null) return { tree: null, conflicts: [] };
    return yield* mergeInMemory(this.#objects, { base, ours: ours.tree, theirs: theirs.tree }, this.#budget, depth);
  }

  /** @returns a tree, null when there is too much to compare */
  *#mergeBases(bases: readonly Oid[], depth: number): Work<Oid | null> {
    const [oldest, ...others] = bases.toReversed().map((base) => this.sideOf(base));
    if (oldest === undefined) return emptyTreeOid;
    let merged = oldest;
    for (const next of others) {
      if (++this.#baseMerges > mostBaseMerges) return null;
      const bases = yield* mergeBasesOfAll(this.#graph, merged.commits, next.commits, this.#budget);
      const { tree } = yield* this.merge(merged, next, bases, depth + 1);
      if (tree === null) return null;
      merged = { tree, commits: [...merged.commits, ...next.commits] };
    }
    return merged.tree;
  }
}
