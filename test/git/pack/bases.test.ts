// Bases that are not in memory when a delta of them arrives are read as they are stored, and large ones once.
import { expect, test, vi } from "vitest";
import { hashObject } from "../../../src/git/objects/hash.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import type { StoredObject } from "../../../src/git/pack/entries.ts";
import { LARGE } from "../../../src/git/pack/entry-reader.ts";
import { isSample } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { MemoryStore, receive } from "./memory-store.ts";
import { deltaOf, offsetDelta, packOf, refDelta, storedRefDelta, wholeEntry } from "./pack-bytes.ts";

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

const MEGABYTE = 1024 * 1024;
const LARGEST = 20 * MEGABYTE;

interface LargeFile {
  readonly size: number;
  readonly oid: Oid;
  readonly entry: Uint8Array;
}

function largeFile(size: number, seed: number): LargeFile {
  const content = Buffer.alloc(size, new Random(seed).bytes(1000));
  return { size, oid: hashObject("blob", content), entry: wholeEntry(content) };
}

const [first, second] = [largeFile(LARGEST, 1), largeFile(LARGEST, 2)];

test.each([
  ["of a file that a pack brings", largeFile(LARGE + 1, 1)],
  ["of the largest file that a push may have", first],
])("many deltas %s read it once", async (_, { size, oid: base, entry }) => {
  const deltas = (version: string) =>
    Array.from({ length: DELTAS }, (_each, index) => deltaOf(size, [[0, 500], `${version} ${index}`]));
  const store = new CountingStore(base);
  let distance = 0;
  const entries = [entry];
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
  const count = isSample ? 3_000 : 10_000;
  const deltas = Array.from({ length: count }, (_, index) => storedRefDelta(missing, deltaOf(7, [`${index}`])));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  await expect(receive(packOf(deltas), { chunkSize: 1_000_000 })).rejects.toThrow(`${count} of its objects`);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(count / 1_000);
});

/** A sample reads an eighth of the bytes, within an eighth of the limits. */
const part = isSample ? 8 : 1;
const readLimit = isSample ? { readAgainBytes: (1024 * MEGABYTE) / part } : {};

/** The options that the refusal names. */
const noDeltas = ["-c", "pack.depth=0", "-c", "pack.allowPackReuse=false"];

/** Deltas of small results that alternate between the two files, of which the cache holds one. */
const alternating = Array.from({ length: 1_000 / part }, (_, n) =>
  storedRefDelta((n % 2 === 0 ? first : second).oid, deltaOf(LARGEST, [[n, n + 100], `${n}`])),
);

test("small deltas that alternate between bases of 20 MB are refused once they have read a gigabyte again", async () => {
  const store = new CountingStore(first.oid);
  const pack = packOf([first.entry, second.entry, ...alternating]);
  const refusal = expect(receive(pack, { store, options: readLimit })).rejects;
  await refusal.toThrow(`This push reads large files too often. Push without deltas: git ${noDeltas.join(" ")} push`);
  expect(store.reads).toBeGreaterThan(20 / part);
  expect(store.reads).toBeLessThan(40 / part);
});

test("the same deltas of bases that are in the repository are refused", async () => {
  const store = await receive(packOf([first.entry, second.entry]));
  await expect(receive(packOf(alternating), { store, options: readLimit })).rejects.toThrow(
    `git ${noDeltas.join(" ")} push`,
  );
});

/** Versions of files that change together: git sends their deltas in turn, and each base has left the cache. */
function versionsOf(files: number, versions: number, bytes: number): GitFolder {
  const folder = new GitFolder();
  const contents = Array.from({ length: files }, (_, n) => Buffer.alloc(bytes, new Random(n + 1).bytes(1_000)));
  const stream: (string | Buffer)[] = [];
  for (let version = 0; version < versions; version += 1) {
    stream.push(`commit refs/heads/main\ncommitter A <a@b> ${version} +0000\ndata 0\n`);
    for (const [n, content] of contents.entries()) {
      content.write(`version ${version} of ${n}`, (version * 1_000) % (bytes - 100));
      stream.push(`M 100644 inline file${n}\ndata ${bytes}\n`, Buffer.from(content), "\n");
    }
  }
  folder.git(
    ["-c", "pack.compression=1", "fast-import", "--quiet", "--depth=0"],
    Buffer.concat(stream.map((part) => Buffer.from(part))),
  );
  return folder;
}

test("versions of many files, each a delta of the one before it, in turn, are accepted, and what they read again has pauses", async () => {
  const [files, versions, bytes] = isSample ? [13, 16, 87_500] : [25, 16, 700_000];
  const options = isSample ? { cacheBytes: 1.5 * MEGABYTE, readAgainBytes: 64 * MEGABYTE } : {};
  const contents = Array.from({ length: files }, (_, n) => Buffer.alloc(bytes, new Random(n + 1).bytes(1_000)));
  const entries: Uint8Array[] = contents.map((content) => wholeEntry(content));
  for (let version = 1; version < versions; version += 1) {
    for (const [n, content] of contents.entries()) {
      const base = hashObject("blob", content);
      const text = `version ${version} of ${n}`;
      content.write(text);
      entries.push(refDelta(base, deltaOf(bytes, [text, [text.length, bytes - text.length]])));
    }
  }
  using timers = vi.spyOn(globalThis, "setTimeout");
  const store = await receive(packOf(entries), { chunkSize: 65_536, options });
  // A pause is a timer or more; the deltas alone have about a hundred pauses, in a sample eight.
  expect(timers.mock.calls.length).toBeGreaterThan(isSample ? 15 : 200);
  const depths = [...store.objects.values()].map(({ delta }) => delta?.depth ?? 0);
  expect([store.objects.size, Math.max(...depths)]).toEqual([files * versions, versions - 1]);
});

test.each([
  ["some", []],
  ["some, in a pack with a bitmap", ["-b"]],
])("git sends no deltas with the options that the refusal names, even if it has packed %s", async (_, options) => {
  using folder = versionsOf(2, isSample ? 30 : 100, 10_000);
  folder.git(["repack", "-a", "-d", "-f", "-q", ...options]);
  const deltasOf = async (...options: string[]) => {
    const pack = folder.git([...options, "pack-objects", "--stdout", "--all", "-q"]);
    const { objects } = await receive(pack);
    return [...objects.values()].filter(({ delta }) => delta !== null).length;
  };
  expect(await deltasOf()).toBeGreaterThan(10);
  expect(await deltasOf(...noDeltas)).toBe(0);
});
