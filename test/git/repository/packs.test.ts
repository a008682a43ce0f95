// Large pushes are stored as packs: reading, sending, copying and bounding them.
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ObjectStorage } from "../../../src/durable-objects/sqlite.ts";
import { finish } from "../../../src/git/budget.ts";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { oidFrom } from "../../../src/git/objects/oid.ts";
import { beginCopy, copyCommits, copyObjects, copyPackRows, endCopy } from "../../../src/git/operations/copy-source.ts";
import { writePack } from "../../../src/git/pack/write-pack.ts";
import { IncomingPush } from "../../../src/git/repository/incoming-push.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { type CopySource, finishCopy, startCopy } from "../../../src/git/repository/repository-copy.ts";
import { allObjects } from "../../../src/git/transport/outgoing-objects.ts";
import { nodeStorage } from "../../support/node-storage.ts";
import { inChunks, receive } from "../pack/memory-store.ts";
import { packOf, storedEntry } from "../pack/pack-bytes.ts";
import { Random } from "../random.ts";
import { randomHistory, reachableObjects } from "../random-history.ts";
import { acceptedObjects, acceptPack, packAll, packOfRevisions, reopened, rowCounts } from "./pushing.ts";

const blobs = (from: number, count: number) =>
  packOf(Array.from({ length: count }, (_, index) => storedEntry(`blob ${from + index}`)));

/** The ids in the pack that a clone of everything gets, each as often as it occurs. */
async function sent(repository: Repository): Promise<string[]> {
  const { count, objects } = finish(allObjects(repository));
  const pack = Buffer.concat([...writePack(count, objects)]);
  const { objects: received } = await receive(pack);
  expect(received.size).toBe(count);
  return [...received.keys()].sort();
}

test("a push of many objects is a pack, and a small one rows beside it", async () => {
  const storage = nodeStorage();
  await acceptPack(reopened(storage), blobs(0, 1_000));
  await acceptPack(reopened(storage), blobs(900, 200));
  const { sql } = reopened(storage);
  expect(sql.first("select count(*) as rows from objects")).toEqual({ rows: 100 });
  expect(sql.rows("select objects from packs")).toEqual([{ objects: 1_000 }]);
  expect(await sent(reopened(storage))).toEqual([...acceptedObjects(storage).keys()]);
});

test("no row exceeds a megabyte, for objects of any size", async () => {
  const storage = nodeStorage();
  const large = [100, 65_536, 300_000, 5_000_000].map((size) => randomBytes(size));
  await acceptPack(reopened(storage, 1), packOf(large.map((content) => storedEntry(content))), 65_536);
  const { sql, objects } = reopened(storage);
  expect(sql.first<{ most: number }>("select max(length(data)) as most from pack_rows")?.most).toBeLessThan(1_000_000);
  for (const content of large) {
    expect(content.equals(objects.read(hashObject("blob", content))?.content ?? Buffer.of())).toBe(true);
  }
  expect(await sent(reopened(storage))).toEqual([...acceptedObjects(storage).keys()]);
});

test("a repository has at most 16 packs; further large pushes are rows", async () => {
  const storage = nodeStorage();
  for (let push = 0; push < 20; push += 1) await acceptPack(reopened(storage, 1), blobs(push * 10, 10));
  expect(rowCounts(reopened(storage))).toMatchObject({ objects: 200, packs: 16 });
  expect(acceptedObjects(storage).size).toBe(200);
});

describe("objects that were added while a pack was received", () => {
  test.each([
    ["by the API", (repository: Repository) => repository.objects.add("blob", Buffer.from("blob 7"))],
    ["by a small push", (repository: Repository) => acceptPack(repository, blobs(5, 3))],
    ["by another pack", (repository: Repository) => acceptPack(repository, blobs(0, 40))],
  ])("%s are stored and sent once", async (_, add) => {
    const storage = nodeStorage();
    const repository = reopened(storage, 30);
    const push = IncomingPush.begin(repository);
    await push.receive(inChunks(blobs(0, 50), 1_000));
    await add(repository);
    repository.sql.transaction(() => push.accept());
    expect(rowCounts(repository).objects).toBe(50);
    expect(acceptedObjects(storage).size).toBe(50);
    const oids = Array.from({ length: 50 }, (_, index) => hashObject("blob", Buffer.from(`blob ${index}`)));
    expect(await sent(repository)).toEqual(oids.sort());
    expect(await sent(reopened(storage))).toEqual(oids);
  });
});

test("objects of a pack are read ahead with a few statements", async () => {
  const storage = nodeStorage();
  using folder = randomHistory(new Random(5), { commits: 60 });
  await acceptPack(reopened(storage, 1), packAll(folder));
  const expected = reachableObjects(folder);
  const oids = [...expected.keys()].slice(0, 90);
  let statements = 0;
  const counted: ObjectStorage = {
    sql: {
      exec: (query, ...bindings) => {
        statements += 1;
        return storage.sql.exec(query, ...bindings);
      },
      databaseSize: 0,
    },
    transactionSync: (work) => storage.transactionSync(work),
  };
  const { objects } = reopened(counted);
  statements = 0;
  objects.readAhead(oids);
  for (const oid of oids) objects.read(oid);
  // The packs and their indexes; then two statements for each of the lengths that chains of deltas have here.
  expect(statements).toBeLessThan(60);
});

/** @param fails true for the calls that are lost */
const sourceOf = (repository: Repository, fails: () => boolean): CopySource => {
  const answered = async <T>(work: () => T): Promise<T> => {
    if (fails()) throw new TypeError("connection lost");
    return structuredClone(work());
  };
  return {
    begin: () => answered(() => beginCopy(repository, 2)),
    objects: (of, after) => answered(() => copyObjects(repository, 2, of, after)),
    packRows: (of, after) => answered(() => copyPackRows(repository, 2, of, after)),
    commits: (of, after) => answered(() => copyCommits(repository, 2, of, after)),
    end: () => answered(() => endCopy(repository, 2)),
  };
};

test("a fork has the packs, however often copying is interrupted, and takes pushes", async () => {
  using folder = randomHistory(new Random(6), { commits: 60, largest: 50_000 });
  const source = reopened(nodeStorage(), 20);
  await acceptPack(source, packOfRevisions(folder, "main~30"));
  await acceptPack(source, packOfRevisions(folder, "main~5\n^main~30", "--thin"));
  const open = IncomingPush.begin(source);
  await open.receive(inChunks(blobs(0, 30), 1_000));
  const storage = nodeStorage();
  const random = new Random(6);
  let lost = 0;
  const copied = sourceOf(source, () => lost < 10 && random.chance(30) && ++lost > 0);
  await startCopy(
    reopened(storage),
    1,
    sourceOf(source, () => false),
  );
  for (let isDone = false; !isDone; ) {
    isDone = await finishCopy(reopened(storage), copied).then(
      () => true,
      () => false,
    );
  }
  expect(acceptedObjects(storage)).toEqual(reachableObjects(folder, "main~5"));
  await acceptPack(reopened(storage, 1), packOfRevisions(folder, "main\n^main~5", "--thin"));
  expect(acceptedObjects(storage)).toEqual(reachableObjects(folder, "main"));
});

test("ids that begin alike are found", async () => {
  const storage = nodeStorage();
  const contents = Array.from({ length: 3_000 }, (_, index) => `text ${index}`);
  await acceptPack(reopened(storage), packOf(contents.map((content) => storedEntry(content))));
  const { objects } = reopened(storage);
  for (const content of contents) {
    const oid = hashObject("blob", Buffer.from(content));
    expect(objects.find(oid)).toMatchObject({ type: "blob", size: content.length });
    const other = new Uint8Array(Buffer.from(oid, "hex"));
    other[19] = (other[19] ?? 0) ^ 1;
    expect(objects.find(oidFrom(other))).toBe(null);
  }
});
