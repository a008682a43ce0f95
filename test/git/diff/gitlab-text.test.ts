// The diff texts of GitLab's API: git's patch without its headers, as valid text for any bytes.
import { expect, test } from "vitest";
import { Budget, finish } from "../../../src/git/budget.ts";
import { changedFiles } from "../../../src/git/diff/changed-files.ts";
import { type DiffLimits, defaultLimits, gitPatch, noLimits, renderPatch } from "../../../src/git/diff/patch.ts";
import { fileMode } from "../../../src/git/objects/tree.ts";
import { Random } from "./random.ts";
import { type File, Repository } from "./repository.ts";
import { makeTreePair } from "./trees.ts";

const regular = (content: Uint8Array | string): File => ({ mode: fileMode.regular, content });

type Files = Record<string, File>;

function render(a: Files, b: Files, limits: DiffLimits = defaultLimits) {
  using repository = new Repository();
  const [before, after] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  const trees = [repository.addFiles(before), repository.addFiles(after)] as const;
  const { files } = finish(changedFiles(repository.source, ...trees, { detectRenames: true }));
  return files.map((change) => finish(renderPatch(repository.source, change, limits)));
}

const texts = (a: Files, b: Files) => render(a, b).map(({ text }) => text);

test("the text is git's patch without its extended headers", () => {
  using repository = new Repository();
  const random = new Random(1);
  for (let count = 0; count < 100; count++) {
    const [a, b] = makeTreePair(random, false).map((files) => repository.addFiles(files));
    for (const change of finish(changedFiles(repository.source, a ?? null, b ?? null, { detectRenames: true })).files) {
      const { text, additions, deletions } = finish(renderPatch(repository.source, change, noLimits));
      const patch = Buffer.from(finish(gitPatch(repository.source, change, noLimits)) ?? "").toString("latin1");
      const hunks = /^@@ .*/ms.exec(patch)?.[0] ?? "";
      const isPlain = !/[\x80-\xff]/.test(hunks);
      expect(isPlain ? (/^@@ .*/ms.exec(text)?.[0] ?? "") : "").toBe(isPlain ? hunks : "");
      expect(text.startsWith("--- ") || text.startsWith("Binary files ") || text === "").toBe(true);
      expect(hunks.match(/^\+/gm)?.length ?? 0).toBe(additions);
      expect(hunks.match(/^-/gm)?.length ?? 0).toBe(deletions);
    }
  }
});

test.for<[name: string, a: Files, b: Files, expected: string[]]>([
  ["an edit", { x: regular("a\nb\n") }, { x: regular("a\nc\n") }, ["--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"]],
  ["an added file", {}, { x: regular("a\n") }, ["--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n"]],
  ["a deleted file", { x: regular("a\n") }, {}, ["--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"]],
  ["a rename", { x: regular("a\n") }, { y: regular("a\n") }, [""]],
  ["a mode", { x: regular("a\n") }, { x: { mode: fileMode.executable, content: "a\n" } }, [""]],
  ["an empty file", {}, { x: regular("") }, [""]],
  ["a binary file", {}, { x: regular("a\0") }, ["Binary files /dev/null and b/x differ\n"]],
  [
    "a binary file with an odd name",
    { "caf\xc3\xa9 x": regular("a\0") },
    { "caf\xc3\xa9 x": regular("b\0") },
    ["Binary files a/café x and b/café x differ\n"],
  ],
  [
    "no newline at the end",
    { x: regular("a") },
    { x: regular("a\n") },
    ["--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"],
  ],
  ["CRLF", { x: regular("a\r\n") }, { x: regular("a\n") }, ["--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+a\n"]],
  [
    "a symlink",
    { x: { mode: fileMode.symlink, content: "to" } },
    { x: { mode: fileMode.symlink, content: "there" } },
    ["--- a/x\n+++ b/x\n@@ -1 +1 @@\n-to\n\\ No newline at end of file\n+there\n\\ No newline at end of file\n"],
  ],
  [
    "a file that becomes a symlink",
    { x: regular("a\n") },
    { x: { mode: fileMode.symlink, content: "to" } },
    [
      "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
      "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+to\n\\ No newline at end of file\n",
    ],
  ],
  [
    "a submodule",
    { x: { mode: fileMode.gitlink, oid: "1".repeat(40) } },
    { x: { mode: fileMode.gitlink, oid: "2".repeat(40) } },
    [`--- a/x\n+++ b/x\n@@ -1 +1 @@\n-Subproject commit ${"1".repeat(40)}\n+Subproject commit ${"2".repeat(40)}\n`],
  ],
  [
    "names with spaces, quotes and backslashes, which are not quoted",
    { 'a "b" \\c': regular("a\n") },
    {},
    ['--- a/a "b" \\c\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'],
  ],
  [
    "a name with a line feed, which is quoted",
    { "x\n+++ y": regular("a\n") },
    {},
    ['--- "a/x\\n+++ y"\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'],
  ],
  [
    "Latin-1 that becomes UTF-8",
    { x: regular(Buffer.from("caf\xe9\n", "latin1")) },
    { x: regular("café\n") },
    ["--- a/x\n+++ b/x\n@@ -1 +1 @@\n-café\n+café\n"],
  ],
  ["a byte order mark", {}, { x: regular("\ufeffa\n") }, ["--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+\ufeffa\n"]],
])("%s", ([, a, b, expected]) => {
  expect(texts(a, b)).toEqual(expected);
});

test("a NUL among the first 8,000 bytes makes a file binary", () => {
  const contents = [7999, 8000].map((length) => regular(`${"a".repeat(length)}\0\n`));
  expect(contents.map((content) => render({}, { x: content })[0]?.binary)).toEqual([true, false]);
});

test("hunks of 102,400 bytes are too large, without counting signs", () => {
  const lines = (bytes: number) => ({ x: regular(`${"a".repeat(bytes - 3)}\n\n\n`) });
  expect(render({}, lines(102_399))).toMatchObject([{ too_large: false, additions: 3 }]);
  expect(render({}, lines(102_400))).toEqual([
    { text: "", binary: false, too_large: true, additions: 3, deletions: 0 },
  ]);
});

test("an edit is too large if its hunks have 102,400 bytes, however large its file is", () => {
  const added = (bytes: number) => render({ x: regular("a\n") }, { x: regular(`a\n${"b".repeat(bytes - 3)}\n`) });
  const unchanged = `${"a".repeat(99)}\n`.repeat(2_000);
  const edited = render({ x: regular(`${unchanged}b\n`) }, { x: regular(`${unchanged}c\n`) });
  expect(added(102_399)).toMatchObject([{ too_large: false, additions: 1 }]);
  expect(added(102_400)).toEqual([{ text: "", binary: false, too_large: true, additions: 1, deletions: 0 }]);
  expect(edited).toMatchObject([{ too_large: false, additions: 1, deletions: 1 }]);
});

test("the lines of a large file that is added or deleted are counted if there is work left to read it", () => {
  const [file, limits] = [{ x: regular("a\n".repeat(100_000)) }, { ...defaultLimits, maxWork: 210_000 }];
  expect([...render({}, file, limits), ...render(file, {}, limits)]).toMatchObject([
    { too_large: true, additions: 100_000, deletions: 0 },
    { too_large: true, additions: 0, deletions: 100_000 },
  ]);
});

test.for<[name: string, before: string, after: string]>([
  ["a few changes", "a a a b b b c", "b a c d d"],
  ["few lines that remain", "e b e e a b a b a b b e b a a b", "a b a"],
  ["many lines that are new", "a e b", "a b e a a b e a e a a a"],
])("wherever the budget ends, there is the whole text or none: %s", ([, before, after]) => {
  using repository = new Repository();
  const treeOf = (letters: string) =>
    repository.addFiles(new Map([["x", regular(`${letters.replaceAll(" ", "\n")}\n`)]]));
  const trees = [treeOf(before), treeOf(after)] as const;
  const [change] = finish(changedFiles(repository.source, ...trees, { detectRenames: false })).files;
  if (change === undefined) throw new Error("There is no change");
  const rendered = (steps: number) => {
    const budget = new Budget(steps);
    return { patch: finish(renderPatch(repository.source, change, defaultLimits, budget)), isLeft: budget.canSpend(0) };
  };
  const all = Array.from({ length: 500 }, (_, index) => rendered(8_000 + index));
  const least = all.findIndex(({ patch }) => !patch.too_large);
  const none = { text: "", binary: false, too_large: true, additions: null, deletions: null };
  const whole = { patch: rendered(1_000_000).patch, isLeft: true };
  expect({ least: least > 100, whole }).toMatchObject({ least: true, whole: { patch: { too_large: false } } });
  expect(all.map(({ patch }) => patch)).toEqual(all.map((_, index) => (index < least ? none : whole.patch)));
  expect(all.slice(least).every(({ isLeft }) => isLeft)).toBe(true);
});

test.for<[name: string, limits: Partial<DiffLimits>, tooLarge: boolean]>([
  ["at the limits", { maxBlobBytes: 4, maxLines: 4 }, false],
  ["too many bytes", { maxBlobBytes: 3 }, true],
  ["too many lines", { maxLines: 3 }, true],
  ["too much work", { maxWork: 1 }, true],
])("limits: %s", ([, limits, tooLarge]) => {
  const [patch] = render({ x: regular("a\nb\n") }, { x: regular("b\na\n") }, { ...defaultLimits, ...limits });
  expect(patch?.too_large).toBe(tooLarge);
});

test.for<[than: string, bytes: number, budget: Budget | undefined]>([
  ["a file may be", 20_000_001, undefined],
  ["what is left of the budget", 1_000_000, new Budget(1_000_000)],
])("a file that is larger than %s is not read", ([, bytes, budget]) => {
  const change = { status: "added", old_path: "x", new_path: "x", old_name: "x", new_name: "x" } as const;
  const rest = { a_mode: 0, b_mode: 0o100644, old_oid: null, new_oid: "1".repeat(40), similarity: null };
  const unread = () => {
    throw new Error("It was read");
  };
  const source = { tree: unread, blob: unread, blobSize: () => bytes };
  const patch = finish(renderPatch(source, { ...change, ...rest }, defaultLimits, budget));
  expect(patch).toMatchObject({ too_large: true, additions: null });
});

test.for<[name: string, a: (line: number) => unknown, b: (line: number) => unknown]>([
  ["few distinct lines in any order", (line) => (line * 7919) % 400, (line) => (line * 104_729) % 401],
  ["all lines in another order", (line) => line, (line) => (line * 7919) % 60_013],
  ["backwards", (line) => line, (line) => 60_000 - line],
  ["everything repeated", (line) => line % 2, (line) => line % 3],
])("comparing hostile texts ends: %s", ([, a, b]) => {
  const text = (line: (line: number) => unknown) =>
    regular(Array.from({ length: 60_000 }, (_, index) => line(index)).join("\n"));
  const limits = { ...defaultLimits, maxWork: defaultLimits.maxWork / 100 };
  expect(render({ x: text(a) }, { x: text(b) }, limits)).toMatchObject([{ too_large: true }]);
});
