// Concurrent pushes of the same objects, packed differently: whatever their outcome, accepted objects are complete.
import { expect, test } from "vitest";
import type { ObjectStorage } from "../../../src/durable-objects/sqlite.ts";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { collectAbandoned } from "../../../src/git/repository/abandoned-pushes.ts";
import { IncomingPush } from "../../../src/git/repository/incoming-push.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { nodeStorage } from "../../support/node-storage.ts";
import { noise } from "../../support/noise.ts";
import { cases } from "../../support/sample.ts";
import type { GitFolder } from "../git-folder.ts";
import { inChunks } from "../pack/memory-store.ts";
import { deltaOf, offsetDelta, packOf, refDelta, storedEntry, wholeEntry } from "../pack/pack-bytes.ts";
import { Random } from "../random.ts";
import { randomHistory, reachableObjects } from "../random-history.ts";
import { Feed } from "./feed.ts";
import {
  acceptedObjects,
  acceptedOids,
  acceptPack,
  collectAll,
  leastPackedValues,
  packAll,
  packOfRevisions,
  reopened,
  rowCounts,
} from "./pushing.ts";

type Ending = "accepted" | "undone" | "abandoned" | "cut off";

/** One of several pushes, run step by step. */
class SteppedPush {
  readonly revision: string;
  readonly ending: Ending;
  readonly #push: IncomingPush;
  readonly #feed = new Feed();
  readonly #pieces: Uint8Array[];
  readonly #received: Promise<void>;
  readonly #repository: Repository;

  constructor(repository: Repository, random: Random, folder: GitFolder, revision: string, known: string | null) {
    this.revision = revision;
    this.ending = random.pick<Ending>(["accepted", "accepted", "undone", "abandoned", "cut off"]);
    const options = random.pick([
      ["--window=0"],
      ["--window=50", "--depth=200", "--delta-base-offset", "--no-reuse-delta"],
      ["--window=3", "--no-reuse-delta"],
    ]);
    const revisions = known === null ? revision : `${revision}\n^${known}`;
    const pack = packOfRevisions(folder, revisions, "--thin", ...options);
    this.#pieces = random.times(6, (index) =>
      pack.subarray((pack.length * index) / 6, (pack.length * (index + 1)) / 6),
    );
    if (this.ending === "cut off") this.#pieces.splice(1 + random.below(5));
    this.#repository = repository;
    this.#push = IncomingPush.begin(repository);
    this.#received = this.#push.receive(this.#feed);
    this.#received.catch(() => {});
  }

  /** @returns true while steps remain */
  async step(): Promise<boolean> {
    const piece = this.#pieces.shift();
    if (piece !== undefined) {
      await this.#feed.give(piece);
      return true;
    }
    if (this.ending === "cut off") await this.#feed.fail(new TypeError("connection lost"));
    else await this.#feed.end();
    await (this.ending === "cut off" ? expect(this.#received).rejects.toThrow(TypeError) : this.#received);
    if (this.ending === "abandoned") this.#push.abandon();
    if (this.ending === "undone") {
      const undone = () => {
        this.#push.accept();
        throw new RangeError("undone");
      };
      expect(() => this.#repository.sql.transaction(undone)).toThrow(RangeError);
      this.#repository.commits.forget();
    }
    if (this.ending === "accepted") this.#repository.sql.transaction(() => this.#push.accept());
    return false;
  }
}

test("three concurrent pushes in any order leave complete objects", async () => {
  for (let seed = 1; seed <= cases(8, 2); seed++) {
    const random = new Random(seed);
    using folder = randomHistory(random, { commits: 30, largest: 6000 });
    const all = reachableObjects(folder);
    const blobs = [...all.values()].filter((content) => content.startsWith("blob "));
    const storage = nodeStorage();
    const repository = reopened(storage, leastPackedValues[seed % leastPackedValues.length]);
    const known: string[] = [];
    for (let round = 0; round < 2; round++) {
      let pushes = random.times(3, () => {
        const base = known.length > 0 && random.chance(60) ? random.pick(known) : null;
        return new SteppedPush(repository, random, folder, `main~${random.below(20)}`, base);
      });
      while (pushes.length > 0) {
        const push = random.pick(pushes);
        if (await push.step()) {
          if (random.chance(20)) collectAbandoned(repository, Date.now());
          if (random.chance(10)) repository.objects.add("blob", contentOf(random.pick(blobs)));
          continue;
        }
        pushes = pushes.filter((other) => other !== push);
        if (push.ending === "accepted") known.push(push.revision);
      }
      expect({ seed, round, faults: faults(storage, folder, all, known) }).toEqual({ seed, round, faults: [] });
    }
    collectAll(repository);
    const { size } = acceptedObjects(storage);
    expect({ seed, faults: faults(storage, folder, all, known) }).toEqual({ seed, faults: [] });
    expect({ seed, ...rowCounts(repository) }).toMatchObject({ seed, objects: size, open_pushes: 0, parked_deltas: 0 });
  }
});

const contentOf = (typed: string) => Buffer.from(typed.slice(typed.indexOf(" ") + 1), "latin1");

/** Objects that differ from git's, and missing objects or commits of accepted revisions. */
function faults(
  storage: ObjectStorage,
  folder: GitFolder,
  all: ReadonlyMap<string, string>,
  known: readonly string[],
): string[] {
  const ours = acceptedObjects(storage);
  const { commits } = reopened(storage);
  const wrong = [...ours].filter(([oid, content]) => all.get(oid) !== content).map(([oid]) => `wrong: ${oid}`);
  if (known.length === 0) return wrong;
  const reachable = folder
    .git(["rev-list", "--objects", "--no-object-names", ...known])
    .toString()
    .trim()
    .split("\n");
  const missing = reachable.filter((oid) => !ours.has(oid)).map((oid) => `missing: ${oid}`);
  const unlisted = [...ours].filter(([oid, content]) => content.startsWith("commit ") && commits.find(oid) === null);
  return [...wrong, ...missing, ...unlisted.map(([oid]) => `not in the graph: ${oid}`)];
}

test.each([
  ["first", "rows", ["one", "other"], 1_000],
  ["last", "rows", ["other", "one"], 1_000],
  ["first", "packs", ["one", "other"], 1],
  ["last", "packs", ["other", "one"], 1],
] as const)(
  "two pushes with opposite deltas, the one with the whole object accepted %s, leave both objects (as %s)",
  async (_, __, order, leastPacked) => {
    const [hello, bye] = ["hello", "hello, bye"];
    const oidOf = (text: string) => hashObject("blob", Buffer.from(text));
    const packs = {
      one: packOf([wholeEntry(hello), refDelta(oidOf(hello), deltaOf(5, [[0, 5], ", bye"]))]),
      other: packOf([wholeEntry(bye), refDelta(oidOf(bye), deltaOf(10, [[0, 5]]))]),
    };
    const storage = nodeStorage();
    const repository = reopened(storage, leastPacked);
    const pushes = { one: IncomingPush.begin(repository), other: IncomingPush.begin(repository) };
    const feeds = { one: new Feed(), other: new Feed() };
    const received = [pushes.one.receive(feeds.one), pushes.other.receive(feeds.other)];
    for (const name of order) {
      await feeds[name].give(packs[name]);
      await feeds[name].end();
    }
    await Promise.all(received);
    for (const name of order) repository.sql.transaction(() => pushes[name].accept());
    expect(new Set(acceptedObjects(storage).values())).toEqual(new Set([`blob ${hello}`, `blob ${bye}`]));
    expect(rowCounts(repository)).toMatchObject({ objects: 2, open_pushes: 0 });
  },
);

test("a large file in two pushes is stored once, with all of its pieces", async () => {
  const content = noise("a large file", 2_500_000);
  const storage = nodeStorage();
  const repository = reopened(storage);
  const pushes = [IncomingPush.begin(repository), IncomingPush.begin(repository)];
  const pack = packOf([storedEntry(content)]);
  for (const push of pushes) await push.receive(inChunks(pack, 65536));
  expect(rowCounts(repository)).toMatchObject({ objects: 2, chunks: 6 });
  for (const push of pushes) repository.sql.transaction(() => push.accept());
  expect(rowCounts(repository)).toMatchObject({ objects: 1, chunks: 3, open_pushes: 0 });
  expect(acceptedObjects(storage).get(hashObject("blob", content)) === `blob ${content.toString("latin1")}`).toBe(true);
});

/** Files that fill the cache of contents. While the last of them arrives, all others were received. */
const files = [
  ...Array.from({ length: 450 }, (_, index) => wholeEntry(Buffer.from(`${index}${" ".repeat(60_000)}`))),
  storedEntry(noise("the last of the files", 400_000)),
];

test.each([
  ["whole, as rows", "a base", null, 1_000],
  ["as a delta of another base, as rows", "a base", " and m", 1_000],
  ["whole, as packs", "a base", null, 1],
  ["as a delta of another base, as packs", "a base", " and m", 1],
])("a base that was accepted meanwhile %s is a base still", async (_, base, otherBase, leastPacked) => {
  const [middle, last] = [`${base} and more`, `${base} and more, and the end`];
  const oidOf = (text: string) => hashObject("blob", Buffer.from(text));
  const first = wholeEntry(base);
  const entries = [first, offsetDelta(first.length, deltaOf(base.length, [[0, base.length], " and more"])), ...files];
  const distance = entries.slice(1).reduce((sum, { length }) => sum + length, 0);
  const ofMiddle = offsetDelta(distance, deltaOf(middle.length, [[0, middle.length], ", and the end"]));
  const pack = packOf([...entries, ofMiddle]);
  const cut = pack.length - 100_000;

  const storage = nodeStorage();
  const repository = reopened(storage, leastPacked);
  const push = IncomingPush.begin(repository);
  const feed = new Feed();
  const received = push.receive(feed);
  received.catch(() => {});
  await feed.give(pack.subarray(0, cut));
  if (otherBase === null) repository.objects.add("blob", Buffer.from(middle));
  else {
    const other = deltaOf(otherBase.length, [base, [0, otherBase.length], "ore"]);
    await acceptPack(repository, packOf([wholeEntry(otherBase), refDelta(oidOf(otherBase), other)]));
  }
  await feed.give(pack.subarray(cut));
  await feed.end();
  await received;
  repository.sql.transaction(() => push.accept());
  const texts = [base, middle, last, ...(otherBase === null ? [] : [otherBase])];
  const { objects } = reopened(storage);
  const contents = texts.map((text) => Buffer.from(objects.read(oidOf(text))?.content ?? []).toString());
  expect(contents).toEqual(texts);
  const accepted = acceptedOids(storage);
  expect(accepted).toEqual(expect.arrayContaining(texts.map(oidOf)));
  expect(accepted).toHaveLength(files.length + texts.length);
});

test("concurrent pushes to several repositories of one process do not mix their bytes", async () => {
  for (let seed = 1; seed <= cases(4); seed++) {
    const random = new Random(seed);
    const pushes = random.times(3, (index) => {
      using folder = randomHistory(random, { commits: 12, largest: 6000 });
      const storage = nodeStorage();
      const chunkSize = 1 + random.below(3000);
      return {
        storage,
        expected: reachableObjects(folder),
        pack: packAll(folder, "--delta-base-offset"),
        chunkSize,
        repository: reopened(storage, leastPackedValues[index]),
      };
    });
    await Promise.all(pushes.map(({ repository, pack, chunkSize }) => acceptPack(repository, pack, chunkSize)));
    for (const { storage, expected } of pushes) {
      const stored = acceptedObjects(storage);
      const wrong = [...expected].filter(([oid, content]) => stored.get(oid) !== content).map(([oid]) => oid);
      expect({ seed, wrong, objects: stored.size }).toEqual({ seed, wrong: [], objects: expected.size });
    }
  }
});
