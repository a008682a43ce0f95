// Deltas make the right result, and never read or write out of bounds.
import { expect, test } from "vitest";
import { GitError } from "../../../src/git/git-error.ts";
import { applyDelta, deltaSizes } from "../../../src/git/pack/delta.ts";
import { cases } from "../../support/sample.ts";
import { Random } from "../random.ts";
import { copyInstruction, deltaOf, sizeBytes } from "./pack-bytes.ts";

const base = Buffer.from("0123456789");
const apply = (delta: Uint8Array, most = 1000) => Buffer.from(applyDelta(base, delta, most)).toString();
const raw = (baseSize: number, resultSize: number, ...bytes: number[]) =>
  Buffer.concat([sizeBytes(baseSize), sizeBytes(resultSize), Buffer.from(bytes)]);

test("copies and inserts make the result", () => {
  expect(apply(deltaOf(10, [[2, 3], "abc", [0, 10], [9, 1]]))).toBe("234abc01234567899");
  expect(apply(raw(10, 0))).toBe("");
  expect(deltaSizes(raw(300, 70_000)).baseSize).toBe(300);
  expect(deltaSizes(raw(300, 70_000))).toMatchObject({ resultSize: 70_000, start: 5 });
});

test("a copy without a size has 65,536 bytes, from any offset below 4 GB", () => {
  const large = new Uint8Array(0x1020304 + 0x10000 + 5).map((_, index) => index % 251);
  const delta = Buffer.concat([sizeBytes(large.length), sizeBytes(0x10000), Buffer.from([0x8f, 4, 3, 2, 1])]);
  expect(applyDelta(large, delta, 1 << 20)).toEqual(large.slice(0x1020304, 0x1020304 + 0x10000));
  expect(copyInstruction(0x1020304, 0x10000).toString("hex")).toBe("cf0403020101");
});

test.each([
  ["the reserved instruction", raw(10, 1, 0), "reserved"],
  ["another base", raw(9, 1, 0x90, 1), "for a base of 9 bytes, which has 10"],
  ["a copy from beyond the base", raw(10, 5, 0x91, 6, 5), "beyond its base"],
  ["a copy from far beyond the base", raw(10, 5, 0x9f, 0xff, 0xff, 0xff, 0xff, 5), "beyond its base"],
  ["a copy beyond the result", raw(10, 4, 0x90, 5), "more than the bytes it names"],
  ["an insert beyond the result", raw(10, 1, 2, 65, 66), "more than the bytes it names"],
  ["too little", raw(10, 6, 0x90, 5), "makes 5 bytes, and names 6"],
  ["nothing", raw(10, 6), "makes 0 bytes, and names 6"],
  ["an end within an insert", raw(10, 5, 5, 65, 66), "ends within bytes to insert"],
  ["an end within a copy", raw(10, 5, 0x91), "ends within an instruction"],
  ["an end within its sizes", Buffer.from([10, 0x80]), "ends within its sizes"],
  ["no sizes", Buffer.alloc(0), "ends within its sizes"],
  ["sizes without end", Buffer.alloc(100, 0xff), "beyond all limits"],
  ["a size of many zeros", Buffer.from([10, ...Array(200).fill(0x80), 0, 1, 65]), "beyond all limits"],
  ["a result over the limit", raw(10, 1001, 0x90, 5), "more than 1000"],
])("a delta with %s is refused", (_, delta, message) => {
  expect(() => apply(delta)).toThrow(GitError);
  expect(() => apply(delta)).toThrow(message);
});

test("a changed delta makes a result of its own size, or is refused", () => {
  let refused = 0;
  const count = cases(5000);
  for (let seed = 1; seed <= count; seed++) {
    const random = new Random(seed);
    const instructions = random.times(1 + random.below(6), () => {
      const offset = random.below(10);
      return random.chance(50) ? random.words(3).slice(0, 100) : ([offset, random.below(10 - offset) + 1] as const);
    });
    const delta = deltaOf(10, instructions);
    const whole = apply(delta);
    expect(whole).toBe(
      instructions
        .map((one) => (typeof one === "string" ? one : base.toString("latin1", one[0], one[0] + one[1])))
        .join(""),
    );
    for (let changes = 1 + random.below(3); changes > 0; changes--)
      delta[random.below(delta.length)] = random.below(256);
    try {
      expect(applyDelta(base, delta, 1000).length).toBe(deltaSizes(delta).resultSize);
    } catch (error) {
      if (!(error instanceof GitError)) throw new Error(`seed ${seed}`, { cause: error });
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(count / 3);
});
