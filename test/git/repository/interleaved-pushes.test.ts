// Concurrent pushes of the same objects, packed differently: whatever their outcome, accepted objects are complete.
import { expect, test } from "vitest";
import type { ObjectStorage } from "../../../src/durable-objects/sqlite.ts";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { collectAbandoned } from "../../../src/git/repository/abandoned-pushes.ts";
import { IncomingPush } from "../../../src/git/repository/incoming-push.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { nodeStorage } from "../../support/node-storage.ts";
import type { GitFolder } from "../git-folder.ts";
import { inChunks } from "../pack/memory-store.ts";
import { deltaOf, packOf, refDelta, wholeEntry } from "../pack/pack-bytes.ts";
import { cases, Random } from "../random.ts";
import { randomHistory, reachableObjects } from "../random-history.ts";
import { Feed } from "./feed.ts";
import { acceptedObjects, collectAll, leastPackedValues, packOfRevisions, reopened, rowCounts } from "./pushing.ts";

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
  for (let seed = 1; seed <= cases(8); seed++) {
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
  const content = Buffer.from(new Random(1).bytes(2_500_000));
  const storage = nodeStorage();
  const repository = reopened(storage);
  const pushes = [IncomingPush.begin(repository), IncomingPush.begin(repository)];
  for (const push of pushes) await push.receive(inChunks(packOf([wholeEntry(content)]), 65536));
  expect(rowCounts(repository)).toMatchObject({ objects: 2, chunks: 6 });
  for (const push of pushes) repository.sql.transaction(() => push.accept());
  expect(rowCounts(repository)).toMatchObject({ objects: 1, chunks: 3, open_pushes: 0 });
  expect(acceptedObjects(storage).get(hashObject("blob", content)) === `blob ${content.toString("latin1")}`).toBe(true);
});
