// The commits of a push are those that git lists between its ends, with the files that each changed.
import { expect, test } from "vitest";
import { serialiseCommit } from "../../../src/git/objects/commit.ts";
import { emptyTreeOid } from "../../../src/git/objects/oid.ts";
import { briefCommit } from "../../../src/git/operations/brief-commit.ts";
import { pushedCommits } from "../../../src/git/operations/pushed-commits.ts";
import { openRepository } from "../../support/node-storage.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { loadRepository } from "./load-repository.ts";
import { randomProject } from "./random-project.ts";

const histories = cases(6);
const PUSHES = 6;

const linesOf = (folder: GitFolder, ...args: string[]): string[] =>
  folder.git(args).toString().split("\n").filter(Boolean);

interface Changes {
  readonly added: string[];
  readonly modified: string[];
  readonly removed: string[];
}

/** Status `A`, `M` or `D` and path of the changes against the first parent, by commit. */
function changesOf(folder: GitFolder): Map<string, Changes> {
  const changes = new Map<string, Changes>();
  // Each commit alone with its first parent.
  const ends = linesOf(folder, "rev-list", "--parents", "--all").map((line) => line.split(" ", 2).join(" "));
  const show = ["diff-tree", "--stdin", "--always", "-r", "--root", "--no-renames", "--name-status"];
  let one: Changes = { added: [], modified: [], removed: [] };
  for (const line of folder
    .git(show, `${ends.join("\n")}\n`)
    .toString()
    .split("\n")
    .filter(Boolean)) {
    const [status = "", path] = line.split("\t");
    if (path === undefined) {
      one = { added: [], modified: [], removed: [] };
      changes.set(status, one);
      continue;
    }
    // A file that becomes a symlink counts as one deleted and one added.
    if (status === "T") one.removed.push(path);
    one[status === "A" || status === "T" ? "added" : status === "D" ? "removed" : "modified"].push(path);
  }
  return changes;
}

const sorted = (changes: { [kind in keyof Changes]: readonly string[] } | undefined) => ({
  added: changes?.added.toSorted(),
  modified: changes?.modified.toSorted(),
  removed: changes?.removed.toSorted(),
});

test(`in ${histories} random histories`, async () => {
  for (let seed = 1; seed <= histories; seed += 1) {
    const random = new Random(seed);
    using folder = randomProject(random, { commits: 40 + random.below(40), clock: "steady" });
    const repository = loadRepository(folder);
    const all = linesOf(folder, "rev-list", "--all");
    const changes = changesOf(folder);
    const [head = ""] = linesOf(folder, "rev-parse", "HEAD");
    const pick = () => all[random.below(all.length)] ?? "";
    for (let number = 0; number < PUSHES; number += 1) {
      const [before, after] = [number === 0 ? null : pick(), pick()];
      const excluded = before ?? head;
      const expected = linesOf(folder, "rev-list", "--reverse", after, `^${excluded}`);
      const pushed = await pushedCommits(repository, { ref: "refs/heads/pushed", before, after });
      expect(pushed.commits.map(({ id }) => id)).toEqual(expected.slice(-20));
      expect(pushed).toMatchObject({ checkout: after, message: null, total: expected.length });
      for (const commit of pushed.commits) expect(sorted(commit)).toEqual(sorted(changes.get(commit.id)));
    }
  }
});

test("a pushed tag has its message if it is annotated, and a moved file counts as one removed and one added", async () => {
  using folder = new GitFolder();
  const commitOf = (changes: string) =>
    `commit refs/heads/main\ncommitter A <a@b> 1500000000 +0000\ndata 6\nCommit\n${changes}`;
  const moved = ["M 644 inline old\ndata 5\nsame\n\n", "R old new\n"].map(commitOf).join("");
  folder.git(
    ["fast-import", "--quiet"],
    `${moved}tag v1\nfrom refs/heads/main\ntagger A <a@b> 1500000000 +0000\ndata 6\nTagged\n`,
  );
  folder.git(["tag", "light", "main"]);
  const repository = loadRepository(folder);
  const [main = "", v1 = ""] = linesOf(folder, "rev-parse", "main", "v1");
  const pushedTag = (name: string, after: string) =>
    pushedCommits(repository, { ref: `refs/tags/${name}`, before: null, after });
  expect(await pushedTag("v1", v1)).toMatchObject({ checkout: main, message: "Tagged", total: 1 });
  const light = await pushedTag("light", main);
  expect(light).toMatchObject({ checkout: main, message: null });
  expect(light.commits).toMatchObject([{ added: ["new"], modified: [], removed: ["old"] }]);
});

test("the first push of the default branch has all of its commits, and a ref on a missing object none", async () => {
  using folder = randomProject(new Random(99), { commits: 30, clock: "steady" });
  const repository = loadRepository(folder);
  const [after = ""] = linesOf(folder, "rev-parse", "main");
  const pushed = await pushedCommits(repository, { ref: "refs/heads/main", before: null, after });
  expect(pushed.total).toBe(linesOf(folder, "rev-list", "main").length);
  const nothing = { checkout: null, message: null, commits: [], total: 0 };
  expect(await pushedCommits(repository, { ref: "refs/heads/main", before: after, after: "1".repeat(40) })).toEqual(
    nothing,
  );
  expect(await pushedCommits(repository, { ref: "refs/heads/main", before: after, after: null })).toEqual(nothing);
});

test("long texts of commits are cut for hooks", async () => {
  const repository = openRepository();
  const long = "x".repeat(2_000_000);
  const ident = { name: long, email: long, time: 0, timeZone: "+0000" };
  const commit = { tree: emptyTreeOid, parents: [], author: ident, committer: ident, extraHeaders: [], message: long };
  const oid = repository.objects.add("commit", serialiseCommit(commit));
  repository.commits.add(oid, { tree: emptyTreeOid, parents: [], time: 0 });
  const brief = briefCommit(repository, oid);
  expect(brief).toMatchObject({ id: oid, author: { email: "x".repeat(1_000) }, message: "x".repeat(100_000) });
  expect(JSON.stringify(brief).length).toBeLessThan(105_000);
  const { commits } = await pushedCommits(repository, { ref: "refs/heads/main", before: null, after: oid });
  expect(commits).toEqual([{ ...brief, added: [], modified: [], removed: [] }]);
});
