// A walk down from several commits that knows of each commit from which of them it is reached.
import type { CommitGraph, GraphCommit } from "./commit-graph.ts";
import { Heap } from "./heap.ts";

/** Children come before their parents: when a commit comes, everything above it has handed down its flags. */
export class FlaggedWalk {
  readonly #graph: CommitGraph;
  readonly #settled: number;
  readonly #ahead = new Heap<number>((one, other) => one > other);
  /** Of the commits that are ahead; never 0. */
  readonly #flags = new Map<number, number>();
  /** How many of those are not settled. */
  #unsettled = 0;

  /** @param settled the walk ends when all that is ahead has these flags */
  constructor(graph: CommitGraph, settled: number) {
    this.#graph = graph;
    this.#settled = settled;
  }

  add(id: number, flags: number): void {
    const before = this.#flags.get(id) ?? 0;
    if (before === 0) this.#ahead.push(id);
    this.#flags.set(id, before | flags);
    const wasUnsettled = before !== 0 && !this.#isSettled(before);
    if (!this.#isSettled(before | flags)) this.#unsettled += wasUnsettled ? 0 : 1;
    else if (wasUnsettled) this.#unsettled--;
  }

  /** @returns null when nothing but settled commits is ahead */
  next(): { commit: GraphCommit; flags: number } | null {
    const id = this.#unsettled > 0 ? this.#ahead.pop() : undefined;
    if (id === undefined) return null;
    const flags = this.#flags.get(id) ?? 0;
    this.#flags.delete(id);
    if (!this.#isSettled(flags)) this.#unsettled--;
    return { commit: this.#graph.get(id), flags };
  }

  #isSettled(flags: number): boolean {
    return (flags & this.#settled) === this.#settled;
  }
}
