// Whether one commit is among another's ancestors.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitGraph, knownCommit } from "./commit-graph.ts";
import { Heap } from "./heap.ts";

/** Some commits and all their ancestors, walked down no further than it takes to answer. */
export class Ancestors {
  readonly #graph: CommitGraph;
  /** To be walked from, newest id first. */
  readonly #ahead = new Heap<number>((one, other) => one > other);
  readonly #seen = new Set<number>();
  readonly #budget: Budget;

  /** @param tips are there, or this throws */
  constructor(graph: CommitGraph, tips: Iterable<Oid>, budget = unlimited()) {
    this.#graph = graph;
    this.#budget = budget;
    for (const tip of tips) this.#add(knownCommit(graph, tip).id);
  }

  /** Whether it is one of the commits, or an ancestor of one. */
  *has(id: number): Work<boolean> {
    // Nobody with a lower id can have this one for a parent.
    for (let next = this.#ahead.peek(); next !== undefined && next > id; next = this.#ahead.peek()) {
      this.#ahead.pop();
      this.#budget.spend(cost.commit);
      if (this.#budget.endsSlice()) yield;
      for (const parent of this.#graph.get(next).parents) this.#add(parent);
    }
    return this.#seen.has(id);
  }

  #add(id: number): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#ahead.push(id);
  }
}

/** True for a commit and itself, too. Both are there, or this throws. */
export const isAncestor = (graph: CommitGraph, ancestor: Oid, descendant: Oid): Work<boolean> =>
  new Ancestors(graph, [descendant]).has(knownCommit(graph, ancestor).id);
