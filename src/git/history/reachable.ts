// The commits that `git log` shows, in its order.
import { cost, unlimited, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { Ancestors } from "./ancestors.ts";
import { type CommitGraph, type GraphCommit, knownCommit } from "./commit-graph.ts";
import { Heap } from "./heap.ts";
import type { Walk } from "./walk.ts";

/** A commit that was met and not yet shown. */
interface Waiting {
  readonly commit: GraphCommit;
  /** How many were met before it. */
  readonly turn: number;
}

const comesBefore = (one: Waiting, other: Waiting) =>
  one.commit.time > other.commit.time || (one.commit.time === other.commit.time && one.turn < other.turn);

/**
 * `git rev-list TIPS --not EXCEPT`, in the order it has unless told otherwise: of the commits of which a child was
 * shown, the newest by its committer, the one met first among equals. Reads little more than what is taken from it;
 * with `except`, also the commits that are newer in the repository than what is asked about. All commits are there, or
 * this throws.
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
