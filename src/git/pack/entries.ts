// What a pack is made of, as it is read and as it is stored.
import type { ObjectType, Oid } from "../objects/oid.ts";

/** Bytes of a compressed object; pieces of a large one are at most this long, so that each fits a row. */
export const PIECE_BYTES = 1024 * 1024;

interface Entry {
  /** Where in the pack it begins: other entries name it so. */
  readonly offset: number;
  /** Bytes of what it inflates to: the object, or the delta. */
  readonly size: number;
  /** The zlib stream as it was sent, in pieces of {@link PIECE_BYTES}; most have one. */
  readonly compressed: readonly Uint8Array[];
  readonly compressedSize: number;
}

export interface WholeEntry extends Entry {
  readonly kind: "whole";
  readonly type: ObjectType;
  readonly oid: Oid;
  /** Null for a large blob, which is not held. */
  readonly content: Uint8Array | null;
}

export interface DeltaEntry extends Entry {
  readonly kind: "delta";
  /** An earlier entry by its offset, or any object by its id. */
  readonly base: { readonly offset: number } | { readonly oid: Oid };
  readonly delta: Uint8Array;
  /** Bytes of the object it makes. */
  readonly resultSize: number;
}

export type PackEntry = WholeEntry | DeltaEntry;

/** An object as it is stored and sent: whole, or as a delta. */
export interface StoredObject {
  readonly type: ObjectType;
  /** Bytes of the object, whatever it is stored as. */
  readonly size: number;
  readonly delta: StoredDelta | null;
  /** A zlib stream of the object or of the delta. Read when it is needed only, so it may come from the store then. */
  readonly compressed: Iterable<Uint8Array>;
  readonly compressedSize: number;
}

export interface StoredDelta {
  readonly base: Oid;
  /** Bytes of the delta, inflated. */
  readonly size: number;
  /** How many deltas must be applied to a whole object: at least 1. */
  readonly depth: number;
}
