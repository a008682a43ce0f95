// Short objects are inflated and hashed by own code: with the same results as zlib and node:crypto, faults included.
import { createHash } from "node:crypto";
import { constants, deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { MOST_SHORT as MOST_HASHED } from "../../../src/git/objects/sha1.ts";
import { inflatePrefix } from "../../../src/git/pack/inflate.ts";
import { inflateShort, MOST_SHORT, MOST_WITH_CODES } from "../../../src/git/pack/short-inflate.ts";
import { cases } from "../../support/sample.ts";
import { Random } from "../random.ts";

const words = ["const ", "value", " = ", "compute(", "tree ", "parent ", "\n", "x", "0"];

function content(random: Random, size: number): Buffer {
  if (random.chance(30)) return Buffer.from(random.bytes(size));
  let text = "";
  while (text.length < size) text += random.pick(words);
  return Buffer.from(text.slice(0, size));
}

/** The streams of zlib for all kinds of blocks: stored, with fixed codes, with own codes. */
function compressed(random: Random, bytes: Uint8Array): Buffer {
  const strategy = random.pick([constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY]);
  return deflateSync(bytes, { level: random.pick([0, 1, 6, 9]), strategy });
}

test("streams of zlib are inflated, whatever follows them", () => {
  for (let seed = 1; seed <= cases(500); seed++) {
    const random = new Random(seed);
    const bytes = content(random, random.below(random.pick([30, 300, MOST_SHORT + 1])));
    const stream =
      bytes.length <= MOST_WITH_CODES ? compressed(random, bytes) : deflateSync(bytes, { strategy: constants.Z_FIXED });
    const result = inflateShort(Buffer.concat([stream, random.bytes(random.below(40))]), bytes.length);
    expect({ seed, used: result?.used }).toEqual({ seed, used: stream.length });
    expect({ seed, isEqual: bytes.equals(result?.content ?? Buffer.from("null")) }).toEqual({ seed, isEqual: true });
  }
});

test("longer streams with codes of their own are left to zlib", () => {
  const text = Buffer.from("the quick brown fox jumps over the lazy dog ".repeat(40));
  const stream = deflateSync(text, { strategy: constants.Z_HUFFMAN_ONLY });
  expect(inflateShort(stream, text.length)).toBe(null);
  expect(inflatePrefix(Buffer.concat([stream, Buffer.alloc(30)]), text.length)).toMatchObject({ used: stream.length });
});

test("a stream that zlib refuses, or of another size, is left to zlib", () => {
  for (let seed = 1; seed <= cases(500); seed++) {
    const random = new Random(seed);
    const bytes = content(random, 1 + random.below(random.pick([30, 300, MOST_SHORT])));
    const stream = compressed(random, bytes);
    for (const size of [0, bytes.length - 1, bytes.length + 1]) {
      expect({ seed, size, result: inflateShort(stream, size) }).toEqual({ seed, size, result: null });
    }
    const cut = stream.subarray(0, random.below(stream.length));
    expect({ seed, cut: inflateShort(cut, bytes.length) }).toEqual({ seed, cut: null });
    const changed = Buffer.from(stream);
    const at = random.below(stream.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
    const result = inflateShort(changed, bytes.length);
    if (result !== null)
      expect({ seed, content: inflateSync(changed) }).toEqual({ seed, content: Buffer.from(result.content) });
  }
});

/** Packs bits as RFC 1951 does: numbers from their lowest bit, codes (texts of 0 and 1) as they are written. */
function bitsOf(...parts: (string | [value: number, count: number])[]): Uint8Array {
  const bits = parts.flatMap((part) =>
    typeof part === "string"
      ? Array.from(part, Number)
      : Array.from({ length: part[1] }, (_, at) => (part[0] >> at) & 1),
  );
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries()) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7));
  return bytes;
}

/** The stream of "a" in a block with own codes, of which it declares so many. */
function declaring(literalCount: number, distanceCount: number): Buffer {
  // Lengths of codes: 0 and 1 have codes of 2 bits, 18 (repeated zeros) one of 1 bit.
  const lengthCodes = [0, 0, 1, 2, ...Array(13).fill(0), 2];
  const zeros = (count: number): [string, [number, number]] => ["0", [count - 11, 7]];
  const block = bitsOf(
    [1, 1],
    [2, 2],
    [literalCount - 257, 5],
    [distanceCount - 1, 5],
    [lengthCodes.length - 4, 4],
    ...lengthCodes.map((length): [number, number] => [length, 3]),
    ...zeros(97),
    "11",
    ...zeros(138),
    ...zeros(20),
    "11",
    "10".repeat(literalCount - 257 + distanceCount - 2),
    "1111",
    "0",
    "1",
  );
  const checksum = Buffer.from([0, 0x62, 0, 0x62]);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), block, checksum]);
}

test.each([
  [257, 2, true],
  [286, 30, true],
  [287, 30, false],
  [286, 31, false],
  [288, 32, false],
])("a block that declares %i and %i codes is inflated if zlib does it: %s", (literals, distances, isInflated) => {
  const stream = declaring(literals, distances);
  const byZlib = () => inflateSync(stream).toString();
  if (isInflated) expect(byZlib()).toBe("a");
  else expect(byZlib).toThrow("too many length or distance symbols");
  const result = inflateShort(stream, 1);
  expect(result === null ? null : Buffer.from(result.content).toString()).toBe(isInflated ? "a" : null);
});

test("ids of objects of every length are their SHA-1", () => {
  const random = new Random(1);
  const bytes = Buffer.from(random.bytes(MOST_HASHED + 200));
  for (let size = 0; size <= bytes.length; size++) {
    const object = bytes.subarray(0, size);
    const expected = createHash("sha1").update(`blob ${size}\0`).update(object).digest("hex");
    if (hashObject("blob", object) !== expected) expect({ size, oid: hashObject("blob", object) }).toBe(expected);
  }
  expect(hashObject("blob", Buffer.from("hello"))).toBe("b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0");
});
