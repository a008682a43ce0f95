// What stores the objects of a pack while it is received.
import type { ObjectType, Oid } from "../objects/oid.ts";
import type { StoredObject } from "./entries.ts";

/** An object to store. Its bytes may be views of buffers that are used again: the store copies what it keeps. */
export interface PackedObject {
  /** Raw id. */
  readonly oid: Uint8Array;
  readonly type: ObjectType;
  /** Bytes of the object, also when it is to be stored as a delta. */
  readonly size: number;
  readonly delta: PackedDelta | null;
  /** The zlib stream of the object or of the delta. */
  readonly compressed: Iterable<Uint8Array>;
  readonly compressedSize: number;
  /** Null for a large blob. Do not change it. */
  readonly content: Uint8Array | null;
}

export interface PackedDelta {
  /** Raw id. */
  readonly base: Uint8Array;
  /** Inflated bytes of the delta. */
  readonly size: number;
  /** Length of the delta chain down to a whole object: at least 1. */
  readonly depth: number;
}

/** A delta whose base has not arrived. */
export interface ParkedDelta {
  /** Inflated bytes of the delta. */
  readonly size: number;
  readonly compressed: Iterable<Uint8Array>;
  readonly compressedSize: number;
}

/** Synchronous, as the SQLite of a Durable Object is. */
export interface PackStore {
  /** Null for an object that does not exist. Finds kept objects immediately. */
  stored(oid: Oid): StoredObject | null;
  /**
   * Called once per entry, for a delta's base before the delta. An object that exists must stay stored as it is:
   * replacing it could make its base a delta of it. In that case the result is `known`.
   */
  keep(object: PackedObject): "kept" | "known";
  /** Stores a delta whose base has not arrived. */
  park(offset: number, delta: ParkedDelta): void;
  /** Returns a parked delta; called once for each. */
  unpark(offset: number): ParkedDelta;
}
