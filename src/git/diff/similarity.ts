// How much of one blob is found again in another, by git's measure: blobs are cut into lines (of at most 64 bytes), and
// what both have of the same chunks counts, wherever it stands.
import { at, byteAt } from "./elements.ts";
import { isBinary } from "./text.ts";

const newline = 0x0a;
const carriageReturn = 0x0d;
const longestChunk = 64;
const hashes = 107_927;

/** The distinct chunks of a blob: how many bytes each hash stands for. */
export interface Chunks {
  readonly hashes: Int32Array;
  readonly bytes: Int32Array;
}

/** By hash; all 0 between two calls. */
const tally = new Int32Array(hashes);

/** A last line without a newline is not counted (unless it is of 64 bytes): git has it so up to 2.43. */
export function chunksOf(blob: Uint8Array): Chunks {
  const isText = !isBinary(blob);
  const found: number[] = [];
  let low = 0;
  let high = 0;
  let length = 0;
  for (let index = 0; index < blob.length; index++) {
    const byte = byteAt(blob, index);
    if (byte === carriageReturn && isText && blob[index + 1] === newline) continue;
    const before = low;
    low = (((low << 7) ^ (high >>> 25)) + byte) | 0;
    high = (high << 7) ^ (before >>> 25);
    if (++length < longestChunk && byte !== newline) continue;
    const hash = ((low + Math.imul(high, 0x61)) >>> 0) % hashes;
    if (at(tally, hash) === 0) found.push(hash);
    tally[hash] = at(tally, hash) + length;
    low = high = length = 0;
  }
  const chunks = { hashes: Int32Array.from(found), bytes: new Int32Array(found.length) };
  chunks.hashes.forEach((hash, index) => {
    chunks.bytes[index] = at(tally, hash);
    tally[hash] = 0;
  });
  return chunks;
}

/** Bytes of `a` that `b` has too. */
export function copiedBytes(a: Chunks, b: Chunks): number {
  for (let index = 0; index < b.hashes.length; index++) tally[at(b.hashes, index)] = at(b.bytes, index);
  let copied = 0;
  for (let index = 0; index < a.hashes.length; index++) {
    copied += Math.min(at(a.bytes, index), at(tally, at(a.hashes, index)));
  }
  for (let index = 0; index < b.hashes.length; index++) tally[at(b.hashes, index)] = 0;
  return copied;
}
