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
  const { before, after } = changeOf(graph, commit);
  return yield* mergeTrees(store, { base: before, ours, theirs: after }, budget);
}

/** As {@link cherryPick}, with the tree of `git revert COMMIT`. */
export function* revert(
  store: MergeStore,
  graph: CommitGraph,
  commit: Oid,
  tip: Oid,
  budget = mergeBudget(),
): Work<MergeOutcome> {
  const { before, after } = changeOf(graph, commit);
  return yield* mergeTrees(store, { base: after, ours: knownCommit(graph, tip).tree, theirs: before }, budget);
}

function changeOf(graph: CommitGraph, commit: Oid): { before: Oid; after: Oid } {
  const { parents, tree: after } = knownCommit(graph, commit);
  const [parent] = parents;
  return { before: parent === undefined ? emptyTreeOid : graph.get(parent).tree, after };
}
