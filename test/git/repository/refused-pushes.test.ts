// Refused and abandoned pushes are never visible and leave nothing behind.

import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Sql } from "../../../src/durable-objects/sqlite.ts";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { type ObjectType, type Oid, oidBytes } from "../../../src/git/objects/oid.ts";
import { pushLimits } from "../../../src/git/pack/limits.ts";
import { collectAbandoned } from "../../../src/git/repository/abandoned-pushes.ts";
import { DotFiles } from "../../../src/git/repository/dot-files.ts";
import { IncomingCommits } from "../../../src/git/repository/incoming-commits.ts";
import { IncomingPush } from "../../../src/git/repository/incoming-push.ts";
import { Repository } from "../../../src/git/repository/repository.ts";
import { updateRefs } from "../../../src/git/repository/update-refs.ts";
import { nodeStorage } from "../../support/node-storage.ts";
import { repositoryStorage } from "../../support/runtime/migrated-storage.ts";
import { cases, isSample } from "../../support/sample.ts";
import { inChunks } from "../pack/memory-store.ts";
import { deltaOf, entryHeader, packOf, refDelta, storedEntry, typeNumbers, wholeEntry } from "../pack/pack-bytes.ts";
import { Random } from "../random.ts";
import { randomHistory, reachableObjects, sharedHistories } from "../random-history.ts";
import { acceptedObjects, acceptPack, collectAll, packAll, refusal, reopened, revision, rowCounts } from "./pushing.ts";

const nothing = { objects: 0, chunks: 0, packs: 0, pack_rows: 0, commits: 0, open_pushes: 0, parked_deltas: 0 };
const emptyRepository = (leastPacked = 1_000) => reopened(repositoryStorage(), leastPacked);
const missing: Oid = "1234567890123456789012345678901234567890";
const ident = "A U Thor <author@example.com> 1112911993 -0700";

interface Made {
  readonly type: ObjectType;
  readonly content: Buffer;
  readonly oid: Oid;
}

function made(type: ObjectType, content: string | Buffer): Made {
  const bytes = Buffer.from(content);
  return { type, content: bytes, oid: hashObject(type, bytes) };
}

const blob = made("blob", "hello");
const treeOf = (...entries: readonly (readonly [mode: string, name: string, oid: Oid])[]) =>
  made(
    "tree",
    Buffer.concat(entries.flatMap(([mode, name, oid]) => [Buffer.from(`${mode} ${name}\0`), oidBytes(oid)])),
  );
const tree = treeOf(["100644", "file", blob.oid]);
const commitOf = (treeOid: Oid, parents: readonly Oid[] = [], message = "x\n") =>
  made(
    "commit",
    `tree ${treeOid}\n${parents.map((parent) => `parent ${parent}\n`).join("")}author ${ident}\ncommitter ${ident}\n\n${message}`,
  );
const commit = commitOf(tree.oid);
const tagOf = ({ oid }: { oid: Oid }, type: ObjectType) =>
  made("tag", `object ${oid}\ntype ${type}\ntag v1\ntagger ${ident}\n\nx\n`);
const packed = (...objects: readonly Made[]) =>
  packOf(objects.map(({ type, content }) => wholeEntry(content, typeNumbers[type])));

describe("a pack is refused", () => {
  test.each<[string, Buffer, string]>([
    ["without a blob", packed(tree), `pack: The pack is incomplete: the blob ${blob.oid} is neither`],
    ["without a tree", packed(commit), `pack: The pack is incomplete: the tree ${tree.oid} is neither`],
    [
      "without a parent",
      packed(blob, tree, commitOf(tree.oid, [missing])),
      `pack: The pack is incomplete: the commit ${missing} is neither`,
    ],
    ["without the target of a tag", packed(tagOf(blob, "blob")), `the blob ${blob.oid} is neither`],
    [
      "without several objects",
      packed(treeOf(["100644", "a", missing], ["100644", "b", blob.oid])),
      "is neither in it nor in the repository, and 1 more",
    ],
    ["if a file is a tree", packed(blob, tree, treeOf(["100644", "file", tree.oid])), "is named as a blob"],
    ["if a folder is a blob", packed(treeOf(["40000", "folder", blob.oid]), blob), "is named as a tree"],
    ["if the tree of a commit is a blob", packed(blob, commitOf(blob.oid)), "is named as a tree"],
    ["if a parent is a tree", packed(commitOf(tree.oid, [tree.oid]), tree, blob), "is named as a"],
    ["if a tag has the wrong type", packed(tagOf(blob, "commit"), blob), `The blob ${blob.oid} is named as a commit`],
    [
      "if it references a missing object as two types",
      packed(tagOf({ oid: missing }, "commit"), tagOf({ oid: missing }, "tag")),
      `The pack is incomplete: the commit ${missing}`,
    ],
    ["with an invalid tree", packed(made("tree", "x")), "object: tree "],
    ["with an invalid commit", packed(made("commit", "x")), "object: commit "],
    ["with a .git folder", packed(treeOf(["40000", ".git", missing])), "hasDotgit"],
    [
      "with a dangerous .gitmodules",
      packed(
        treeOf(["100644", ".gitmodules", made("blob", '[submodule "../x"]\n\tpath = x\n').oid]),
        made("blob", '[submodule "../x"]\n\tpath = x\n'),
      ),
      "gitmodulesName",
    ],
    [
      "with a .gitattributes of endless lines",
      packed(made("blob", "x".repeat(5000)), treeOf(["100644", ".gitattributes", made("blob", "x".repeat(5000)).oid])),
      "gitattributesLineLength",
    ],
    ["if it is cut off", packed(blob, tree, commit).subarray(0, -25), "pack: The pack is cut off"],
    [
      "with deltas in a circle",
      packOf([
        refDelta(blob.oid, deltaOf(5, [[0, 5], "!"])),
        refDelta(hashObject("blob", Buffer.from("hello!")), deltaOf(6, [[0, 5]])),
      ]),
      "pack: The pack is incomplete: 2 of its objects cannot be resolved",
    ],
    [
      "with too many objects",
      packOf([], { count: pushLimits.objects + 1 }),
      "limit: This push has 100001 objects; at most 100000",
    ],
    [
      "with a too large file",
      packOf([entryHeader(3, 21 * 1024 * 1024)]),
      "limit: The object at byte 12 of the pack has 21 MB",
    ],
  ])("%s", async (_, pack, message) => {
    const repository = emptyRepository();
    expect(await refusal(repository, pack)).toContain(message);
    for (const { oid } of [blob, tree, commit]) {
      expect(repository.objects.find(oid)).toBe(null);
      expect(repository.objects.read(oid)).toBe(null);
      expect(repository.commits.find(oid)).toBe(null);
    }
    collectAll(repository);
    expect(rowCounts(repository)).toEqual(nothing);
  });

  test("if it references existing objects wrongly", async () => {
    const repository = emptyRepository();
    const modules = made("blob", '[submodule "../x"]\n\tpath = x\n');
    await acceptPack(repository, packed(blob, tree, modules));
    expect(await refusal(repository, packed(treeOf(["40000", "folder", blob.oid])))).toContain("is named as a tree");
    expect(await refusal(repository, packed(commitOf(tree.oid, [tree.oid])))).toContain("is named as a commit");
    expect(await refusal(repository, packed(treeOf(["100644", ".gitmodules", modules.oid])))).toContain(
      "gitmodulesName",
    );
    expect(await refusal(repository, packed(commit))).toBe("accepted");
    collectAll(repository);
    expect(rowCounts(repository)).toEqual({ ...nothing, objects: 4, commits: 1 });
  });

  test("if it references objects of a push that is not accepted", async () => {
    const repository = emptyRepository();
    const other = IncomingPush.begin(repository);
    await other.receive(inChunks(packed(blob, tree, commit), 100));
    expect(await refusal(repository, packed(tree))).toContain(`the blob ${blob.oid} is neither`);
    const onIt = packOf([refDelta(blob.oid, deltaOf(5, [[0, 5], "!"]))]);
    expect(await refusal(repository, onIt)).toContain(`the object ${blob.oid} is neither in it nor in the repository`);
    repository.sql.transaction(() => other.accept());
    expect(await refusal(repository, onIt)).toBe("accepted");
  });

  test("at the first commit with too many parents", async () => {
    const repository = emptyRepository();
    const parents = Array.from({ length: 100_001 }, () => missing);
    const commits = ["one\n", "two\n"].map((message) => commitOf(tree.oid, parents, message));
    expect(await refusal(repository, packed(...commits))).toContain("limit: The commits of this push");
  });

  test("at the first commit over 30,000", () => {
    const commits = new IncomingCommits();
    const oid = Buffer.alloc(20, 1);
    const addNext = (count: number) => {
      oid.writeUInt32BE(count);
      commits.add(oid, Buffer.alloc(20), 0);
    };
    for (let count = 1; count <= 30_000; count++) addNext(count);
    expect(() => addNext(30_001)).toThrow("This push has more than 30000 commits, the most at once.");
  });

  test("at the first parent over 200,000 in all commits", () => {
    const commits = new IncomingCommits();
    const withParents = (parents: number) => new Uint8Array((1 + parents) * 20);
    commits.add(Buffer.alloc(20, 1), withParents(100_000), 0);
    commits.add(Buffer.alloc(20, 2), withParents(100_000), 0);
    expect(() => commits.add(Buffer.alloc(20, 3), withParents(1), 0)).toThrow(
      "The commits of this push have more than 200000 parents.",
    );
  });

  test("at the first .gitmodules or .gitattributes over 100,000", () => {
    const dotFiles = new DotFiles();
    const oids = Array.from({ length: 50_000 }, (_, at) => `${at}`.padStart(40, "0"));
    dotFiles.add({ faults: [], gitmodules: oids, gitattributes: oids });
    expect(() => dotFiles.add({ faults: [], gitmodules: [], gitattributes: [missing] })).toThrow(
      "This push has more than 100000 different .gitmodules and .gitattributes files.",
    );
  });

  test("at the first commit, tag or tree over 5 MB", async () => {
    const large = commitOf(tree.oid, [], `${"x".repeat(5 * 1024 * 1024)}\n`);
    expect(await refusal(emptyRepository(), packed(tree, large))).toMatch(
      /^limit: The commit [0-9a-f]{40} has 5.1 MB; it can have 5 MB at most\.$/,
    );
  });

  test("as soon as more objects are missing than the pack still contains", async () => {
    const entry = Buffer.from(`100644 000000\0${"\x01".repeat(20)}`);
    const entries = Buffer.alloc(260_000 * entry.length, entry);
    for (let index = 0; index < 260_000; index += 1) {
      const at = index * entry.length;
      let digits = index;
      for (let digit = 6; digit > 0; digit -= 1) {
        entries[at + "100644".length + digit] = 48 + (digits % 10);
        digits = Math.floor(digits / 10);
      }
      entries.writeUInt32BE(index, at + entry.length - 12);
    }
    const half = entries.length / 2;
    const pack = packOf(
      [entries.subarray(0, half), entries.subarray(half)].map((content) => storedEntry(content, typeNumbers.tree)),
      { count: 1000 },
    );
    async function* thenSilence(): AsyncGenerator<Uint8Array> {
      yield* inChunks(Buffer.concat([pack, Buffer.alloc(100_000)]), 65536);
      throw new Error("The push was read further");
    }
    const push = IncomingPush.begin(emptyRepository());
    await expect(push.receive(thenSilence())).rejects.toThrow("The pack is incomplete: the blob 0101010101010101");
  });
});

test("a pack without any one of its objects is refused", async () => {
  using folder = randomHistory(new Random(7), { commits: 40 });
  const objects = reachableObjects(folder);
  const tip = revision(folder, "main");
  const named = [...objects.keys()].filter((oid) => oid !== tip && !objects.get(oid)?.startsWith("tag "));
  for (let seed = 1; seed <= cases(25); seed++) {
    const withheld = new Random(seed).pick(named);
    const oids = [...objects.keys()].filter((oid) => oid !== withheld);
    const pack = folder.git(["pack-objects", "--stdout", "-q", "--window=0"], oids.map((oid) => `${oid}\n`).join(""));
    const repository = emptyRepository();
    const message = await refusal(repository, pack);
    expect({ seed, message }).toEqual({ seed, message: expect.stringContaining(` ${withheld} is neither in it nor`) });
    collectAll(repository);
    expect({ seed, ...rowCounts(repository) }).toEqual({ seed, ...nothing });
  }
});

test("damaged packs leave nothing", async () => {
  using folder = randomHistory(new Random(8), { commits: 20 });
  const pack = packAll(folder, "--delta-base-offset");
  const repository = emptyRepository();
  for (let seed = 1; seed <= cases(100); seed++) {
    const random = new Random(seed);
    const changed = Buffer.from(pack);
    const at = random.below(pack.length);
    changed[at] = (changed[at] ?? 0) ^ (1 + random.below(255));
    if ((await refusal(repository, changed)) === "accepted") throw new Error(`seed ${seed} is accepted`);
    collectAll(repository);
    expect({ seed, ...rowCounts(repository) }).toEqual({ seed, ...nothing });
  }
});

const history = sharedHistories();

describe.each([
  ["rows", 1_000_000],
  ["packs", 1],
] as const)("pushes stored as %s that fail", (form, leastPacked) => {
  const half = (pack: Buffer) => inChunks(pack.subarray(0, pack.length / 2), 1000);
  async function* broken(pack: Buffer): AsyncGenerator<Uint8Array> {
    yield* half(pack);
    throw new TypeError("connection lost");
  }

  test("leave nothing after a lost connection", async () => {
    const folder = history(9, { commits: 30 });
    const repository = emptyRepository(leastPacked);
    await expect(IncomingPush.begin(repository).receive(broken(packAll(folder)))).rejects.toThrow(TypeError);
    const table = form === "rows" ? "objects" : "packs";
    expect(rowCounts(repository)).toMatchObject({ open_pushes: 1, [table]: expect.toSatisfy((rows) => rows > 0) });
    collectAll(repository);
    expect(rowCounts(repository)).toEqual(nothing);
  });

  test("are recognised as abandoned after a restart", async () => {
    const folder = history(9, { commits: 30 });
    const storage = nodeStorage();
    const push = IncomingPush.begin(reopened(storage, leastPacked));
    await push.receive(inChunks(packAll(folder), 1000));
    expect(acceptedObjects(storage).size).toBe(0);
    const next = reopened(storage, leastPacked);
    await acceptPack(next, packAll(folder));
    collectAll(next);
    expect(acceptedObjects(storage)).toEqual(reachableObjects(folder));
    expect(rowCounts(next)).toMatchObject({ open_pushes: 0, objects: reachableObjects(folder).size });
  });

  test("are abandoned after ten minutes of silence, and not earlier", async () => {
    const folder = history(9, { commits: 30 });
    const repository = emptyRepository(leastPacked);
    const push = IncomingPush.begin(repository);
    let goOn = () => {};
    const silence = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const pack = packAll(folder);
    let isSilent = () => {};
    const reached = new Promise<void>((resolve) => {
      isSilent = resolve;
    });
    async function* paused(): AsyncGenerator<Uint8Array> {
      yield* half(pack);
      isSilent();
      await silence;
      yield pack.subarray(pack.length / 2);
    }
    const received = push.receive(paused());
    await reached;
    const rows = rowCounts(repository);
    collectAll(repository, Date.now() + 9 * 60_000);
    expect(rowCounts(repository)).toEqual(rows);
    collectAll(repository, Date.now() + 11 * 60_000);
    expect(rowCounts(repository)).toEqual(nothing);
    goOn();
    await expect(received).rejects.toThrow("This push was given up");
    expect(() => push.accept()).toThrow("cannot be accepted");
  });

  test("leave nothing, not even in memory, if all refs are refused", async () => {
    const repository = emptyRepository(leastPacked);
    const push = IncomingPush.begin(repository);
    const tag = tagOf(commit, "commit");
    await push.receive(inChunks(packed(blob, tree, commit, tag), 1000));
    const results = updateRefs(repository, {
      pusher: { userId: 1, level: 30 },
      at: "2026-01-01T00:00:00.000Z",
      via: "push",
      atomic: true,
      updates: [
        { name: "refs/tags/v1", before: null, after: tag.oid },
        { name: "refs/heads/main", before: missing, after: commit.oid },
      ],
      addObjects: () => push.accept(),
    });
    expect(results.map(({ refusal }) => refusal?.reason)).toEqual(["atomic", "stale"]);
    for (const { oid } of [tag, commit, tree, blob]) expect(repository.objects.read(oid)).toBe(null);
    expect(repository.commits.find(commit.oid)).toBe(null);
    collectAll(repository);
    expect(rowCounts(repository)).toEqual(nothing);
  });

  test("are collected in steps, beside objects that were accepted later", async () => {
    const noise = form === "rows" ? "" : randomBytes(2_000).toString("hex");
    const blobs = (from: number, count: number) =>
      packOf(
        Array.from({ length: count }, (_, index) => storedEntry(`blob ${from + index} ${noise.slice(index % 50)}`)),
      );
    // A step takes 2,000 objects or 100 rows of packs.
    const [refused, accepted] = isSample ? [form === "rows" ? 4_100 : 2_000, 200] : [5_000, 2_000];
    const repository = emptyRepository(leastPacked);
    expect(await refusal(repository, Buffer.concat([blobs(0, refused), Buffer.from("x")]))).toContain("followed by");
    await acceptPack(repository, blobs(refused - accepted / 2, accepted));
    expect(collectAll(repository)).toBeGreaterThan(2);
    expect(rowCounts(repository)).toMatchObject({ objects: accepted, open_pushes: 0 });
  });

  test("are collected completely if others were collected since they began", async () => {
    const repository = emptyRepository(leastPacked);
    const blobs = Array.from({ length: 1000 }, (_, index) => storedEntry(`blob ${index}`));
    await expect(IncomingPush.begin(repository).receive(broken(packOf(blobs)))).rejects.toThrow(TypeError);
    const push = IncomingPush.begin(repository);
    const table = form === "rows" ? "objects" : "packs";
    expect(rowCounts(repository)[table]).toBeGreaterThan(0);
    while (rowCounts(repository)[table] !== 0) collectAbandoned(repository, Date.now());
    IncomingPush.begin(repository).abandon();
    await push.receive(inChunks(packOf(blobs), 100));
    push.abandon();
    collectAll(repository);
    expect(rowCounts(repository)).toEqual(nothing);
  });

  test("are collected soon: every push wakes the collector before it begins", () => {
    let wakes = 0;
    const repository = new Repository(new Sql(nodeStorage()), () => {
      wakes += 1;
    });
    IncomingPush.begin(repository);
    expect(wakes).toBe(1);
    expect(collectAbandoned(repository, Date.now())).toBe(10 * 60_000);
    expect(collectAbandoned(emptyRepository(), Date.now())).toBe(null);
  });
});
