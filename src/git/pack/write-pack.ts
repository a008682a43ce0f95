// Writes a pack on demand.
import { createHash } from "node:crypto";
import { type Oid, oidBytes } from "../objects/oid.ts";
import type { StoredObject } from "./entries.ts";
import { type EntryRun, storedHeader } from "./stored-entry.ts";

/** The data of one side-band-64k packet. */
const CHUNK_BYTES = 65515;

export type Outgoing = StoredObject | EntryRun;

/**
 * A pack in chunks, made on demand: stored zlib streams are sent unchanged, deltas as REF_DELTA. The pack must contain
 * their bases unless it is a thin pack. Do not change the chunks.
 *
 * @param count number of objects
 * @returns the pack's checksum
 * @throws Error when `objects` yields more or fewer
 */
export function* writePack(count: number, objects: Iterable<Outgoing>): Generator<Uint8Array, Oid, undefined> {
  const hash = createHash("sha1");
  let chunk = new Uint8Array(CHUNK_BYTES);
  let filled = 0;
  /** Yields the chunks that become full. */
  function* put(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + CHUNK_BYTES - filled);
      chunk.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === CHUNK_BYTES) yield* flush();
    }
  }
  function* flush(): Generator<Uint8Array, void, undefined> {
    if (filled === 0) return;
    const full = chunk.subarray(0, filled);
    hash.update(full);
    chunk = new Uint8Array(CHUNK_BYTES);
    filled = 0;
    yield full;
  }
  yield* put(packHeader(count));
  let written = 0;
  for (const object of objects) {
    written += "entries" in object ? object.entries : 1;
    if (written > count) break;
    if ("entries" in object) {
      yield* put(object.bytes);
      continue;
    }
    yield* put(storedHeader(object));
    for (const piece of object.compressed) yield* put(piece);
  }
  if (written !== count) throw new Error(`A pack of ${count} objects was given ${written > count ? "more" : written}`);
  yield* flush();
  const checksum = hash.digest("hex");
  yield oidBytes(checksum);
  return checksum;
}

function packHeader(count: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(12));
  header.setUint32(0, 0x5041434b); // PACK
  header.setUint32(4, 2);
  header.setUint32(8, count);
  return new Uint8Array(header.buffer);
}
