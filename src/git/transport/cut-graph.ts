// The history as a shallow clone sees it.
import type { CommitGraph, GraphCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";

/** A graph in which the commits in `ends` have no parents. */
export class CutGraph implements CommitGraph {
  readonly #graph: CommitGraph;
  readonly #ends: ReadonlySet<number>;

  constructor(graph: CommitGraph, ends: ReadonlySet<number>) {
    this.#graph = graph;
    this.#ends = ends;
  }

  find(oid: Oid): GraphCommit | null {
    const commit = this.#graph.find(oid);
    return commit === null ? null : this.#cut(commit);
  }

  get(id: number): GraphCommit {
    return this.#cut(this.#graph.get(id));
  }

  #cut(commit: GraphCommit): GraphCommit {
    return this.#ends.has(commit.id) ? { ...commit, parents: [] } : commit;
  }
}
