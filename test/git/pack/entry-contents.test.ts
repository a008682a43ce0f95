// The cache of entries' contents returns what was put in, within its memory.
import { expect, test } from "vitest";
import { EntryContents, type Place } from "../../../src/git/pack/entry-contents.ts";
import { cases } from "../../support/sample.ts";
import { Random } from "../random.ts";

const MOST_BYTES = 1024 * 1024;
/** Buffers that contents share. */
const SHARED_BYTES = 256 * 1024;

/** A buffer of which a content is only a part, so that the cache copies it. */
const others = new Uint8Array(SHARED_BYTES);

/** Bytes of the buffers that hold the contents. */
function bytesHeld(contents: Iterable<Uint8Array>): number {
  const buffers = new Set(Array.from(contents, ({ buffer }) => buffer));
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

test("contents are found unchanged or not at all, and their buffers fit the limit", () => {
  for (let seed = 1; seed <= cases(20); seed++) {
    const random = new Random(seed);
    const cache = new EntryContents(MOST_BYTES);
    const places: Place[] = [];
    const isWhole = (place: Place, content: Uint8Array) => Buffer.alloc(content.length, place % 251).equals(content);
    for (let place = 0; place < 1000; place++) {
      const size = random.below(random.pick([10, 500, 5000, 60_000]));
      if (random.chance(50)) {
        const content = cache.allocate(size);
        content.fill(place % 251);
        cache.keep(place, content);
      } else cache.add(place, random.pick([new Uint8Array(size), others.subarray(0, size)]).fill(place % 251));
      places.push(place);
      // Some are used again and again.
      for (let use = 0; use < 3; use++) cache.get(random.chance(50) ? random.below(20) : random.pick(places));
    }
    const found = places.flatMap((place): [Place, Uint8Array][] => {
      const content = cache.get(place);
      return content === undefined ? [] : [[place, content]];
    });
    expect({ seed, changed: found.filter(([place, content]) => !isWhole(place, content)) }).toEqual({
      seed,
      changed: [],
    });
    expect(found.length).toBeGreaterThan(10);
    // Reading them all has moved some within the cache, so that the sum is more than what it holds at one time.
    expect(bytesHeld(found.map(([, content]) => content))).toBeLessThan(2 * MOST_BYTES + 2 * SHARED_BYTES);
  }
});

test("a content that fills the cache is kept alone, a larger one not at all", () => {
  const cache = new EntryContents(MOST_BYTES);
  cache.add(0, new Uint8Array(1000));
  cache.add(1, new Uint8Array(MOST_BYTES));
  expect([cache.get(0)?.length, cache.get(1)]).toEqual([1000, undefined]);
  cache.add(2, new Uint8Array(MOST_BYTES - 1000));
  expect([cache.get(0), cache.get(2)?.length]).toEqual([undefined, MOST_BYTES - 1000]);
});
