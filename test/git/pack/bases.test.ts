// Bases that are not in memory when a delta of them arrives are read as they are stored, and large ones once.
import { expect, test } from "vitest";
import { hashObject } from "../../../src/git/objects/hash.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import type { StoredObject } from "../../../src/git/pack/entries.ts";
import { LARGE } from "../../../src/git/pack/entry-reader.ts";
import { Random } from "../random.ts";
import { MemoryStore, receive } from "./memory-store.ts";
import { deltaOf, offsetDelta, packOf, refDelta, wholeEntry } from "./pack-bytes.ts";

const DELTAS = 20;

/** Counts how often the content of an object is read. */
class CountingStore extends MemoryStore {
  readonly #counted: Oid;
  reads = 0;

  constructor(counted: Oid) {
    super();
    this.#counted = counted;
  }

  override stored(oid: Oid): StoredObject | null {
    const object = super.stored(oid);
    if (object === null || oid !== this.#counted) return object;
    const count = () => {
      this.reads += 1;
      return object.compressed[Symbol.iterator]();
    };
    return { ...object, compressed: { [Symbol.iterator]: count } };
  }
}

test.each([
  ["of a file that a pack brings", LARGE + 1],
  ["of the largest file that a push may have", 20 * 1024 * 1024],
])("many deltas %s read it once", async (_, size) => {
  const content = Buffer.alloc(size, new Random(1).bytes(1000));
  const base = hashObject("blob", content);
  const deltas = (version: string) =>
    Array.from({ length: DELTAS }, (_each, index) => deltaOf(size, [[0, 500], `${version} ${index}`]));
  const store = new CountingStore(base);
  let distance = 0;
  const entries = [wholeEntry(content)];
  for (const delta of deltas("first")) {
    distance += entries.at(-1)?.length ?? 0;
    entries.push(offsetDelta(distance, delta));
  }
  await receive(packOf(entries), { store });
  expect({ objects: store.objects.size, reads: store.reads }).toEqual({ objects: DELTAS + 1, reads: 1 });
  await receive(packOf(deltas("second").map((delta) => refDelta(base, delta))), { store });
  expect({ objects: store.objects.size, reads: store.reads }).toEqual({ objects: 2 * DELTAS + 1, reads: 2 });
});

test("deltas whose base does not come let other requests in", async () => {
  const missing = hashObject("blob", Buffer.from("missing"));
  const deltas = Array.from({ length: 10_000 }, (_, index) => refDelta(missing, deltaOf(7, [`${index}`])));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  await expect(receive(packOf(deltas), { chunkSize: 1_000_000 })).rejects.toThrow("10000 of its objects");
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
