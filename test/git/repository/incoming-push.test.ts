// A push adds all objects and commits of its pack; unusual valid packs are accepted.
import { describe, expect, test } from "vitest";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { serialiseTree } from "../../../src/git/objects/tree.ts";
import { PIECE_BYTES } from "../../../src/git/pack/entries.ts";
import { IncomingPush } from "../../../src/git/repository/incoming-push.ts";
import { type RefUpdate, updateRefs } from "../../../src/git/repository/update-refs.ts";
import { nodeStorage } from "../../support/node-storage.ts";
import { noise } from "../../support/noise.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { inChunks } from "../pack/memory-store.ts";
import { deltaOf, offsetDelta, packOf, refDelta, storedRefDelta, typeNumbers, wholeEntry } from "../pack/pack-bytes.ts";
import { Random } from "../random.ts";
import { randomHistory, reachableObjects, sharedHistories } from "../random-history.ts";
import {
  acceptedObjects,
  acceptPack,
  collectAll,
  leastPackedValues,
  packAll,
  packOfRevisions,
  reopened,
  revision,
  rowCounts,
} from "./pushing.ts";

const history = sharedHistories();

/** By seed: the first ones are neither as long as a pack nor so short that each byte is a chunk. */
const chunkSizes = [1, 4096, 100, 65536] as const;

/** The commits of a folder in the form of {@link storedCommits}. */
const gitCommits = (folder: GitFolder) =>
  folder
    .git(["log", "--all", "--format=%H %T %ct %P"])
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .sort();

function storedCommits(storage: ReturnType<typeof nodeStorage>): string[] {
  const { sql, commits } = reopened(storage);
  return sql
    .rows<{ id: number }>("select id from commits")
    .map(({ id }) => {
      const { oid, tree, time, parents } = commits.get(id);
      if (parents.some((parent) => parent >= id)) throw new Error(`A parent of ${oid} has a higher id`);
      return [oid, tree, time, ...parents.map((parent) => commits.get(parent).oid)].join(" ");
    })
    .sort();
}

const update = (name: string, after: string | null, before: string | null = null): RefUpdate => ({
  name: `refs/heads/${name}`,
  before,
  after,
});

const asMaster = {
  pusher: { userId: 1, level: 40 },
  at: "2026-01-01T00:00:00.000Z",
  via: "push",
  atomic: false,
} as const;

test.each([
  ["--delta-base-offset"],
  ["--no-delta-base-offset"],
  ["--window=0", "--compression=0"],
  ["--window=100", "--depth=200", "--delta-base-offset"],
])("packs with %s are stored with all objects and commits", async (...options) => {
  for (let seed = 1; seed <= cases(2); seed++) {
    const random = new Random(seed);
    const folder = history(seed, { commits: 60, largest: random.chance(50) ? 100_000 : 3000 });
    const storage = nodeStorage();
    const repository = reopened(storage, leastPackedValues[seed % 2]);
    await acceptPack(repository, packAll(folder, ...options), chunkSizes[seed % chunkSizes.length]);
    expect({ seed, objects: acceptedObjects(storage) }).toEqual({ seed, objects: reachableObjects(folder) });
    expect({ seed, commits: storedCommits(storage) }).toEqual({ seed, commits: gitCommits(folder) });
  }
});

test("thin packs are resolved against earlier pushes", async () => {
  for (let seed = 1; seed <= cases(4, 1); seed++) {
    const random = new Random(seed);
    using folder = randomHistory(random, { commits: 80 });
    const storage = nodeStorage();
    for (let [step, last] = [75, ""]; step >= 0; step -= 15) {
      const pack = packOfRevisions(folder, `main~${step}\n${last}`, "--thin", "--delta-base-offset");
      await acceptPack(reopened(storage, random.pick(leastPackedValues)), pack, random.pick([100, 65536]));
      last = `^main~${step}`;
      const expected = reachableObjects(folder, `main~${step}`);
      expect({ seed, step, objects: acceptedObjects(storage) }).toEqual({ seed, step, objects: expected });
    }
  }
});

test("a folder of more existing files than are looked up at once is accepted", async () => {
  const contents = Array.from({ length: 205 }, (_, at) => Buffer.from(`file ${at}`));
  const entries = contents.map((content, at) => ({
    mode: 0o100644,
    name: `f${at}`,
    oid: hashObject("blob", content),
  }));
  const storage = nodeStorage();
  await acceptPack(reopened(storage), packOf(contents.map((content) => wholeEntry(content, typeNumbers.blob))));
  await acceptPack(reopened(storage), packOf([wholeEntry(serialiseTree(entries), typeNumbers.tree)]));
  expect(acceptedObjects(storage).size).toBe(206);
});

test.each([
  [1_000, 1_000],
  [1, 1],
  [1_000, 1],
  [1, 1_000],
])("a repeated push changes nothing (packs from %i and then from %i objects on)", async (first, second) => {
  const folder = history(3, { commits: 30 });
  const storage = nodeStorage();
  await acceptPack(reopened(storage, first), packAll(folder, "--window=0"));
  const before = rowCounts(reopened(storage));
  await acceptPack(reopened(storage, second), packAll(folder, "--window=50"));
  expect(rowCounts(reopened(storage))).toEqual(before);
  expect(acceptedObjects(storage)).toEqual(reachableObjects(folder));
});

test("refs are created, moved and deleted, with and without a pack", async () => {
  using folder = randomHistory(new Random(4), { commits: 10 });
  const [tip, older] = [revision(folder, "main"), revision(folder, "main~2")];
  const repository = reopened(nodeStorage());
  const first = IncomingPush.begin(repository);
  await first.receive(inChunks(packAll(folder), 1000));
  const done = (name: string) => [{ name: `refs/heads/${name}`, refusal: null }];
  const move = (one: RefUpdate, push: IncomingPush) =>
    updateRefs(repository, { ...asMaster, updates: [one], addObjects: () => push.accept() });
  expect(move(update("main", tip), first)).toEqual(done("main"));
  const nothing = IncomingPush.begin(repository);
  await nothing.receive(inChunks(folder.git(["pack-objects", "--stdout", "-q"]), 1000));
  expect(move(update("older", older), nothing)).toEqual(done("older"));
  expect(move(update("older", null, older), IncomingPush.begin(repository))).toEqual(done("older"));
  expect(repository.refs.list().map(({ name, oid }) => [name, oid])).toEqual([["refs/heads/main", tip]]);
  expect(rowCounts(repository)).toMatchObject({ open_pushes: 0, commits: 10 });
});

describe("deltas before their bases", () => {
  const text = "the quick brown fox jumps over the lazy dog\n".repeat(20);
  const chain = Array.from({ length: 120 }, (_, index) => `${text}${"x".repeat(index)}`);
  const oids = chain.map((content) => hashObject("blob", Buffer.from(content)));
  const deltas = chain.slice(1).map((content, index) => {
    const length = content.length - 1;
    return refDelta(oids[index] ?? "", deltaOf(length, [[0, length], "x"]));
  });

  test("are resolved when the base arrives, for chains of any length", async () => {
    const storage = nodeStorage();
    await acceptPack(reopened(storage), packOf([...deltas.toReversed(), wholeEntry(text)]));
    const objects = acceptedObjects(storage);
    expect(oids.map((oid) => objects.get(oid))).toEqual(chain.map((content) => `blob ${content}`));
    const { sql } = reopened(storage);
    expect(sql.first("select max(depth) as depth from objects")).toEqual({ depth: 50 });
    expect(rowCounts(reopened(storage))).toMatchObject({ objects: 120, parked_deltas: 0 });
  });

  test("can be large", async () => {
    const text = noise("delta", 3 * PIECE_BYTES).toString("latin1");
    const inserts = Array.from({ length: text.length / 64 }, (_, at) => text.slice(64 * at, 64 * at + 64));
    const base = hashObject("blob", Buffer.from("base"));
    const storage = nodeStorage();
    const repository = reopened(storage);
    await acceptPack(repository, packOf([storedRefDelta(base, deltaOf(4, [[0, 4], ...inserts])), wholeEntry("base")]));
    const oid = hashObject("blob", Buffer.from(`base${text}`, "latin1"));
    expect(acceptedObjects(storage).get(oid) === `blob base${text}`).toBe(true);
    expect(repository.objects.stored(oid)).toMatchObject({ delta: { base, depth: 1 } });
    expect(rowCounts(repository)).toMatchObject({ objects: 2, chunks: 4, parked_deltas: 0 });
  });
});

test("an object that occurs twice in a pack is stored once", async () => {
  const storage = nodeStorage();
  const delta = offsetDelta(wholeEntry("hello").length, deltaOf(5, [[0, 5]]));
  await acceptPack(reopened(storage), packOf([wholeEntry("hello"), delta, wholeEntry("hello")]));
  expect([...acceptedObjects(storage).values()]).toEqual(["blob hello"]);
});

test("large files are stored in pieces that fit a row", async () => {
  using folder = new GitFolder();
  const sizes = [PIECE_BYTES - 400, PIECE_BYTES + 5, 3_500_000];
  for (const size of sizes) folder.write(`${size}`, noise(`${size}`, size));
  folder.git(["-c", "core.looseCompression=0", "add", "."]);
  folder.git(["commit", "-qm", "large"]);
  const storage = nodeStorage();
  await acceptPack(reopened(storage), packAll(folder, "--compression=0"));
  const theirs = reachableObjects(folder);
  const ours = acceptedObjects(storage);
  expect([...ours.keys()]).toEqual([...theirs.keys()]);
  for (const [oid, content] of theirs) expect(ours.get(oid) === content).toBe(true);
  expect(rowCounts(reopened(storage))).toMatchObject({ objects: 5, chunks: 6 });
});

test("the empty tree can be missing", async () => {
  using folder = new GitFolder();
  const tree = folder.git(["hash-object", "-t", "tree", "--stdin"]).toString().trim();
  folder.git(["hash-object", "-wt", "tree", "--stdin"]);
  const commit = folder.git(["commit-tree", tree, "-m", "empty"]).toString().trim();
  const storage = nodeStorage();
  await acceptPack(reopened(storage), folder.git(["pack-objects", "--stdout", "-q"], `${commit}\n`));
  expect([...acceptedObjects(storage).keys()]).toEqual([commit]);
});

test("commits of submodules can be missing", async () => {
  using folder = new GitFolder();
  folder.git(["update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},module`]);
  folder.write("file", "content");
  folder.git(["add", "file"]);
  folder.git(["commit", "-qm", "with a submodule"]);
  const storage = nodeStorage();
  await acceptPack(reopened(storage), packAll(folder));
  expect(acceptedObjects(storage)).toEqual(reachableObjects(folder));
});

test("faults of old histories are tolerated", async () => {
  using folder = new GitFolder();
  folder.git(["commit", "-qm", "base", "--allow-empty"]);
  const old = folder
    .git(["cat-file", "commit", "HEAD"])
    .toString()
    .replace(/ [+-]\d{4}$/gm, " +051800");
  const commit = folder.addLoose("commit", Buffer.from(old));
  const storage = nodeStorage();
  await acceptPack(reopened(storage), folder.git(["pack-objects", "--stdout", "--revs", "-q"], `${commit}\n`));
  expect(reopened(storage).commits.find(commit)).toMatchObject({ time: 1112912053 });
});

test("a commit can have as many parents as fit, in any order", async () => {
  using folder = new GitFolder();
  const stream = Array.from(
    { length: 300 },
    (_, index) => `commit refs/heads/b${index}\nmark :${index + 1}\ncommitter A <a@b> ${index} +0000\ndata 0\n`,
  );
  stream.push(
    "commit refs/heads/main\ncommitter A <a@b> 1000 +0000\ndata 0\n",
    ...Array.from({ length: 300 }, (_, index) => `${index === 0 ? "from" : "merge"} :${index + 1}\n`),
  );
  folder.git(["fast-import", "--quiet"], stream.join(""));
  const storage = nodeStorage();
  await acceptPack(reopened(storage), packAll(folder));
  expect(storedCommits(storage)).toEqual(gitCommits(folder));
  expect(collectAll(reopened(storage))).toBe(0);
});
