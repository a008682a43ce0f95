// Deltas: an object as copies from a base object and inserted bytes.
import { GitError } from "../git-error.ts";

export interface DeltaSizes {
  readonly baseSize: number;
  readonly resultSize: number;
  /** Index of the first instruction. */
  readonly start: number;
}

const corrupt = (text: string) => new GitError("pack", `corrupt delta: ${text}`);

/** @throws GitError when the sizes cannot be read */
export function deltaSizes(delta: Uint8Array): DeltaSizes {
  const base = readSize(delta, 0);
  const result = readSize(delta, base.end);
  return { baseSize: base.size, resultSize: result.size, start: result.end };
}

/** Seven bits per byte, least significant first. */
function readSize(delta: Uint8Array, start: number): { size: number; end: number } {
  let size = 0;
  let unit = 1;
  for (let at = start; ; at++) {
    const byte = delta[at];
    if (byte === undefined) throw corrupt("it ends within its sizes");
    size += (byte & 0x7f) * unit;
    // The unit, too: zeros may follow without end, and once it is infinite the sum is not a number.
    if (size > Number.MAX_SAFE_INTEGER || unit > Number.MAX_SAFE_INTEGER)
      throw corrupt("its sizes are beyond all limits");
    if (byte < 0x80) return { size, end: at + 1 };
    unit *= 128;
  }
}

/** Shorter copies are faster as a loop. */
const SHORT_COPY = 32;

/**
 * Makes an object from `base` and `delta`.
 *
 * @param allocate makes the bytes of the result
 * @throws GitError unless the sizes match those in the delta and no instruction exceeds them
 */
export function applyDelta(
  base: Uint8Array,
  delta: Uint8Array,
  mostBytes: number,
  allocate = (size: number): Uint8Array => new Uint8Array(size),
): Uint8Array {
  const { baseSize, resultSize, start } = deltaSizes(delta);
  if (baseSize !== base.length) throw corrupt(`it is for a base of ${baseSize} bytes, which has ${base.length}`);
  if (resultSize > mostBytes) throw corrupt(`its result has ${resultSize} bytes, more than ${mostBytes}`);
  const result = allocate(resultSize);
  let filled = 0;
  const copy = (from: Uint8Array, offset: number, size: number) => {
    if (filled + size > resultSize) throw corrupt("it makes more than the bytes it names");
    if (size < SHORT_COPY) for (let at = 0; at < size; at++) result[filled + at] = from[offset + at] ?? 0;
    else result.set(from.subarray(offset, offset + size), filled);
    filled += size;
  };
  for (let at = start; at < delta.length; ) {
    const instruction = delta[at++] ?? 0;
    if (instruction === 0) throw corrupt("it has an instruction that is reserved");
    if (instruction < 0x80) {
      if (at + instruction > delta.length) throw corrupt("it ends within bytes to insert");
      copy(delta, at, instruction);
      at += instruction;
      continue;
    }
    let offset = 0;
    let size = 0;
    for (let bit = 0; bit < 7; bit++) {
      if ((instruction & (1 << bit)) === 0) continue;
      const byte = delta[at++];
      if (byte === undefined) throw corrupt("it ends within an instruction");
      if (bit < 4) offset |= byte << (8 * bit);
      else size |= byte << (8 * (bit - 4));
    }
    offset >>>= 0;
    if (size === 0) size = 0x10000;
    if (offset + size > base.length) throw corrupt("it copies from beyond its base");
    copy(base, offset, size);
  }
  if (filled !== resultSize) throw corrupt(`it makes ${filled} bytes, and names ${resultSize}`);
  return result;
}
