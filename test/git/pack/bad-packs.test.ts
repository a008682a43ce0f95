// Bad packs are refused with a message that contains the reason; unusual valid packs are accepted.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { GitError } from "../../../src/git/git-error.ts";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { oidBytes } from "../../../src/git/objects/oid.ts";
import { ContentCache } from "../../../src/git/pack/content-cache.ts";
import type { PackEntry } from "../../../src/git/pack/entries.ts";
import { ObjectReader } from "../../../src/git/pack/object-reader.ts";
import { readPack } from "../../../src/git/pack/read-pack.ts";
import { cases, isSample } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { randomHistory } from "../random-history.ts";
import { inChunks, MemoryStore, type Receiving, receive } from "./memory-store.ts";
import {
  deltaOf,
  entryHeader,
  offsetDelta,
  packOf,
  refDelta,
  sizeBytes,
  storedRefDelta,
  wholeEntry,
  withChecksum,
} from "./pack-bytes.ts";

const blob = (text: string) => hashObject("blob", Buffer.from(text));
const missing = "1234567890123456789012345678901234567890";
const MEGABYTE = 1024 * 1024;

async function refusal(pack: Uint8Array, receiving: Receiving = {}): Promise<string> {
  try {
    await receive(pack, receiving);
  } catch (error) {
    if (error instanceof GitError) return `${error.problem}: ${error.message}`;
    throw error;
  }
  return "accepted";
}

const hello = wholeEntry("hello");
const helloPack = packOf([hello]);
const damaged = (bytes: Uint8Array, at: number, change = 1) => {
  const copy = Buffer.from(bytes);
  const index = at < 0 ? copy.length + at : at;
  copy[index] = (copy[index] ?? 0) ^ change;
  return copy;
};
/** A zlib stream with many empty blocks before the text: valid, but unbounded without a limit. */
const padded = (text: string, blocks: number) => {
  const whole = deflateSync(text);
  const empty = Buffer.concat(Array.from({ length: blocks }, () => Buffer.from([0, 0, 0, 0xff, 0xff])));
  return Buffer.concat([whole.subarray(0, 2), empty, deflateRawSync(text), whole.subarray(-4)]);
};

describe("corrupt packs", () => {
  test.each<[string, Uint8Array, string]>([
    ["nothing", Buffer.alloc(0), "cut off within its header"],
    ["half a header", helloPack.subarray(0, 7), "cut off within its header"],
    ["something else", Buffer.from("<html></html>"), "not a pack"],
    ["version 1", packOf([hello], { version: 1 }), "version 1, which is not known"],
    ["version 4", packOf([hello], { version: 4 }), "version 4, which is not known"],
    ["more objects than there are", packOf([hello], { count: 2 }), "The pack is corrupt: the object at byte"],
    ["no checksum", helloPack.subarray(0, -20), "cut off within its checksum"],
    ["half a checksum", helloPack.subarray(0, -7), "cut off within its checksum"],
    ["another checksum", damaged(helloPack, -1), "The pack is corrupt: it has the checksum"],
    ["trailing bytes", Buffer.concat([helloPack, Buffer.from("x")]), "followed by something else"],
    ["fewer objects than there are", packOf([hello, hello], { count: 1 }), "it has the checksum"],
    ["an object of type 0", packOf([wholeEntry("x", 0)]), "at byte 12 is of type 0, which is none"],
    ["an object of type 5", packOf([hello, wholeEntry("x", 5)]), "is of type 5, which is none"],
    ["a size without end", packOf([Buffer.alloc(40, 0xff)]), "a size beyond all limits"],
    ["an object that ends early", packOf([wholeEntry("hello", 3, 6)]), "inflates to 5 of its 6 bytes"],
    ["an object that is too long", packOf([wholeEntry("hello", 3, 4)]), "inflates to more than its 4 bytes"],
    ["an object that should be empty", packOf([wholeEntry("hello", 3, 0)]), "inflates to more than its 0 bytes"],
    [
      "an object that is not a zlib stream",
      packOf([Buffer.concat([entryHeader(3, 5), Buffer.from("hello hello")])]),
      "incorrect header check",
    ],
    ["a wrong Adler-32", packOf([damaged(hello, -1)]), "incorrect data check"],
    [
      "a dictionary",
      packOf([Buffer.concat([entryHeader(3, 5), deflateSync("hello", { dictionary: Buffer.from("hello") })])]),
      "Missing dictionary",
    ],
    [
      "endless empty blocks",
      packOf([Buffer.concat([entryHeader(3, 5), padded("hello", 1000)])]),
      "more compressed bytes than its 5 bytes can need",
    ],
    [
      "endless empty blocks in a large object",
      packOf([Buffer.concat([entryHeader(3, 100_000), padded("x".repeat(100_000), 30_000)])]),
      "more compressed bytes than its 100000 bytes can need",
    ],
    [
      "a large object that is too long",
      packOf([wholeEntry("x".repeat(200_000), 3, 100_000)]),
      "inflates to more than its 100000 bytes",
    ],
    [
      "a large object that ends early",
      packOf([wholeEntry("x".repeat(200_000), 3, 200_001)]),
      "inflates to 200000 of its 200001 bytes",
    ],
    [
      "a large tree that is too long",
      packOf([wholeEntry("x".repeat(200_000), 2, 100_000)]),
      "inflates to more than its 100000 bytes",
    ],
    [
      "a large object with a wrong Adler-32",
      packOf([damaged(wholeEntry("x".repeat(200_000)), -1)]),
      "incorrect data check",
    ],
    ["a delta of itself", packOf([offsetDelta(0, deltaOf(5, ["x"]))]), "a delta of what is not in the pack"],
    [
      "a delta of an offset before the pack",
      packOf([hello, offsetDelta(1000, deltaOf(5, ["x"]))]),
      "a delta of what is not in the pack",
    ],
    [
      "a delta of the header",
      packOf([hello, offsetDelta(hello.length + 12, deltaOf(5, ["x"]))]),
      "a delta of byte 0, where no object begins",
    ],
    [
      "a delta of an offset between objects",
      packOf([hello, offsetDelta(hello.length - 1, deltaOf(5, ["x"]))]),
      "a delta of byte 13, where no object begins",
    ],
    [
      "a delta for a base of another size",
      packOf([hello, offsetDelta(hello.length, deltaOf(6, ["x"]))]),
      "is a corrupt delta: it is for a base of 6 bytes, which has 5",
    ],
    [
      "a delta without sizes",
      packOf([hello, offsetDelta(hello.length, Buffer.alloc(0))]),
      "is a corrupt delta: it ends within its sizes",
    ],
    [
      "a delta of a missing object",
      packOf([refDelta(missing, deltaOf(5, ["x"]))]),
      `1 of its objects cannot be resolved, as the object ${missing}`,
    ],
    [
      "deltas of each other",
      packOf([refDelta(blob("y"), deltaOf(1, ["x"])), refDelta(blob("x"), deltaOf(1, ["y"]))]),
      "2 of its objects cannot be resolved",
    ],
    [
      "a delta that is its own base",
      packOf([refDelta(blob("x"), deltaOf(1, ["x"]))]),
      "1 of its objects cannot be resolved",
    ],
  ])("%s", async (_, pack, message) => {
    for (const chunkSize of [1, 5000, 1e6]) expect(await refusal(pack, { chunkSize })).toContain(`pack: `);
    expect(await refusal(pack)).toContain(message);
  });
});

describe("limits", () => {
  const limits = { objects: 10, packBytes: 3000, objectBytes: 2 * MEGABYTE, unpackedBytes: 5 * MEGABYTE };
  const zeros = (size: number) => wholeEntry(new Uint8Array(size));
  const delta = (size: number) => Buffer.concat([sizeBytes(5), sizeBytes(size), Buffer.from([1, 65])]);

  test.each<[string, Uint8Array, string]>([
    ["objects", packOf([], { count: 11 }), "limit: This push has 11 objects; at most 10 can be pushed at once."],
    [
      "bytes",
      packOf([wholeEntry(new Random(1).bytes(3000))]),
      "limit: This push is larger than 0.1 MB, the most that can be pushed at once.",
    ],
    [
      "a file",
      packOf([zeros(2 * MEGABYTE + 1)]),
      "limit: The object at byte 12 of the pack has 2.1 MB; a file can have 2 MB at most.",
    ],
    [
      "a file that is a delta",
      packOf([hello, refDelta(blob("hello"), delta(3 * MEGABYTE))]),
      "has 3 MB; a file can have 2 MB at most.",
    ],
  ])("%s", async (_, pack, message) => {
    expect(await refusal(pack, { limits })).toContain(message);
  });

  test("a small pack that inflates to too many bytes is refused", async () => {
    const bomb = packOf([zeros(2 * MEGABYTE), zeros(2 * MEGABYTE), zeros(2 * MEGABYTE)]);
    expect(await refusal(bomb, { limits: { ...limits, packBytes: 1e6 } })).toBe(
      "limit: This push unpacks to more than 5 MB, the most that can be pushed at once.",
    );
    const deltas = packOf([hello, ...Array.from({ length: 3 }, () => refDelta(blob("hello"), delta(2 * MEGABYTE)))]);
    expect(await refusal(deltas, { limits })).toContain("makes 1 bytes");
  });

  test("a delta that waits for its base cannot lift the limit with a size of many zeros", async () => {
    const manyZeros = Buffer.concat([sizeBytes(5), Buffer.alloc(200, 0x80), Buffer.from([0])]);
    const bomb = packOf([refDelta(missing, manyZeros), ...Array.from({ length: 3 }, () => zeros(2 * MEGABYTE))]);
    expect(await refusal(bomb, { limits: { ...limits, packBytes: 1e6 } })).toContain("beyond all limits");
  });

  test("a pack at the limits is accepted", async () => {
    expect(await refusal(packOf([zeros(2 * MEGABYTE)]), { limits })).toBe("accepted");
  });

  test("a push may have 20 MB per file, 90 MB and 100,000 objects", async () => {
    const size = (megabytes: number) =>
      Buffer.concat([Buffer.from("PACK\0\0\0\x02\0\0\0\x01"), entryHeader(3, megabytes * MEGABYTE + 1)]);
    expect(await refusal(size(20))).toContain("has 20.1 MB; a file can have 20 MB at most.");
    expect(await refusal(packOf([], { count: 100_001 }))).toContain("has 100001 objects; at most 100000");
    // All at once, so that none of it is read.
    const inOneChunk = { chunkSize: Number.POSITIVE_INFINITY };
    expect(await refusal(Buffer.alloc(90 * MEGABYTE + 1), inOneChunk)).toContain("larger than 90 MB");
    if (isSample) return;
    const noise = new Uint8Array(10 * MEGABYTE + 100);
    const header = Buffer.from("PACK\0\0\0\x02\0\0\0\x14");
    const entry = Buffer.concat([entryHeader(3, noise.length), deflateSync(noise, { level: 0 })]);
    const pack = Buffer.concat([header, ...Array.from({ length: 9 }, () => entry)]);
    expect(await refusal(pack, { chunkSize: MEGABYTE })).toContain("larger than 90 MB");
  });
});

describe("unusual valid packs", () => {
  test("version 3", async () => {
    expect([...(await receive(packOf([hello], { version: 3 }))).all()]).toEqual([[blob("hello"), "blob hello"]]);
  });

  test("empty objects", async () => {
    const store = await receive(packOf([wholeEntry(""), wholeEntry("", 2)]));
    expect([...store.all().values()].sort()).toEqual(["blob ", "tree "]);
  });

  test("deltas before their bases, in any order", async () => {
    const texts = ["a", "ab", "abc", "abcd", "abcde"];
    const deltas = texts
      .slice(1)
      .map((text, index) =>
        refDelta(blob(texts[index] ?? ""), deltaOf(text.length - 1, [[0, text.length - 1], text.slice(-1)])),
      );
    const expected = texts.map((text) => [blob(text), `blob ${text}`]).sort();
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed);
      const entries = [...deltas, wholeEntry("a")].map((entry) => ({ entry, at: random.below(1000) }));
      const pack = packOf(entries.sort((one, other) => one.at - other.at).map(({ entry }) => entry));
      const store = await receive(pack, { options: { cacheBytes: random.pick([0, 1000]) } });
      expect({ seed, all: [...store.all()] }).toEqual({ seed, all: expected });
    }
  });

  test("an offset delta of an unresolved delta", async () => {
    const first = refDelta(blob("hello"), deltaOf(5, [[0, 5], "1"]));
    const pack = packOf([first, offsetDelta(first.length, deltaOf(6, [[0, 6], "2"])), hello]);
    const store = await receive(pack);
    expect([...store.all().values()].sort()).toEqual(["blob hello", "blob hello1", "blob hello12"]);
    expect(store.parkings).toBe(2);
  });

  test("an object that is whole and also a delta of its own delta does not form a circle", async () => {
    const one = deltaOf(5, ["world"]);
    const other = deltaOf(5, ["hello"]);
    const store = await receive(packOf([refDelta(blob("hello"), one), refDelta(blob("world"), other), hello]));
    expect([...store.all().values()].sort()).toEqual(["blob hello", "blob world"]);
    const later = await receive(packOf([refDelta(blob("world"), other), wholeEntry("world")]), {
      store: await receive(helloPack),
    });
    expect([...later.all().values()].sort()).toEqual(["blob hello", "blob world"]);
  });

  test("long chains are cut, so that every object can be read with the allowed number of deltas", async () => {
    const texts = Array.from({ length: 500 }, (_, index) => `text ${index}`);
    const chain = texts
      .slice(1)
      .map((text, index) => storedRefDelta(blob(texts[index] ?? ""), deltaOf(`text ${index}`.length, [text])));
    for (const entries of [
      [wholeEntry(texts[0] ?? ""), ...chain],
      [...chain.toReversed(), wholeEntry(texts[0] ?? "")],
    ]) {
      const store = await receive(packOf(entries), { options: { cacheBytes: 2000, mostDepth: 7 } });
      const depths = [...store.objects.values()].map(({ delta }) => delta?.depth ?? 0);
      expect([Math.max(...depths), depths.filter((depth) => depth === 0).length]).toEqual([7, 63]);
      expect(new Set(store.all().values())).toEqual(new Set(texts.map((text) => `blob ${text}`)));
    }
  });

  test("chains that grow push by push are cut, too", async () => {
    const store = await receive(packOf([wholeEntry("text 0")]));
    for (let push = 1; push <= 120; push++) {
      const delta = deltaOf(`text ${push - 1}`.length, [`text ${push}`]);
      await receive(packOf([refDelta(blob(`text ${push - 1}`), delta)]), { store });
    }
    expect(Math.max(...[...store.objects.values()].map(({ delta }) => delta?.depth ?? 0))).toBe(50);
    expect(store.all().size).toBe(121);
  });
});

describe("an inconsistent store is a server error", () => {
  const stored = (base: string | null, size = 5) => {
    const data = base === null ? Buffer.from("hello") : deltaOf(5, ["hello"]);
    const bytes = deflateSync(data);
    const delta = base === null ? null : { base, size: data.length, depth: 1 };
    return { type: "blob", size, delta, compressed: [bytes], compressedSize: bytes.length } as const;
  };
  const read = (objects: Record<string, ReturnType<typeof stored>>) =>
    new ObjectReader((oid) => objects[oid] ?? null, new ContentCache(1000)).read("a");

  test.each<[string, Record<string, ReturnType<typeof stored>>, string]>([
    ["deltas in a circle", { a: stored("b"), b: stored("c"), c: stored("b") }, "form a circle"],
    ["a base that is missing", { a: stored("b") }, "lacks b"],
    ["a corrupt object", { a: stored(null, 6) }, "a is corrupt"],
  ])("%s", (_, objects, message) => {
    expect(() => read(objects)).toThrow(message);
    expect(() => read(objects)).not.toThrow(GitError);
  });

  test("a missing object is null", () => expect(read({})).toBe(null));
});

/** A few objects of every type, deltas of both kinds, one object that is inflated while it arrives. */
function smallPack(): Buffer {
  using folder = randomHistory(new Random(7), { commits: 4, largest: 200 });
  folder.write("large", "0123456789".repeat(8000));
  folder.git(["add", "."]);
  folder.git(["commit", "-q", "-m", "large"]);
  folder.git(["tag", "-a", "v1", "-m", "tag"]);
  return folder.git(["pack-objects", "--stdout", "--all", "-q", "--no-reuse-delta"]);
}

describe("a small pack", () => {
  const pack = smallPack();

  test("is valid", async () => expect(await refusal(pack)).toBe("accepted"));

  test("is refused if cut off at any byte", async () => {
    for (let length = 0; length < pack.length; length += isSample ? 11 : 1) {
      const message = await refusal(pack.subarray(0, length));
      expect({ length, message: message.slice(0, 25) }).toEqual({ length, message: "pack: The pack is cut off" });
    }
  });

  test("is refused with any bits changed", async () => {
    for (let seed = 1; seed <= cases(2000, 250); seed++) {
      const random = new Random(seed);
      const changed = damaged(pack, random.below(pack.length), 1 + random.below(255));
      const message = await refusal(changed, { chunkSize: random.pick([100, 1e6]) });
      if (message === "accepted") throw new Error(`seed ${seed} is accepted`);
    }
  });

  test("is accepted with bits changed and a correct checksum if git accepts it", async () => {
    const starts: number[] = [];
    const sink = { begin() {}, end() {}, entry: ({ offset }: PackEntry) => void starts.push(offset) };
    await readPack(inChunks(pack, 1000), sink);
    const accepted = await compare(cases(60), (random) => {
      // Most changes break a zlib stream, so half of them go to the type of an entry.
      const [at, change] = random.chance(50)
        ? [random.pick(starts), 16 * (1 + random.below(7))]
        : [12 + random.below(pack.length - 32), 1 + random.below(255)];
      return withChecksum(damaged(pack.subarray(0, -20), at, change));
    });
    expect(accepted).toBeGreaterThan(cases(60) / 20);
  });
});

test("packs with bytes of deltas changed are accepted if git accepts them", async () => {
  const accepted = await compare(cases(60), (random) => {
    const delta = deltaOf(5, [[1, 3], random.words(2), [0, 5], "x", [4, 1]]);
    const at = random.below(delta.length);
    const byte = random.chance(50) ? random.below(256) : (delta[at] ?? 0) ^ (1 << random.below(8));
    delta[at] = byte;
    return packOf([hello, offsetDelta(hello.length, delta)]);
  });
  expect(accepted).toBeGreaterThan(cases(60) / 20);
});

/** Packs are accepted and refused as by git, with the same objects. @returns the number of accepted packs */
async function compare(count: number, make: (random: Random) => Buffer): Promise<number> {
  using folder = new GitFolder("--bare");
  let accepted = 0;
  for (let seed = 1; seed <= count; seed++) {
    const made = make(new Random(seed));
    folder.write("made.pack", made);
    const { status } = folder.try(["index-pack", "-o", "made.idx", "made.pack"]);
    const message = await refusal(made);
    expect({ seed, message, accepted: message === "accepted" }).toEqual({ seed, message, accepted: status === 0 });
    if (status !== 0) continue;
    accepted++;
    const index = folder.git(["show-index"], readFileSync(join(folder.path, "made.idx"))).toString();
    const oids = [...index.matchAll(/^\d+ (\w+)/gm)].map(([, oid]) => oid);
    expect({ seed, oids: [...(await receive(made)).all().keys()] }).toEqual({ seed, oids: [...new Set(oids)] });
  }
  return accepted;
}

test("the memory store is as strict as the real one", () => {
  const store = new MemoryStore();
  const delta = { base: oidBytes(blob("x")), size: 3, depth: 1 };
  const object = {
    oid: oidBytes(blob("y")),
    type: "blob",
    size: 1,
    delta,
    compressed: [],
    compressedSize: 0,
    content: null,
  } as const;
  expect(() => store.keep(object)).toThrow("before its base");
});
