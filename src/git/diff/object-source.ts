// What a diff reads: trees and blobs by object id. Synchronous, because a Durable Object's SQLite answers so.
import type { Oid } from "../objects/oid.ts";
import type { TreeEntry } from "../objects/tree.ts";

/** An object that is asked for is there, or this throws: connectivity was checked when it came. */
export interface ObjectSource {
  /** In the order of the tree object, modes as `canonicalMode` has them. */
  tree(oid: Oid): readonly TreeEntry[];
  blob(oid: Oid): Uint8Array;
  /** How many bytes `blob` would answer, known without reading them. */
  blobSize(oid: Oid): number;
}
