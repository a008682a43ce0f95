// Counts the commits that only one of two commits reaches.
import { cost, unlimited, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitGraph, knownCommit } from "./commit-graph.ts";
import { FlaggedWalk } from "./flagged-walk.ts";

const fromOne = 1;
const fromOther = 2;
const common = fromOne | fromOther;

export interface AheadBehind {
  /** Commits that only the first reaches. */
  readonly ahead: number;
  /** Commits that only the second reaches. */
  readonly behind: number;
}

/**
 * @param other null counts all that `one` reaches as ahead
 * @throws Error when a commit does not exist
 */
export function* countAheadBehind(
  graph: CommitGraph,
  one: Oid,
  other: Oid | null,
  budget = unlimited(),
): Work<AheadBehind> {
  const walk = new FlaggedWalk(graph, common);
  walk.add(knownCommit(graph, one).id, fromOne);
  if (other !== null) walk.add(knownCommit(graph, other).id, fromOther);
  let [ahead, behind] = [0, 0];
  for (let step = walk.next(); step !== null; step = walk.next()) {
    if (step.flags === fromOne) ahead++;
    if (step.flags === fromOther) behind++;
    for (const parent of step.commit.parents) walk.add(parent, step.flags);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
  }
  return { ahead, behind };
}
