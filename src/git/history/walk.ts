// A walk over the history, which lets others in now and then.
import { type Budget, unlimited, type Work } from "../budget.ts";
import type { GraphCommit } from "./commit-graph.ts";

/** The commits it shows, in order, lazily; undefined where a slice of work ends. */
export type Walk = Generator<GraphCommit | undefined, void, undefined>;

/** The first commits, so many at most. */
export function* firstOf(walk: Walk, most: number): Work<GraphCommit[]> {
  return (yield* firstWithin(walk, most, unlimited())) ?? [];
}

/** The same; null where the budget, which is the walk's, is spent before they are found. */
export function* firstWithin(walk: Walk, most: number, budget: Budget): Work<GraphCommit[] | null> {
  const found: GraphCommit[] = [];
  for (const commit of walk) {
    if (budget.isSpent) return null;
    if (commit === undefined) yield;
    else if (found.push(commit) >= most) break;
  }
  return found;
}

/** How many there are, counted as far as `most`. */
export function* countOf(walk: Walk, most = Number.POSITIVE_INFINITY): Work<number> {
  let count = 0;
  for (const commit of walk) {
    if (commit === undefined) yield;
    else if (++count >= most) break;
  }
  return count;
}
