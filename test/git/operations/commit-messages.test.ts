// Commit messages between two commits, newest first.
import { expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { reachable } from "../../../src/git/history/reachable.ts";
import { commitMessages, messagesToMerge } from "../../../src/git/operations/commit-messages.ts";
import { mergeRequestCommits } from "../../../src/git/operations/merge-requests/merge-request-commits.ts";
import { summariseCommits } from "../../../src/git/operations/summarise-commits.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { loadRepository } from "./load-repository.ts";
import { randomProject } from "./random-project.ts";

test("messages are git's, up to the requested number", async () => {
  using folder = randomProject(new Random(7), { commits: 40, clock: "steady" });
  const repository = loadRepository(folder);
  const linesOf = (...args: string[]) => folder.git(args).toString().split("\n").filter(Boolean);
  const [head = ""] = linesOf("rev-parse", "HEAD");
  const branch = linesOf("symbolic-ref", "--short", "HEAD")[0] ?? "";
  const oid = linesOf("rev-list", "--topo-order", "HEAD").at(-10) ?? "";
  const listed = linesOf("rev-list", head, `^${oid}`);
  const messages = await commitMessages(repository, { head, except: oid, limit: 5 });
  expect(messages.map(({ id }) => id)).toEqual(listed.slice(0, 5));
  expect(messages[0]?.message).toBe(folder.git(["log", "-1", "--format=%B", head]).toString().replace(/\n$/, ""));
  expect(await messagesToMerge(repository, { head, branch, level: 30 })).toEqual([]);
  expect((await mergeRequestCommits(repository, { head, start: oid })).map(({ id }) => id)).toEqual(listed);
});

test("a summary says whether there are more commits than fit", () => {
  using folder = randomProject(new Random(7), { commits: 5, clock: "steady" });
  const repository = loadRepository(folder);
  const all = folder.git(["rev-list", "main"]).toString().trim().split("\n");
  const summariseAtMost = (limit: number) =>
    finish(summariseCommits(repository, reachable(repository.commits, all.slice(0, 1), []), limit));
  expect(summariseAtMost(all.length)).toMatchObject({ overflow: false, commits: { length: all.length } });
  expect(summariseAtMost(all.length - 1)).toMatchObject({ overflow: true, commits: { length: all.length - 1 } });
});

test("messages are not read for a level that may not merge", async () => {
  using folder = randomProject(new Random(9), { commits: 3, clock: "steady" });
  const repository = loadRepository(folder);
  const head = folder.git(["rev-parse", "HEAD"]).toString().trim();
  expect(await messagesToMerge(repository, { head, branch: "main", level: 20 })).toBeNull();
});

test("the newest messages that fit a message between isolates are returned", async () => {
  using folder = new GitFolder();
  const long = `${"x".repeat(99)}\n`.repeat(30_000);
  const commits = ["Begin", long, long, long, "Closes #1"].map(
    (message) => `commit refs/heads/main\ncommitter A <a@b> 1500000000 +0000\ndata ${message.length}\n${message}\n`,
  );
  folder.git(["-c", "core.compression=0", "fast-import", "--quiet"], commits.join(""));
  folder.git(["branch", "stable", "main~4"]);
  const [head = "", second = "", third = "", , start = ""] = folder.git(["rev-list", "main"]).toString().split("\n");
  const newest = [head, second, third];
  const repository = loadRepository(folder);
  for (const messages of [
    await commitMessages(repository, { head, except: start }),
    await messagesToMerge(repository, { head, branch: "stable", level: 40 }),
    await mergeRequestCommits(repository, { head, start }),
  ]) {
    expect(messages?.map(({ id }) => id)).toEqual(newest);
  }
});

test("messages are empty if either end does not exist", async () => {
  using folder = randomProject(new Random(8), { commits: 3, clock: "steady" });
  const repository = loadRepository(folder);
  const head = folder.git(["rev-parse", "HEAD"]).toString().trim();
  const missing = "1234567890123456789012345678901234567890";
  for (const [one, except] of [
    [head, missing],
    [missing, head],
  ] as const) {
    expect(await commitMessages(repository, { head: one, except })).toEqual([]);
  }
  expect(await messagesToMerge(repository, { head, branch: "missing", level: 40 })).toEqual([]);
});
