// Builds packs by hand: valid ones, and every kind of invalid one.
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { stored } from "./stored.ts";

export const typeNumbers = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

/** @param size the size in the header, if it is wrong */
export function wholeEntry(content: Uint8Array | string, type = 3, size?: number): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return Buffer.concat([entryHeader(type, size ?? bytes.length), deflateSync(bytes)]);
}

/** As {@link wholeEntry}, not compressed: for thousands of objects, and for megabytes. */
export function storedEntry(content: Uint8Array | string, type = 3): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return Buffer.concat([entryHeader(type, bytes.length), stored(bytes)]);
}

export const refDelta = (base: Oid, delta: Uint8Array, size = delta.length): Buffer =>
  Buffer.concat([entryHeader(7, size), Buffer.from(base, "hex"), deflateSync(delta)]);

/** As {@link refDelta}, not compressed: for thousands of deltas. */
export const storedRefDelta = (base: Oid, delta: Uint8Array): Buffer =>
  Buffer.concat([entryHeader(7, delta.length), Buffer.from(base, "hex"), stored(delta)]);

/** @param distance from the start of this entry back to the start of its base */
export const offsetDelta = (distance: number, delta: Uint8Array): Buffer =>
  Buffer.concat([entryHeader(6, delta.length), distanceBytes(distance), deflateSync(delta)]);

export function entryHeader(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size % 16)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() ?? 0) | 0x80, rest % 128);
  }
  return Buffer.from(bytes);
}

export function distanceBytes(distance: number): Buffer {
  const bytes = [distance % 128];
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest--;
    bytes.unshift((rest % 128) | 0x80);
  }
  return Buffer.from(bytes);
}

export function packOf(entries: readonly Uint8Array[], { version = 2, count = entries.length } = {}): Buffer {
  const header = Buffer.from("PACK........");
  header.writeUInt32BE(version, 4);
  header.writeUInt32BE(count, 8);
  return withChecksum(Buffer.concat([header, ...entries]));
}

export const withChecksum = (bytes: Uint8Array): Buffer =>
  Buffer.concat([bytes, createHash("sha1").update(bytes).digest()]);

/** A delta of instructions: a text to insert, or an offset and a size to copy. */
export function deltaOf(
  baseSize: number,
  instructions: readonly (string | readonly [offset: number, size: number])[],
  sizes: { result?: number } = {},
): Buffer {
  let made = 0;
  const bytes = instructions.map((instruction) => {
    if (typeof instruction === "string") {
      made += instruction.length;
      return Buffer.from(`${String.fromCharCode(instruction.length)}${instruction}`, "latin1");
    }
    made += instruction[1];
    return copyInstruction(...instruction);
  });
  return Buffer.concat([sizeBytes(baseSize), sizeBytes(sizes.result ?? made), ...bytes]);
}

export function copyInstruction(offset: number, size: number): Buffer {
  const bytes = [0x80];
  const put = (value: number, bit: number) => {
    if (value === 0) return;
    bytes[0] = (bytes[0] ?? 0) | (1 << bit);
    bytes.push(value);
  };
  for (let byte = 0; byte < 4; byte++) put((offset >>> (8 * byte)) & 0xff, byte);
  for (let byte = 0; byte < 3; byte++) put((size >>> (8 * byte)) & 0xff, byte + 4);
  return Buffer.from(bytes);
}

export function sizeBytes(size: number): Buffer {
  const bytes = [size % 128];
  for (let rest = Math.floor(size / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() ?? 0) | 0x80, rest % 128);
  }
  return Buffer.from(bytes);
}
