// The commit graph: ids, parents and times of commits without their objects. Every walk over the history reads it.
import type { Oid } from "../objects/oid.ts";

/** The fields of a commit that walks need. */
export interface GraphCommit {
  /** Topological number within the repository: a parent's id is always lower than its child's. */
  readonly id: number;
  readonly oid: Oid;
  readonly tree: Oid;
  /** In the order of the commit object. */
  readonly parents: readonly number[];
  /** The committer's time, in seconds since 1970. */
  readonly time: number;
}

/** Synchronous, as the SQLite of a Durable Object is. */
export interface CommitGraph {
  find(oid: Oid): GraphCommit | null;
  /** @throws Error for an id that was never assigned */
  get(id: number): GraphCommit;
}

/** @throws Error when the commit does not exist: callers check their commits before they walk */
export function knownCommit(graph: CommitGraph, oid: Oid): GraphCommit {
  const commit = graph.find(oid);
  if (commit === null) throw new Error(`There is no commit ${oid}`);
  return commit;
}
