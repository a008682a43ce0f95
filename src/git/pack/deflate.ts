// Deflates content in slices.
import { Buffer } from "node:buffer";
import { constants, deflateRawSync } from "node:zlib";
import type { Work } from "../budget.ts";

/** Bytes to deflate between two yields: about ten milliseconds. */
const SLICE_BYTES = 512 * 1024;

/** The header that zlib writes at its default level (RFC 1950). */
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);

const ADLER_PRIME = 65521;
/** Number of bytes after which the sums must be reduced. */
const ADLER_RUN = 5552;

/** A complete zlib stream. */
export function* deflate(content: Uint8Array): Work<Uint8Array> {
  const raw = yield* deflateRaw(content);
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32BE(yield* adler32(content));
  return Buffer.concat([ZLIB_HEADER, raw, trailer]);
}

/** Without header and checksum. All slices but the last end at a byte and are not final, so they concatenate. */
export function* deflateRaw(content: Uint8Array): Work<Uint8Array> {
  const slices: Uint8Array[] = [];
  let at = 0;
  for (; content.length - at > SLICE_BYTES; at += SLICE_BYTES) {
    slices.push(deflateRawSync(content.subarray(at, at + SLICE_BYTES), { finishFlush: constants.Z_SYNC_FLUSH }));
    yield;
  }
  return Buffer.concat([...slices, deflateRawSync(content.subarray(at))]);
}

function* adler32(bytes: Uint8Array): Work<number> {
  let [low, high] = [1, 0];
  for (let start = 0; start < bytes.length; start += ADLER_RUN) {
    const end = Math.min(start + ADLER_RUN, bytes.length);
    for (let at = start; at < end; at++) {
      low += bytes[at] ?? 0;
      high += low;
    }
    low %= ADLER_PRIME;
    high %= ADLER_PRIME;
    if (start % (1000 * ADLER_RUN) === 999 * ADLER_RUN) yield;
  }
  return high * 0x10000 + low;
}
