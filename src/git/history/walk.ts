// The type of walks over the history, which yield to other requests now and then.
import { type Budget, unlimited, type Work } from "../budget.ts";
import type { GraphCommit } from "./commit-graph.ts";

/** The commits of a walk, in order, lazily; undefined at the end of a slice. */
export type Walk = Generator<GraphCommit | undefined, void, undefined>;

/** The first commits, at most `most`. */
export function* firstOf(walk: Walk, most: number): Work<GraphCommit[]> {
  return (yield* firstWithin(walk, most, unlimited())) ?? [];
}

/** The same; null when the budget, which must be the walk's, runs out first. */
export function* firstWithin(walk: Walk, most: number, budget: Budget): Work<GraphCommit[] | null> {
  const found: GraphCommit[] = [];
  for (const commit of walk) {
    if (budget.isSpent) return null;
    if (commit === undefined) yield;
    else if (found.push(commit) >= most) break;
  }
  return found;
}

/** The number of commits; counting stops at `most`. */
export function* countOf(walk: Walk, most = Number.POSITIVE_INFINITY): Work<number> {
  let count = 0;
  for (const commit of walk) {
    if (commit === undefined) yield;
    else if (++count >= most) break;
  }
  return count;
}
