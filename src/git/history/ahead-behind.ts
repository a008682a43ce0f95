// How far two commits have gone apart.
import { cost, unlimited, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitGraph, knownCommit } from "./commit-graph.ts";
import { FlaggedWalk } from "./flagged-walk.ts";

const ofOne = 1;
const ofOther = 2;
const common = ofOne | ofOther;

export interface AheadBehind {
  /** Commits that only the first reaches. */
  readonly ahead: number;
  /** Commits that only the second reaches. */
  readonly behind: number;
}

/**
 * @param other null for nothing: all that the first reaches is ahead
 * @throws Error when a commit is not there
 */
export function* countAheadBehind(
  graph: CommitGraph,
  one: Oid,
  other: Oid | null,
  budget = unlimited(),
): Work<AheadBehind> {
  const walk = new FlaggedWalk(graph, common);
  walk.add(knownCommit(graph, one).id, ofOne);
  if (other !== null) walk.add(knownCommit(graph, other).id, ofOther);
  let [ahead, behind] = [0, 0];
  for (let step = walk.next(); step !== null; step = walk.next()) {
    if (step.flags === ofOne) ahead++;
    if (step.flags === ofOther) behind++;
    for (const parent of step.commit.parents) walk.add(parent, step.flags);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
  }
  return { ahead, behind };
}
