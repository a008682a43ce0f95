// The objects that diffs and merges read. Synchronous, as the SQLite of a Durable Object is.
import type { Oid } from "../objects/oid.ts";
import type { TreeEntry } from "../objects/tree.ts";

/** Throws for an object that does not exist: connectivity is checked when objects arrive. */
export interface ObjectSource {
  /** In the order of the tree object, with modes normalised by `canonicalMode`. */
  tree(oid: Oid): readonly TreeEntry[];
  blob(oid: Oid): Uint8Array;
  /** Bytes of the blob, without reading it. */
  blobSize(oid: Oid): number;
  /** Objects that will be asked for next: a source to which each costs a statement reads them together. */
  readAhead?(oids: readonly Oid[]): void;
}
