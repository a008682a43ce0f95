// An identified operation moves refs once, however often it is called.
import { expect, test } from "vitest";
import { createCommit, type NewCommit } from "../../../src/git/operations/create-commit.ts";
import { runOnce } from "../../../src/git/operations/run-once.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { openRepository } from "../../support/node-storage.ts";

const commit: NewCommit = {
  branch: "main",
  message: "Empty",
  author: { name: null, email: null },
  committer: { name: "A U Thor", email: "author@example.com" },
  actions: [],
  pusher: { userId: 1, level: 40 },
  at: "2026-01-01T00:00:00.000Z",
};

const operation = (repository: Repository) => createCommit(repository, commit);

const numberOfCommits = ({ sql }: Repository): number =>
  sql.first<{ count: number }>("select count(*) as count from commits")?.count ?? 0;

test("a second call returns the result of the first", async () => {
  const repository = openRepository();
  const first = await runOnce(repository, "id", operation);
  expect(first).toEqual({ answer: expect.objectContaining({ kind: "created" }), isRecorded: true });
  expect(await runOnce(repository, "id", operation)).toEqual(first);
  expect(numberOfCommits(repository)).toBe(1);
});

test("another id is another operation", async () => {
  const repository = openRepository();
  await runOnce(repository, "one", operation);
  await runOnce(repository, "other", operation);
  expect(numberOfCommits(repository)).toBe(2);
});

test("an operation that was refused runs again", async () => {
  const repository = openRepository();
  const refused = await runOnce(repository, "id", (one) =>
    createCommit(one, { ...commit, pusher: { userId: 1, level: 20 } }),
  );
  expect(refused).toEqual({ answer: expect.objectContaining({ kind: "refused" }), isRecorded: false });
  expect(await runOnce(repository, "id", operation)).toMatchObject({ answer: { kind: "created" } });
});

test("an operation whose result was lost is not repeated", async () => {
  const repository = openRepository();
  const dies = async (one: Repository) => {
    await operation(one);
    throw new Error("The object stops here");
  };
  await expect(runOnce(repository, "id", dies)).rejects.toThrow("The object stops here");
  expect(await runOnce(repository, "id", operation)).toEqual({ isResultLost: true });
  expect(numberOfCommits(repository)).toBe(1);
});

test("of two calls at the same time one moves the refs, and the other fails", async () => {
  const repository = openRepository();
  const results = await Promise.allSettled([1, 2].map(() => runOnce(repository, "id", operation)));
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(numberOfCommits(repository)).toBe(1);
});

test("a result too large to be kept is returned once, and the operation is not repeated", async () => {
  const repository = openRepository();
  const message = "m".repeat(3_000_000);
  const large = (one: Repository) => createCommit(one, { ...commit, message });
  expect(await runOnce(repository, "id", large)).toMatchObject({
    answer: { kind: "created", commit: { message } },
    isRecorded: true,
  });
  expect(await runOnce(repository, "id", large)).toEqual({ isResultLost: true });
  expect(numberOfCommits(repository)).toBe(1);
});
