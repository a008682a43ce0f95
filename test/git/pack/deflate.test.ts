// Content deflated in slices inflates as one stream.
import { inflateRawSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { deflate, deflateRaw } from "../../../src/git/pack/deflate.ts";
import { Random } from "../random.ts";

const SLICE = 512 * 1024;

test.for([0, 1, 5_552, SLICE - 1, SLICE, SLICE + 1, 3 * SLICE, 12_000_000])(
  "%i bytes deflated in slices inflate to the same bytes",
  (length) => {
    const random = new Random(length);
    const content = Buffer.alloc(
      length,
      Array.from({ length: 9_973 }, () => random.below(256)),
    );
    expect(inflateSync(finish(deflate(content))).equals(content)).toBe(true);
    expect(inflateRawSync(finish(deflateRaw(content))).equals(content)).toBe(true);
  },
);
