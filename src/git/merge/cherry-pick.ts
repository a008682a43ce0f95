// Applies the change of one commit to another.
import type { Budget, Work } from "../budget.ts";
import { type CommitGraph, knownCommit } from "../history/commit-graph.ts";
import { emptyTreeOid, type Oid } from "../objects/oid.ts";
import { type MergeOutcome, mergeBudget, mergeTrees } from "./merge-trees.ts";
import type { MergeStore } from "./pending-objects.ts";

/**
 * The tree of `git cherry-pick COMMIT` on `tip` (with `-m 1` for a merge: the change against its first parent). Equals
 * the tree of `tip` if that already contains the change.
 *
 * @throws Error when a commit does not exist
 */
export function* cherryPick(
  store: MergeStore,
  graph: CommitGraph,
  commit: Oid,
  tip: Oid,
  budget = mergeBudget(),
): Work<MergeOutcome> {
  return yield* applyCommit(store, graph, commit, knownCommit(graph, tip).tree, budget);
}

/** As {@link cherryPick}, on a tree. */
export function* applyCommit(
  store: MergeStore,
  graph: CommitGraph,
  commit: Oid,
  ours: Oid,
  budget: Budget,
): Work<MergeOutcome> {
  const picked = knownCommit(graph, commit);
  const [parent] = picked.parents;
  const base = parent === undefined ? emptyTreeOid : graph.get(parent).tree;
  return yield* mergeTrees(store, { base, ours, theirs: picked.tree }, budget);
}
