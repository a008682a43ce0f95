// Lists of branches: each commit is read once and the history walked once; pages and names.
import { expect, test } from "vitest";
import { type ObjectStorage, Sql } from "../../../src/durable-objects/sqlite.ts";
import { serialiseCommit } from "../../../src/git/objects/commit.ts";
import { emptyTreeOid, type Oid } from "../../../src/git/objects/oid.ts";
import { branchNames } from "../../../src/git/operations/branch-names.ts";
import { pageOfBranches } from "../../../src/git/operations/page-of-refs.ts";
import { findBranch, listBranches } from "../../../src/git/operations/read-branches.ts";
import { Repository } from "../../../src/git/repository/repository.ts";
import { updateRefs } from "../../../src/git/repository/update-refs.ts";
import { nodeStorage } from "../../support/node-storage.ts";

/** Counts its statements. */
class CountedStorage implements ObjectStorage {
  readonly #storage = nodeStorage();
  statements = 0;
  readonly sql: ObjectStorage["sql"] = {
    databaseSize: 0,
    exec: (query, ...bindings) => {
      this.statements += 1;
      return this.#storage.sql.exec(query, ...bindings);
    },
  };
  transactionSync = <T>(work: () => T): T => this.#storage.transactionSync(work);
}

function addCommit(repository: Repository, parents: readonly Oid[], time: number): Oid {
  const ident = { name: "A U Thor", email: "author@example.com", time, timeZone: "+0000" };
  const commit = { tree: emptyTreeOid, parents, author: ident, committer: ident, extraHeaders: [], message: "x\n" };
  const oid = repository.objects.add("commit", serialiseCommit(commit));
  repository.commits.add(oid, { tree: emptyTreeOid, parents, time });
  return oid;
}

/** A linear history with `main` at its end, and branches at its first commits or one commit beside them. */
function createRepository(size: { commits: number; branches: number }): {
  storage: CountedStorage;
  repository: Repository;
} {
  const storage = new CountedStorage();
  const repository = new Repository(new Sql(storage), () => {});
  const line: Oid[] = [];
  for (let n = 0; n < size.commits; n++) line.push(addCommit(repository, line.slice(-1), n));
  const branches = Array.from({ length: size.branches }, (_, n) => {
    const oid = line[n] ?? "";
    return n % 2 === 0 ? oid : addCommit(repository, [oid], size.commits + n);
  });
  const update = (name: string, after: Oid | undefined) => ({
    name: `refs/heads/${name}`,
    before: null,
    after: after ?? null,
  });
  const results = updateRefs(repository, {
    pusher: { userId: 1, level: 40 },
    at: "2016-12-22T00:00:00.000Z",
    updates: [update("main", line.at(-1)), ...branches.map((oid, n) => update(`b${n}`, oid))],
    atomic: true,
    via: "push",
  });
  expect(results.filter(({ refusal }) => refusal !== null)).toEqual([]);
  repository.commits.forget();
  return { storage, repository };
}

/** Statements of the storage, and steps of walks over the history, caused by `work`. */
async function costOf({ storage, repository }: ReturnType<typeof createRepository>, work: () => void | Promise<void>) {
  const { commits } = repository;
  const get = commits.get.bind(commits);
  const before = storage.statements;
  let steps = 0;
  commits.get = (id) => {
    steps += 1;
    return get(id);
  };
  await work();
  return { statements: storage.statements - before, steps };
}

test("listing a thousand branches takes two statements each, and one walk over the history", async () => {
  const created = createRepository({ commits: 1_500, branches: 1_000 });
  const cost = await costOf(created, async () => {
    const branches = await listBranches(created.repository);
    expect(branches).toHaveLength(1_001);
    expect(branches.filter(({ merged }) => merged)).toHaveLength(500);
  });
  expect(cost.statements).toBeLessThan(2 * 1_001 + 1_500 / 64 + 20);
  expect(cost.steps).toBeLessThanOrEqual(1_500);
});

test("reading the default branch takes no walk", async () => {
  const created = createRepository({ commits: 300, branches: 10 });
  const cost = await costOf(created, async () => {
    expect(await findBranch(created.repository, "main")).toMatchObject({ name: "main", merged: false });
  });
  expect(cost.statements).toBeLessThan(10);
  expect(cost.steps).toBe(0);
});

test.for([
  [2, true],
  [3, false],
] as const)("a page of %i of three branches has more behind it: %s", async ([limit, hasMore]) => {
  const { repository } = createRepository({ commits: 3, branches: 2 });
  expect(await pageOfBranches(repository, { search: "", offset: 0, limit })).toMatchObject({
    rows: { length: limit },
    hasMore,
  });
});

test("names of branches begin with the default branch, if it exists, and are not more than wanted", () => {
  const { repository } = createRepository({ commits: 3, branches: 2 });
  expect(branchNames(repository, 2)).toEqual({ names: ["main", "b0"], count: 3 });
  repository.refs.setHead("refs/heads/gone");
  expect(branchNames(repository, 10)).toEqual({ names: ["b0", "b1", "main"], count: 3 });
});
