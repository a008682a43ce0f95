// Packs made by git have the objects that git lists.
import { describe, expect, test } from "vitest";
import { oidFrom } from "../../../src/git/objects/oid.ts";
import type { PackEntry } from "../../../src/git/pack/entries.ts";
import { pushLimits } from "../../../src/git/pack/limits.ts";
import { readPack } from "../../../src/git/pack/read-pack.ts";
import { cases, isSample } from "../../support/sample.ts";
import type { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { randomHistory, reachableObjects, sharedHistories } from "../random-history.ts";
import { inChunks, MemoryStore, receive } from "./memory-store.ts";

const variants = [
  [],
  ["--delta-base-offset"],
  ["--window=0"],
  ["--window=50", "--depth=1", "--delta-base-offset"],
  ["--window=100", "--depth=200", "--delta-base-offset"],
  ["--window=100", "--depth=200"],
  ["--compression=0"],
  ["--compression=9", "--delta-base-offset"],
] as const;

const packAll = (folder: GitFolder, ...options: string[]) =>
  folder.git(["pack-objects", "--stdout", "--all", "--no-reuse-delta", "-q", ...options]);

const history = sharedHistories();

/** A sample takes large chunks and a large cache for one row, small chunks and no cache for the next one. */
const seedsFor = (row: number) =>
  isSample ? [row % 2 === 0 ? 1 : 7] : Array.from({ length: cases(2) }, (_, index) => index + 1);

test.each(variants.map((options, row) => [options.join(" ") || "no options", options, seedsFor(row)] as const))(
  "packs with %s have all objects",
  async (_, options, seeds) => {
    for (const seed of seeds) {
      const random = new Random(seed);
      const folder = history(seed, { commits: 60, largest: random.chance(50) ? 100_000 : 3000 });
      const pack = packAll(folder, ...options);
      const chunkSize = random.pick([1, 7, 100, 4096, 65536, pack.length]);
      const cacheBytes = random.pick([0, 10_000, 1 << 24]);
      const store = await receive(pack, { chunkSize, options: { cacheBytes } });
      expect({ seed, objects: store.all() }).toEqual({ seed, objects: reachableObjects(folder) });
    }
  },
);

test.each([["--delta-base-offset"], ["--no-delta-base-offset"]])(
  "thin packs with %s are resolved against objects received before",
  async (option) => {
    for (let seed = 1; seed <= cases(4); seed++) {
      const folder = history(seed, { commits: 80 });
      const pack = (revisions: string) =>
        folder.git(["pack-objects", "--stdout", "--revs", "--thin", "-q", option], revisions);
      const store = await receive(pack("main~40\n"));
      const before = store.objects.size;
      const thin = pack("main\n^main~40\n");
      await receive(thin, { store, options: { cacheBytes: 5000 } });
      expect({ seed, objects: store.all() }).toEqual({ seed, objects: reachableObjects(folder, "main") });
      expect(store.objects.size).toBeGreaterThan(before);
      await expect(receive(thin)).rejects.toThrow("is neither in it nor in the repository");
    }
  },
);

describe("large objects", () => {
  const random = new Random(5);
  const noise = random.bytes(1_300_000);
  /** A sample has a quarter of what is text or zeros. */
  const part = isSample ? 4 : 1;
  const text = `${random.words(200_000 / part)}\n`;
  const files = {
    noise,
    zeros: new Uint8Array(4_000_000 / part),
    text,
    changed: `begin ${text.slice(0, 900_000 / part)}${random.words(50_000 / part)}${text.slice(1_000_000 / part)}`,
    shifted: Buffer.concat([noise.subarray(5), random.bytes(200_000)]),
    "at-the-edge": noise.subarray(0, 65536),
    "over-the-edge": noise.subarray(0, 65537),
    "below-the-edge": new Uint8Array(65535),
  };

  test("are inflated while they arrive", async () => {
    using folder = randomHistory(random, { commits: 1 });
    for (const [name, content] of Object.entries(files)) folder.write(name, content);
    folder.git(["-c", "core.looseCompression=0", "add", "."]);
    const same = folder.git(["hash-object", "-w", "--stdin"], "same").toString().trim();
    const many = Array.from({ length: 2500 }, (_, file) => `100644 ${same}\tmany/${file}\n`);
    folder.git(["update-index", "--index-info"], many.join(""));
    folder.git(["commit", "-q", "-F", "-"], `large ${"message ".repeat(20_000)}`);
    const pack = packAll(folder, "--delta-base-offset", "--compression=1");
    const theirs = reachableObjects(folder);
    for (const chunkSize of isSample ? [65536] : [100, 65536, pack.length]) {
      const store = await receive(pack, { chunkSize });
      expect([...store.objects.values()].some(({ delta }) => (delta?.size ?? 0) > 70_000)).toBe(true);
      const ours = store.all();
      expect([...ours.keys()]).toEqual([...theirs.keys()]);
      for (const [oid, content] of theirs) expect(ours.get(oid) === content).toBe(true);
    }
  });

  test("come in pieces that fit a row, a large blob without its content", async () => {
    using folder = randomHistory(random, { commits: 1 });
    const oid = folder.git(["hash-object", "-w", "--stdin"], noise).toString().trim();
    const entries: PackEntry[] = [];
    const pack = folder.git(["pack-objects", "--stdout", "-q"], `${oid}\n`);
    const sink = { begin() {}, end() {}, entry: (entry: PackEntry) => void entries.push(entry) };
    const summary = await readPack(inChunks(pack, 50_000), sink, pushLimits);
    expect(summary).toEqual({ objects: 1, bytes: pack.length, checksum: pack.subarray(-20).toString("hex") });
    const [entry] = entries;
    expect(entry?.kind === "whole" && oidFrom(entry.oid)).toBe(oid);
    expect(entry).toMatchObject({ type: "blob", size: noise.length, offset: 12, content: null });
    expect(entry?.compressed.map((piece) => piece.length > 1024 * 1024)).toEqual([false, false]);
    expect(Buffer.concat(entry?.compressed ?? []).equals(pack.subarray(16, -20))).toBe(true);
    expect(entry?.compressedSize).toBe(pack.length - 36);
  });
});

test("an empty pack is valid", async () => {
  using folder = randomHistory(new Random(1), { commits: 1 });
  const pack = folder.git(["pack-objects", "--stdout", "-q"]);
  expect((await receive(pack)).objects.size).toBe(0);
});

test("thousands of small objects take only their own memory", async () => {
  using folder = randomHistory(new Random(1), { commits: 1 });
  const stream = Array.from({ length: 5000 }, (_, index) => `blob\ndata ${String(index).length}\n${index}\n`).join("");
  folder.git(["fast-import", "--quiet"], stream);
  const entries: PackEntry[] = [];
  const sink = { begin() {}, end() {}, entry: (entry: PackEntry) => void entries.push(entry) };
  const pack = folder.git(
    ["pack-objects", "--stdout", "-q", "--window=0"],
    folder.git(["cat-file", "--batch-all-objects", "--batch-check=%(objectname)"]),
  );
  await readPack(inChunks(pack, 65536), sink);
  const buffers = new Set(
    entries.flatMap((entry) => [
      entry.kind === "whole" ? (entry.content?.buffer ?? entry.compressed[0]?.buffer) : entry.delta.buffer,
    ]),
  );
  const held = [...buffers].reduce((sum, buffer) => sum + (buffer?.byteLength ?? 0), 0);
  expect(entries.length).toBeGreaterThan(5000);
  expect(held / entries.length).toBeLessThan(100);
});

test("a promise of the sink is awaited before the next entry", async () => {
  using folder = randomHistory(new Random(2), { commits: 5 });
  const seen: string[] = [];
  const later = async (what: string) => {
    await Promise.resolve();
    seen.push(what);
  };
  const sink = {
    begin: (objects: number) => later(`begin ${objects}`),
    entry: () => later("entry"),
    end: () => later("end"),
  };
  const { objects } = await readPack(inChunks(packAll(folder), 1 << 20), sink);
  expect(seen).toEqual([`begin ${objects}`, ...Array.from({ length: objects }, () => "entry"), "end"]);
});

test("an error of the source is passed on", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("PACK");
    throw new TypeError("connection lost");
  }
  const sink = { begin() {}, entry() {}, end() {} };
  await expect(readPack(broken(), sink)).rejects.toThrow(TypeError);
});

test("existing objects keep their stored form", async () => {
  using folder = randomHistory(new Random(3), { commits: 20 });
  const store = await receive(packAll(folder, "--window=0"));
  const stored = new Map(store.objects);
  await receive(packAll(folder, "--window=50"), { store });
  expect(store.known).toBe(stored.size);
  expect(store.objects).toEqual(stored);
  expect(new MemoryStore().stored("x")).toBe(null);
});
