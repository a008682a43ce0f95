// How much of one blob is found again in another, by git's measure: blobs are cut into lines of at most 64 bytes, and the
// bytes of the chunks that both have count, wherever they are. Chunks are told apart by a hash with few values, so that the
// similarity of two files depends on its collisions: it has to be git's (docs/git-sources.md).
import { at, byteAt } from "./elements.ts";
import { isBinary } from "./text.ts";

const newline = 0x0a;
const carriageReturn = 0x0d;
const longestChunk = 64;
/** How many values the hash has. */
const hashes = 107_927;
const highFactor = 97;

/** The distinct chunks of a blob: how many bytes each hash stands for. */
export interface Chunks {
  readonly hashes: Int32Array;
  readonly bytes: Int32Array;
}

/** By hash; all 0 between two calls. */
const tally = new Int32Array(hashes);

/**
 * A carriage return before a newline does not count in a text. Nor does a last line without a newline, unless it has 64
 * bytes: in git up to 2.43.
 */
export function chunksOf(blob: Uint8Array): Chunks {
  const isText = !isBinary(blob);
  const found: number[] = [];
  for (let index = 0; index < blob.length; ) {
    // The hash is a number of 64 bits, in two halves: rotated by 7 bits for each byte, which is added to the lower half.
    let low = 0;
    let high = 0;
    let length = 0;
    let isWhole = false;
    while (index < blob.length && !isWhole) {
      const byte = byteAt(blob, index++);
      if (byte === carriageReturn && isText && blob[index] === newline) continue;
      const rotated = (low << 7) | (high >>> 25);
      high = (high << 7) | (low >>> 25);
      low = (rotated + byte) | 0;
      length++;
      isWhole = byte === newline || length === longestChunk;
    }
    if (!isWhole) break;
    const hash = ((low + Math.imul(high, highFactor)) >>> 0) % hashes;
    if (at(tally, hash) === 0) found.push(hash);
    tally[hash] = at(tally, hash) + length;
  }
  const chunks = { hashes: Int32Array.from(found), bytes: new Int32Array(found.length) };
  chunks.hashes.forEach((hash, index) => {
    chunks.bytes[index] = at(tally, hash);
    tally[hash] = 0;
  });
  return chunks;
}

/** How many bytes of `a` are in chunks that `b` has as well. */
export function copiedBytes(a: Chunks, b: Chunks): number {
  for (let index = 0; index < b.hashes.length; index++) tally[at(b.hashes, index)] = at(b.bytes, index);
  let copied = 0;
  for (let index = 0; index < a.hashes.length; index++) {
    copied += Math.min(at(a.bytes, index), at(tally, at(a.hashes, index)));
  }
  for (let index = 0; index < b.hashes.length; index++) tally[at(b.hashes, index)] = 0;
  return copied;
}
