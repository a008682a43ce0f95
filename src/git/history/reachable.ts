// The commits of `git log`, in its order.
import { cost, unlimited, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { Ancestors } from "./ancestors.ts";
import { type CommitGraph, type GraphCommit, knownCommit } from "./commit-graph.ts";
import { Heap } from "./heap.ts";
import type { Walk } from "./walk.ts";

/** A commit whose child was returned and which is not returned yet. */
interface Waiting {
  readonly commit: GraphCommit;
  /** Number of commits met before it. */
  readonly turn: number;
}

const comesBefore = (one: Waiting, other: Waiting) =>
  one.commit.time > other.commit.time || (one.commit.time === other.commit.time && one.turn < other.turn);

/**
 * `git rev-list TIPS --not EXCEPT` in its default order: of the commits with a returned child, the newest by its
 * committer; of equal times, the one met first. Lazy: reads few commits more than the caller takes; with `except`,
 * also the excluded commits with a higher id.
 *
 * @throws Error when a commit does not exist
 */
export function* reachable(
  graph: CommitGraph,
  tips: Iterable<Oid>,
  except: Iterable<Oid> = [],
  budget = unlimited(),
): Walk {
  const excluded = new Ancestors(graph, except, budget);
  const waiting = new Heap<Waiting>(comesBefore);
  const met = new Set<number>();
  function* meet(commit: GraphCommit): Work<void> {
    if (met.has(commit.id) || (yield* excluded.has(commit.id))) return;
    waiting.push({ commit, turn: met.size });
    met.add(commit.id);
  }
  for (const tip of tips) yield* meet(knownCommit(graph, tip));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield undefined;
    yield next.commit;
    for (const parent of next.commit.parents) if (!met.has(parent)) yield* meet(graph.get(parent));
  }
}
