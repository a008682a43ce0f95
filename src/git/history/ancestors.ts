// Decides whether a commit is an ancestor of others.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitGraph, knownCommit } from "./commit-graph.ts";
import { Heap } from "./heap.ts";

/** A set of commits and all their ancestors, walked only as far as the queries need. */
export class Ancestors {
  readonly #graph: CommitGraph;
  /** Commits whose parents are not read yet, highest id first. */
  readonly #queue = new Heap<number>((one, other) => one > other);
  readonly #seen = new Set<number>();
  readonly #budget: Budget;

  /** @throws Error when a tip does not exist */
  constructor(graph: CommitGraph, tips: Iterable<Oid>, budget = unlimited()) {
    this.#graph = graph;
    this.#budget = budget;
    for (const tip of tips) this.#add(knownCommit(graph, tip).id);
  }

  /** True for a tip and for an ancestor of a tip. */
  *has(id: number): Work<boolean> {
    // A commit's id is higher than its parents': commits with a lower id cannot lead to this one.
    for (let next = this.#queue.peek(); next !== undefined && next > id; next = this.#queue.peek()) {
      this.#queue.pop();
      this.#budget.spend(cost.commit);
      if (this.#budget.endsSlice()) yield;
      for (const parent of this.#graph.get(next).parents) this.#add(parent);
    }
    return this.#seen.has(id);
  }

  #add(id: number): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#queue.push(id);
  }
}

/** True for a commit and itself, too. @throws Error when either does not exist */
export const isAncestor = (graph: CommitGraph, ancestor: Oid, descendant: Oid): Work<boolean> =>
  new Ancestors(graph, [descendant]).has(knownCommit(graph, ancestor).id);
