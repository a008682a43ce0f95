// Entries of packs as the store keeps and sends them: a header, then a zlib stream. Deltas name their base by its id.
import { type ObjectType, OID_BYTES, type Oid, oidBytes, oidFrom } from "../objects/oid.ts";
import type { StoredObject } from "./entries.ts";

const typeNumber: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const REF_DELTA = 7;

/** Maximum length of a header: seven bytes hold any size below 2 ** 46. */
export const MOST_HEADER_BYTES = 7 + OID_BYTES;

/** Entries that are sent unchanged. */
export interface EntryRun {
  /** Number of entries that begin in `bytes`. */
  readonly entries: number;
  readonly bytes: Uint8Array;
}

export const storedHeader = ({ type, size, delta }: StoredObject): Uint8Array =>
  delta === null ? entryHeader(type, size, null) : entryHeader(type, delta.size, oidBytes(delta.base));

/** @param inflated bytes of the object, or of the delta @param base raw id of a delta's base */
export function entryHeader(type: ObjectType, inflated: number, base: Uint8Array | null): Uint8Array {
  const number = base === null ? typeNumber[type] : REF_DELTA;
  let rest = Math.floor(inflated / 16);
  let length = 1;
  for (let left = rest; left > 0; left = Math.floor(left / 128)) length += 1;
  const bytes = new Uint8Array(base === null ? length : length + OID_BYTES);
  bytes[0] = (number << 4) | (inflated % 16) | (length > 1 ? 0x80 : 0);
  for (let at = 1; at < length; at++) {
    bytes[at] = (rest % 128) | (at < length - 1 ? 0x80 : 0);
    rest = Math.floor(rest / 128);
  }
  if (base !== null) bytes.set(base, length);
  return bytes;
}

export interface EntryHead {
  /** Inflated bytes of the object or of the delta. */
  readonly size: number;
  /** Null for a whole object. */
  readonly base: Oid | null;
  /** Length of the header in bytes. */
  readonly length: number;
}

/** Reads what {@link entryHeader} wrote. */
export function readEntryHead(bytes: Uint8Array): EntryHead {
  const first = bytes[0] ?? 0;
  let at = 1;
  let size = first & 0xf;
  for (let [byte, unit] = [first, 16]; byte >= 0x80; unit *= 128) {
    byte = bytes[at++] ?? 0;
    size += (byte & 0x7f) * unit;
  }
  if (((first >> 4) & 7) !== REF_DELTA) return { size, base: null, length: at };
  return { size, base: oidFrom(bytes, at), length: at + OID_BYTES };
}
