// Measures how much of one blob occurs in another, as git does: it cuts blobs into lines of at most 64 bytes and counts
// the bytes of chunks that both contain, in any order. Chunks are compared by a hash with few values. Its collisions
// affect the result, so the hash must be git's (docs/git-sources.md).
import { at, byteAt } from "./elements.ts";
import { isBinary } from "./text.ts";

const newline = 0x0a;
const carriageReturn = 0x0d;
const longestChunk = 64;
/** Number of hash values. */
const hashes = 107_927;
const highFactor = 97;

/** The distinct chunks of a blob, by hash, and the number of bytes of each. */
export interface Chunks {
  readonly hashes: Int32Array;
  readonly bytes: Int32Array;
}

/** By hash; all 0 between calls. */
const tally = new Int32Array(hashes);

/**
 * In a text, a carriage return before a newline is ignored. In git up to 2.43 a last line without a newline is ignored
 * as well, unless it has 64 bytes.
 */
export function chunksOf(blob: Uint8Array): Chunks {
  const isText = !isBinary(blob);
  const found: number[] = [];
  for (let index = 0; index < blob.length; ) {
    // The hash is a 64-bit number in two halves: rotated by 7 bits for each byte, which is added to the lower half.
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

/** Number of bytes of `a` in chunks that `b` contains as well. */
export function copiedBytes(a: Chunks, b: Chunks): number {
  for (let index = 0; index < b.hashes.length; index++) tally[at(b.hashes, index)] = at(b.bytes, index);
  let copied = 0;
  for (let index = 0; index < a.hashes.length; index++) {
    copied += Math.min(at(a.bytes, index), at(tally, at(a.hashes, index)));
  }
  for (let index = 0; index < b.hashes.length; index++) tally[at(b.hashes, index)] = 0;
  return copied;
}
