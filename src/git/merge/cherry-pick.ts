// Brings the change of one commit to another.
import type { Work } from "../budget.ts";
import { type CommitGraph, knownCommit } from "../history/commit-graph.ts";
import { emptyTreeOid, type Oid } from "../objects/oid.ts";
import { type MergeOutcome, mergeBudget, mergeTrees } from "./merge-trees.ts";
import type { MergeStore } from "./pending-objects.ts";

/**
 * The tree of `git cherry-pick commit` (with `-m 1` for a merge: its change is what it changed of its first parent) when
 * `tip` is checked out. It may be the tree of `tip`: the change is there already. Both commits are there, or this throws.
 */
export function* cherryPick(
  store: MergeStore,
  graph: CommitGraph,
  commit: Oid,
  tip: Oid,
  budget = mergeBudget(),
): Work<MergeOutcome> {
  const picked = knownCommit(graph, commit);
  const [parent] = picked.parents;
  const base = parent === undefined ? emptyTreeOid : graph.get(parent).tree;
  return yield* mergeTrees(store, { base, ours: knownCommit(graph, tip).tree, theirs: picked.tree }, budget);
}
