// Changes of commits are git's, cut at the limits.
import { expect, test } from "vitest";
import { Budget, finish } from "../../../src/git/budget.ts";
import { changesBetween } from "../../../src/git/diff/changes.ts";
import { serialiseTree } from "../../../src/git/objects/tree.ts";
import { compareRevisions } from "../../../src/git/operations/compare.ts";
import { diffCommit, findCommit } from "../../../src/git/operations/find-commit.ts";
import { listContributors } from "../../../src/git/operations/list-contributors.ts";
import { openRepository } from "../../support/node-storage.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { loadRepository } from "./load-repository.ts";
import { randomProject } from "./random-project.ts";

const seeds = Array.from({ length: cases(6, 1) }, (_, index) => index + 1);

const linesOf = (output: Buffer): string[] => output.toString().split("\n").filter(Boolean);

const pairIn = (line: string): [string, string] => [line.slice(0, 40), line.slice(41)];

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** `git diff -M` for each pair of trees, from one process; per file, from the line that begins with `---` or `Binary`. */
function gitDiffs(folder: GitFolder, pairs: readonly (readonly [from: string, to: string])[]): string[][] {
  const options = ["--stdin", "-r", "-p", "-M", "--no-color"];
  const lines = pairs.map((pair) => `${pair.join(" ")}\n`);
  const output = folder.git(["diff-tree", ...options], lines.join("")).toString();
  let position = 0;
  return lines.map((line, at) => {
    if (!output.startsWith(line, position)) throw new Error(`git's output lacks ${line}`);
    const start = position + line.length;
    const next = lines[at + 1];
    position = next === undefined ? output.length : output.indexOf(next, start);
    return filesOf(output.slice(start, position));
  });
}

function filesOf(patch: string): string[] {
  return patch
    .split(/^diff --git .*\n/m)
    .slice(1)
    .map((file) => file.slice(Math.max(0, file.search(/^(---|Binary) /m))))
    .map((text) => (/^(---|Binary) /.test(text) ? text : ""));
}

test.for(seeds)("a commit's changes and line counts are those against its first parent (seed %i)", async (seed) => {
  using folder = randomProject(new Random(seed), { commits: 25, clock: "steady" });
  const repository = loadRepository(folder);
  const listed = linesOf(folder.git(["log", "--format=%H %T %P", "main"])).map((line) => line.trim().split(" "));
  const trees = new Map(listed.map(([oid = "", tree = ""]) => [oid, tree]));
  const diffs = gitDiffs(
    folder,
    listed.map(([, tree = "", parent = ""]) => [trees.get(parent) ?? emptyTree, tree]),
  );
  for (const [at, [oid = ""]] of listed.entries()) {
    const wanted = diffs[at] ?? [];
    const diff = await diffCommit(repository, oid);
    expect(
      diff?.changes.map((change) => change.diff),
      `seed ${seed}, ${oid}`,
    ).toEqual(wanted);
    expect(diff?.overflow).toBe(false);
    const lines = wanted.flatMap((text) => text.split("\n").slice(2));
    const beginWith = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
    expect(await findCommit(repository, oid)).toMatchObject({
      commit: { id: oid },
      stats: { additions: beginWith("+"), deletions: beginWith("-") },
    });
  }
});

test.for(seeds)("a comparison is git's three-dot diff (seed %i)", async (seed) => {
  const random = new Random(seed);
  using folder = randomProject(random, { commits: 40, clock: "steady" });
  const repository = loadRepository(folder);
  const trees = new Map(linesOf(folder.git(["log", "--format=%H %T", "main"])).map((line) => pairIn(line)));
  const all = [...trees.keys()];
  const pairs = random.times(15, () => [random.pick(all), random.pick(all)] as const);
  const logs = folder.gitAll(pairs.map(([from, to]) => ["rev-list", `${from}..${to}`]));
  const basesOf = folder.mergeBasesOf(pairs);
  const treeOf = (commit = "") => trees.get(commit) ?? emptyTree;
  const diffs = gitDiffs(
    folder,
    pairs.map(([, to], at) => [treeOf(basesOf[at]?.[0]), treeOf(to)]),
  );
  for (const [at, [from, to]] of pairs.entries()) {
    const { commits, changes, overflow, same } = await compareRevisions(repository, from, to);
    const ids = commits.map(({ id }) => id).toReversed();
    expect(ids, `${from} ${to}`).toEqual(linesOf(logs[at] ?? Buffer.of()));
    expect({ overflow, same }).toEqual({ overflow: false, same: from === to });
    if ((basesOf[at]?.length ?? 0) > 1) continue; // any of them is right
    expect(
      changes.map(({ diff }) => diff),
      `${from} ${to}`,
    ).toEqual(diffs[at]);
  }
});

test("there is nothing to compare with an unknown revision", async () => {
  using folder = randomProject(new Random(1), { commits: 5, clock: "steady" });
  const repository = loadRepository(folder);
  const nothing = { commits: [], changes: [], overflow: false };
  expect(await compareRevisions(repository, "main", "nothing")).toEqual({ ...nothing, same: false });
  expect(await compareRevisions(repository, "nothing", "main")).toEqual({ ...nothing, same: false });
  expect(await compareRevisions(repository, "main", "main")).toEqual({ ...nothing, same: true });
  expect(await diffCommit(repository, "nothing")).toBeNull();
  expect(await findCommit(repository, "nothing")).toBeNull();
});

/** A file for each number, with that many lines `line`. */
function treesOfLines(lines: readonly number[]) {
  const { objects } = openRepository();
  const entries = lines.map((count, index) => ({
    mode: 0o100644,
    name: `file${String(index).padStart(5, "0")}`,
    oid: objects.add("blob", Buffer.from("line\n".repeat(count))),
  }));
  return { objects, tree: objects.add("tree", serialiseTree(entries)) };
}

const limits = { files: 1_000, lines: 1_000_000, bytes: 1_000_000_000 };

test.for<[string, readonly number[], Partial<typeof limits>, string[]]>([
  ["nothing", [1, 2], {}, ["whole", "whole"]],
  ["nothing at the limit of files", [1, 1], { files: 2 }, ["whole", "whole"]],
  ["one file too many", [1, 1, 1], { files: 2 }, ["whole", "whole", "cut"]],
  // Each patch has three lines of header.
  ["nothing below the limit of lines", [1, 1], { lines: 9 }, ["whole", "whole"]],
  [
    "the file that reaches the limit of lines and all after it",
    [1, 1, 0, 1],
    { lines: 8 },
    ["whole", "cut", "cut", "cut"],
  ],
  ["the file that reaches the limit of bytes", [1, 9], { bytes: 100 }, ["whole", "cut"]],
  ["only a file that is too large by itself", [1, 30_000, 1], {}, ["whole", "cut", "whole"]],
])("the limits cut %s", ([, lines, some, expected]) => {
  const { objects, tree } = treesOfLines(lines);
  const { changes, overflow, ...shown } = finish(changesBetween(objects, null, tree, { ...limits, ...some }));
  expect(changes.map(({ diff, tooLarge }) => (tooLarge && diff === "" ? "cut" : "whole"))).toEqual(expected);
  expect(changes.map(({ newPath }) => newPath)).toEqual(expected.map((_, index) => `file0000${index}`));
  expect(overflow).toBe(expected.at(-1) === "cut");
  const text = changes.map(({ diff }) => diff).join("");
  expect(shown).toEqual({ lines: text.split("\n").length - 1, bytes: text.length });
});

test("the file that exceeds the budget and all after it are cut", () => {
  const { objects, tree } = treesOfLines([1, 20_000, 1]);
  const { changes, overflow } = finish(changesBetween(objects, null, tree, limits, new Budget(60_000)));
  expect({ cut: changes.map(({ tooLarge }) => tooLarge), overflow }).toEqual({
    cut: [false, true, true],
    overflow: true,
  });
});

test("files after the limits are not read", () => {
  const { objects, tree } = treesOfLines([1, 2, 3, 4]);
  const read: string[] = [];
  const source = {
    tree: (oid: string) => objects.tree(oid),
    blobSize: (oid: string) => objects.blobSize(oid),
    blob: (oid: string) => {
      read.push(oid);
      return objects.blob(oid);
    },
  };
  finish(changesBetween(source, null, tree, { ...limits, files: 1 }));
  expect(read).toHaveLength(1);
});

test("contributors are grouped by address and sorted by commits, without merges", async () => {
  using folder = randomProject(new Random(4), { commits: 3, clock: "steady" });
  const commit = (name: string, email: string, ...parents: string[]) => {
    const tree = folder.git(["rev-parse", "main^{tree}"]).toString().trim();
    const author = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email };
    const args = ["commit-tree", tree, "-m", name, ...parents.flatMap((parent) => ["-p", parent])];
    return folder.git(args, "", author).toString().trim();
  };
  const first = commit("Ann", "ann@example.com");
  const second = commit("Bea", "bea@example.com", first);
  const third = commit("Ann B", "ann@example.com", second);
  const fourth = commit("Ann C", "ann@example.com", second);
  const merge = commit("Zoe", "zoe@example.com", third, fourth);
  folder.git(["update-ref", "refs/heads/main", merge]);
  const [ann, bea, ...others] = await listContributors(loadRepository(folder));
  expect(ann).toMatchObject({ email: "ann@example.com", commits: 3 });
  expect(bea).toEqual({ name: "Bea", email: "bea@example.com", commits: 1 });
  expect(others).toEqual([]);
  expect(await listContributors(openRepository())).toEqual([]);
});

test("a contributor has the name of their newest commit that has one", async () => {
  using folder = new GitFolder();
  const stream = ["Old", "New", ""].map(
    (name, at) =>
      `commit refs/heads/main\nauthor ${name} <a@example.com> ${1_500_000_000 + at} +0000\ncommitter C <c@example.com> ${1_500_000_000 + at} +0000\ndata 0\n\n`,
  );
  folder.git(["fast-import", "--quiet"], stream.join(""));
  const contributor = { name: "New", email: "a@example.com", commits: 3 };
  expect(await listContributors(loadRepository(folder), "main")).toEqual([contributor]);
});
