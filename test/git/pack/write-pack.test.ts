// Git accepts the packs that we write.
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import type { StoredObject } from "../../../src/git/pack/entries.ts";
import { pullStream } from "../../../src/git/pack/pull-stream.ts";
import { writePack } from "../../../src/git/pack/write-pack.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { randomHistory, reachableObjects } from "../random-history.ts";
import { receive } from "./memory-store.ts";

const written = (objects: readonly StoredObject[]) => Buffer.concat([...writePack(objects.length, objects)]);

test("a repository passes through our store and back into git unchanged", async () => {
  for (let seed = 1; seed <= cases(2); seed++) {
    const random = new Random(seed);
    using folder = randomHistory(random, { commits: 60, largest: random.pick([3000, 300_000]) });
    const store = await receive(folder.git(["pack-objects", "--stdout", "--all", "-q", "--delta-base-offset"]));
    const pack = written([...store.objects.values()]);
    using bare = new GitFolder("--bare");
    bare.git(["index-pack", "--strict", "--stdin"], pack);
    expect({ seed, objects: reachableObjects(folder) }).toEqual({ seed, objects: store.all() });
    for (const ref of folder.git(["for-each-ref", "--format=%(refname) %(objectname)"]).toString().trim().split("\n")) {
      bare.git(["update-ref", ...ref.split(" ")]);
    }
    expect(reachableObjects(bare)).toEqual(store.all());
    expect(bare.try(["fsck", "--strict"]).status).toBe(0);
    using unpacked = new GitFolder();
    unpacked.git(["unpack-objects", "--strict", "-q"], pack);
    // We can read the packs that we write.
    expect((await receive(pack)).all()).toEqual(store.all());
  }
});

test("git completes a thin pack", async () => {
  using folder = randomHistory(new Random(11), { commits: 60 });
  const pack = (revisions: string) => folder.git(["pack-objects", "--stdout", "--revs", "--thin", "-q"], revisions);
  using clone = new GitFolder("--bare");
  clone.git(["index-pack", "--strict", "--stdin"], pack("main~20\n"));
  const store = await receive(pack("main~20\n"));
  const had = new Set(store.objects.keys());
  await receive(pack("main\n^main~20\n"), { store });
  const added = [...store.objects].filter(([oid]) => !had.has(oid)).map(([, object]) => object);
  const inPack = new Set([...store.objects].filter(([oid]) => !had.has(oid)).map(([oid]) => oid));
  expect(added.some(({ delta }) => delta !== null && !inPack.has(delta.base))).toBe(true);
  expect(clone.try(["index-pack", "--stdin"], written(added)).status).not.toBe(0);
  clone.git(["index-pack", "--fix-thin", "--stdin"], written(added));
  clone.git(["update-ref", "refs/heads/main", folder.git(["rev-parse", "main"]).toString().trim()]);
  expect(clone.try(["fsck", "--strict"]).status).toBe(0);
  expect(reachableObjects(clone)).toEqual(reachableObjects(folder, "main"));
});

test("an empty pack is valid for git", () => {
  using folder = new GitFolder("--bare");
  folder.git(["index-pack", "--stdin"], written([]));
});

test("sizes of every length are written in git's format", () => {
  using folder = new GitFolder();
  const sizes = [0, 1, 15, 16, 17, 2047, 2048, 2049, 262_143, 262_144, 5_000_000];
  const objects = sizes.map((size) => whole(new Uint8Array(size)));
  folder.git(["unpack-objects", "--strict", "-q"], written(objects));
});

const whole = (content: Uint8Array): StoredObject => {
  const bytes = deflateSync(content, { level: 1 });
  return { type: "blob", size: content.length, delta: null, compressed: [bytes], compressedSize: bytes.length };
};

test("chunks are made on demand, and none is larger than a packet", () => {
  const piece = new Random(1).bytes(1 << 20);
  let read = 0;
  const large = (): StoredObject => ({
    ...whole(new Uint8Array(0)),
    size: 10 << 20,
    compressed: (function* () {
      for (let pieces = 0; pieces < 10; pieces++) {
        read++;
        yield piece;
      }
    })(),
  });
  const chunks = writePack(2, [large(), large()]);
  const sizes = [];
  let ahead = 0;
  let taken = 0;
  for (const chunk of chunks) {
    sizes.push(chunk.length);
    taken += chunk.length;
    ahead = Math.max(ahead, read * piece.length - taken);
  }
  expect([Math.max(...sizes), taken > 20 << 20]).toEqual([65515, true]);
  expect(ahead).toBeLessThanOrEqual(piece.length);
});

test("a stream of a pack is pulled, and cancelling it ends the generator", async () => {
  let made = 0;
  let ended = false;
  function* chunks(): Generator<Uint8Array> {
    try {
      for (;;) {
        made++;
        yield new Uint8Array(10);
      }
    } finally {
      ended = true;
    }
  }
  const reader = pullStream(chunks()).getReader();
  expect(made).toBe(0);
  await reader.read();
  await reader.read();
  expect(made).toBe(2);
  await reader.cancel();
  expect(ended).toBe(true);
});

test("a wrong count throws", () => {
  expect(() => [...writePack(2, [whole(new Uint8Array(1))])]).toThrow("A pack of 2 objects was given 1");
  expect(() => [...writePack(0, [whole(new Uint8Array(1))])]).toThrow("A pack of 0 objects was given more");
});
