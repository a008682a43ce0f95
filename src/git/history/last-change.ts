// Finds the newest commit that changed a path.
import { type Budget, cost, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitGraph, type GraphCommit, knownCommit } from "./commit-graph.ts";

/** The path in the trees of commits. */
export interface PathInTrees {
  /** Makes the path of this commit the one to compare with. False if its tree lacks the path. */
  start(tree: Oid): boolean;
  /** True if the path is the same in this tree. */
  isSameIn(tree: Oid, budget: Budget): boolean;
  /** True only if the path is known to be the same in the first parent of the commit. */
  isUnchangedIn(commit: GraphCommit): boolean;
  /** Announces trees that are likely to be compared. */
  readAhead(trees: readonly Oid[]): void;
}

/** Commits whose trees are announced at once, at first and at most. */
const [FEWEST_AHEAD, MOST_AHEAD] = [4, 64];

/**
 * The first commit of `git log TIP -- PATH`. Only one line of history leads to it: a commit whose path equals that of a
 * parent is followed by the first such parent, and any other is the answer.
 *
 * @param known the answer for a commit that the walk meets, if it was found before
 * @returns null if the budget does not suffice
 * @throws Error when the tip does not exist, or lacks the path
 */
export function* lastChange(
  graph: CommitGraph,
  tip: Oid,
  path: PathInTrees,
  budget: Budget,
  known: (commit: Oid) => Oid | undefined,
): Work<Oid | null> {
  let commit = knownCommit(graph, tip);
  if (!path.start(commit.tree)) throw new Error(`${tip} lacks the path`);
  let [announced, size] = [0, FEWEST_AHEAD];
  for (;;) {
    const found = known(commit.oid);
    if (found !== undefined) return found;
    if (budget.isSpent) return null;
    const unchanged = unchangedParent(graph, commit, path);
    budget.spend(unchanged === null ? cost.commit : cost.skippedCommit);
    if (budget.endsSlice()) yield;
    if (unchanged !== null) {
      commit = unchanged;
      continue;
    }
    if (announced === 0) {
      const trees = treesBelow(graph, commit, path, size);
      if (trees.length > 1) path.readAhead(trees);
      [announced, size] = [trees.length, Math.min(2 * size, MOST_AHEAD)];
    }
    announced -= 1;
    const next = firstSame(graph, commit, path, budget);
    if (next === null) return commit.oid;
    commit = next;
  }
}

function unchangedParent(graph: CommitGraph, commit: GraphCommit, path: PathInTrees): GraphCommit | null {
  const [first] = commit.parents;
  return first !== undefined && path.isUnchangedIn(commit) ? graph.get(first) : null;
}

function firstSame(
  graph: CommitGraph,
  { parents }: GraphCommit,
  path: PathInTrees,
  budget: Budget,
): GraphCommit | null {
  for (const id of parents) {
    const parent = graph.get(id);
    if (path.isSameIn(parent.tree, budget)) return parent;
  }
  return null;
}

/** Of the first parents, their first parents and so on, as long as each has to be compared. */
function treesBelow(graph: CommitGraph, commit: GraphCommit, path: PathInTrees, count: number): Oid[] {
  const trees: Oid[] = [];
  for (let [id] = commit.parents; id !== undefined && trees.length < count; ) {
    const parent = graph.get(id);
    trees.push(parent.tree);
    if (unchangedParent(graph, parent, path) !== null) break;
    [id] = parent.parents;
  }
  return trees;
}
