// The entries of a pack as they are read, and objects as they are stored.
import type { ObjectType, Oid } from "../objects/oid.ts";

/** Compressed objects are split into pieces of this many bytes, so that each piece fits a database row. */
export const PIECE_BYTES = 1024 * 1024;

/** Its bytes are views that are valid until the next entry is read, because copies of small ones would cost more. */
interface Entry {
  /** Position in the pack, by which deltas name their base. */
  readonly offset: number;
  /** Inflated bytes of the object or of the delta. */
  readonly size: number;
  /** The received zlib stream, in pieces of {@link PIECE_BYTES}; usually one piece. */
  readonly compressed: readonly Uint8Array[];
  readonly compressedSize: number;
}

export interface WholeEntry extends Entry {
  readonly kind: "whole";
  readonly type: ObjectType;
  /** Raw id. */
  readonly oid: Uint8Array;
  /** Null for a large blob, which is not kept in memory. */
  readonly content: Uint8Array | null;
}

export interface DeltaEntry extends Entry {
  readonly kind: "delta";
  /** An earlier entry by its offset, or any object by its id. */
  readonly base: { readonly offset: number } | { readonly oid: Oid };
  readonly delta: Uint8Array;
  /** Bytes of the resulting object. */
  readonly resultSize: number;
}

export type PackEntry = WholeEntry | DeltaEntry;

/** An object in the form in which it is stored and sent: whole or as a delta. */
export interface StoredObject {
  readonly type: ObjectType;
  /** Bytes of the object, also when it is stored as a delta. */
  readonly size: number;
  readonly delta: StoredDelta | null;
  /** The zlib stream of the object or of the delta. Iterating may read it from the store. */
  readonly compressed: Iterable<Uint8Array>;
  readonly compressedSize: number;
}

export interface StoredDelta {
  readonly base: Oid;
  /** Inflated bytes of the delta. */
  readonly size: number;
  /** Length of the delta chain down to a whole object: at least 1. */
  readonly depth: number;
}
