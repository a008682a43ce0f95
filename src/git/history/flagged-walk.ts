// A walk down from several commits that carries flags from children to parents: which tips reach a commit.
import type { CommitGraph, GraphCommit } from "./commit-graph.ts";
import { Heap } from "./heap.ts";

/** Children come before their parents, so a commit has all its flags by the time it is returned. */
export class FlaggedWalk {
  readonly #graph: CommitGraph;
  readonly #settled: number;
  readonly #queue = new Heap<number>((one, other) => one > other);
  /** Flags of the queued commits, by id; never 0. */
  readonly #flags = new Map<number, number>();
  /** Number of queued commits that are not settled. */
  #unsettled = 0;

  /** @param settled the walk ends when every queued commit has these flags */
  constructor(graph: CommitGraph, settled: number) {
    this.#graph = graph;
    this.#settled = settled;
  }

  add(id: number, flags: number): void {
    const before = this.#flags.get(id) ?? 0;
    if (before === 0) this.#queue.push(id);
    this.#flags.set(id, before | flags);
    const wasUnsettled = before !== 0 && !this.#isSettled(before);
    if (!this.#isSettled(before | flags)) this.#unsettled += wasUnsettled ? 0 : 1;
    else if (wasUnsettled) this.#unsettled--;
  }

  /** @returns null once every queued commit is settled */
  next(): { commit: GraphCommit; flags: number } | null {
    const id = this.#unsettled > 0 ? this.#queue.pop() : undefined;
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
