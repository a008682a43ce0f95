// Inflates short zlib streams (RFC 1950, 1951): for these, calling zlib takes several times as long.
import { PrefixCode } from "./prefix-code.ts";

/** In bytes. zlib is faster for longer content. */
export const MOST_SHORT = 2048;

/** In bytes. Longer content is left to zlib if it has codes of its own, because making their tables takes so long. */
export const MOST_WITH_CODES = 256;

/** More blocks are left to zlib: their tables would take long to make. */
const MOST_BLOCKS = 4;

const [LITERALS, DISTANCES, END] = [288, 32, 256];
const [STORED, FIXED, DYNAMIC] = [0, 1, 2];

const lengthBase = Uint16Array.of(
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
  13,
  15,
  17,
  19,
  23,
  27,
  31,
  35,
  43,
  51,
  59,
  67,
  83,
  99,
  115,
  131,
  163,
  195,
  227,
  258,
);
const lengthBits = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0);
const distanceBase = Uint16Array.of(
  1,
  2,
  3,
  4,
  5,
  7,
  9,
  13,
  17,
  25,
  33,
  49,
  65,
  97,
  129,
  193,
  257,
  385,
  513,
  769,
  1025,
  1537,
  2049,
  3073,
  4097,
  6145,
  8193,
  12289,
  16385,
  24577,
);
const distanceBits = Uint8Array.of(
  0,
  0,
  0,
  0,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  4,
  5,
  5,
  6,
  6,
  7,
  7,
  8,
  8,
  9,
  9,
  10,
  10,
  11,
  11,
  12,
  12,
  13,
  13,
);
/** The order in which the lengths of the codes for code lengths come. */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const lengths = new Uint8Array(LITERALS + DISTANCES);
const [literals, distances, codeLengths] = [new PrefixCode(), new PrefixCode(), new PrefixCode()];
const [fixedLiterals, fixedDistances] = [new PrefixCode(), new PrefixCode()];
lengths.fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280, LITERALS);
fixedLiterals.make(lengths, 0, LITERALS);
lengths.fill(5, 0, DISTANCES);
fixedDistances.make(lengths, 0, DISTANCES);

// The input, and its next bits, the lowest first: variables of the module, because an object for each stream is slower.
let input: Uint8Array = lengths;
let at = 0;
let held = 0;
let heldBits = 0;

/** At most 16 bits. Beyond the end of the input they are 0; {@link inflateShort} notices that. */
function need(bits: number): void {
  for (; heldBits < bits; heldBits += 8) held |= (input[at++] ?? 0) << heldBits;
}

function take(bits: number): number {
  need(bits);
  const value = held & ((1 << bits) - 1);
  held >>>= bits;
  heldBits -= bits;
  return value;
}

function decode({ entries, bits }: PrefixCode): number {
  need(bits);
  const entry = entries[held & ((1 << bits) - 1)] ?? 0;
  held >>>= entry & 15;
  heldBits -= entry & 15;
  return entry >> 4;
}

/**
 * Inflates the stream at the start of `bytes`.
 *
 * @param content to fill, of the size of the content
 * @returns the content and the number of bytes used; null for streams that zlib has to look at, faulty ones among them
 */
export function inflateShort(
  bytes: Uint8Array,
  size: number,
  content: Uint8Array = new Uint8Array(size),
): { content: Uint8Array; used: number } | null {
  const head = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  // Deflate with any window, and no dictionary.
  if ((head & 0x0f20) !== 0x0800 || head >> 12 > 7 || head % 31 !== 0) return null;
  [input, at, held, heldBits] = [bytes, 2, 0, 0];
  let filled = 0;
  for (let [block, isLast] = [0, false]; !isLast; block++) {
    if (block === MOST_BLOCKS || at > bytes.length) return null;
    isLast = take(1) === 1;
    const type = take(2);
    if (type === DYNAMIC && size > MOST_WITH_CODES) return null;
    filled = type === STORED ? copyStored(content, filled) : isReady(type) ? inflateBlock(content, filled, type) : -1;
    if (filled < 0) return null;
  }
  at -= heldBits >> 3;
  const used = at + 4;
  if (filled !== size || used > bytes.length) return null;
  const sum =
    (bytes[at] ?? 0) * 2 ** 24 + ((bytes[at + 1] ?? 0) << 16) + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  return sum === shortAdler32(content) ? { content, used } : null;
}

/** For the functions below, too: returns the number of bytes filled, or -1 if zlib has to look at the stream. */
function copyStored(content: Uint8Array, filled: number): number {
  take(heldBits & 7);
  const length = take(16);
  if ((length ^ take(16)) !== 0xffff || filled + length > content.length) return -1;
  at -= heldBits >> 3;
  [held, heldBits] = [0, 0];
  if (at + length > input.length) return -1;
  content.set(input.subarray(at, at + length), filled);
  at += length;
  return filled + length;
}

function isReady(type: number): boolean {
  if (type !== DYNAMIC) return type === FIXED;
  const [literalCount, distanceCount, lengthCount] = [take(5) + 257, take(5) + 1, take(4) + 4];
  // zlib refuses these, and so would the clients to which the stream is sent as it came.
  if (literalCount > 286 || distanceCount > 30) return false;
  lengths.fill(0, 0, 19);
  for (let place = 0; place < lengthCount; place++) lengths[lengthOrder[place] ?? 0] = take(3);
  if (!codeLengths.make(lengths, 0, 19)) return false;
  const end = literalCount + distanceCount;
  for (let place = 0; place < end; ) {
    const symbol = decode(codeLengths);
    if (symbol < 16) {
      lengths[place++] = symbol;
      continue;
    }
    const repeated = symbol === 16 ? (place === 0 ? 0 : (lengths[place - 1] ?? 0)) : 0;
    const count = symbol === 16 ? 3 + take(2) : symbol === 17 ? 3 + take(3) : 11 + take(7);
    if (place + count > end || (symbol === 16 && place === 0)) return false;
    lengths.fill(repeated, place, place + count);
    place += count;
  }
  return literals.make(lengths, 0, literalCount) && distances.make(lengths, literalCount, end);
}

/** Has the bits in variables of its own, which is twice as fast as {@link take}. After a refill there are 16 at least. */
function inflateBlock(content: Uint8Array, from: number, type: number): number {
  const [literalCode, distanceCode] = type === FIXED ? [fixedLiterals, fixedDistances] : [literals, distances];
  const [literalEntries, literalMask] = [literalCode.entries, (1 << literalCode.bits) - 1];
  const [distanceEntries, distanceMask] = [distanceCode.entries, (1 << distanceCode.bits) - 1];
  const [bytes, end, size] = [input, input.length, content.length];
  let [place, bits, count, filled] = [at, held, heldBits, from];
  for (;;) {
    for (; count < 16; count += 8, place++) bits |= (place < end ? (bytes[place] ?? 0) : 0) << count;
    const entry = literalEntries[bits & literalMask] ?? 0;
    bits >>>= entry & 15;
    count -= entry & 15;
    const symbol = entry >> 4;
    if (symbol < END) {
      if (filled === size) return -1;
      content[filled++] = symbol;
      continue;
    }
    if (symbol === END) break;
    const extra = lengthBits[symbol - END - 1] ?? 0;
    const length = (lengthBase[symbol - END - 1] ?? 0) + (bits & ((1 << extra) - 1));
    bits >>>= extra;
    count -= extra;
    for (; count < 16; count += 8, place++) bits |= (place < end ? (bytes[place] ?? 0) : 0) << count;
    const code = distanceEntries[bits & distanceMask] ?? 0;
    bits >>>= code & 15;
    count -= code & 15;
    for (; count < 16; count += 8, place++) bits |= (place < end ? (bytes[place] ?? 0) : 0) << count;
    const more = distanceBits[code >> 4] ?? 0;
    const distance = (distanceBase[code >> 4] ?? 0) + (bits & ((1 << more) - 1));
    bits >>>= more;
    count -= more;
    if (length < 3 || distance === 0 || distance > filled || filled + length > size) return -1;
    // Byte by byte, because the copy may overlap with its source.
    for (const stop = filled + length; filled < stop; filled++) content[filled] = content[filled - distance] ?? 0;
  }
  [at, held, heldBits] = [place, bits, count];
  return filled;
}

const ADLER_PRIME = 65521;

/** Content of at most {@link MOST_SHORT} bytes does not exceed 32 bits. */
function shortAdler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let index = 0; index < bytes.length; index++) {
    low += bytes[index] ?? 0;
    high += low;
  }
  return (high % ADLER_PRIME) * 0x10000 + (low % ADLER_PRIME);
}
