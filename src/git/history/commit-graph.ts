// What a repository knows of its commits without reading them: the ground of every walk over its history.
import type { Oid } from "../objects/oid.ts";

/** A commit as walks need it. */
export interface GraphCommit {
  /** Its place in the repository: a parent's is always lower than its child's. */
  readonly id: number;
  readonly oid: Oid;
  readonly tree: Oid;
  /** In the order of the commit object. */
  readonly parents: readonly number[];
  /** The committer's, seconds since 1970. */
  readonly time: number;
}

/** Synchronous, because a Durable Object's SQLite answers so. */
export interface CommitGraph {
  find(oid: Oid): GraphCommit | null;
  /** @throws Error for an id that was never given out */
  get(id: number): GraphCommit;
}

/** @throws Error when it is not there: who walks from a commit has made sure of it */
export function knownCommit(graph: CommitGraph, oid: Oid): GraphCommit {
  const commit = graph.find(oid);
  if (commit === null) throw new Error(`There is no commit ${oid}`);
  return commit;
}
