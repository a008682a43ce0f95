// Properties of merges besides git's trees: the objects they store and read, and their outcome when there is nothing to
// merge or too much.
import { expect, test } from "vitest";
import { Budget, finish } from "../../../src/git/budget.ts";
import { cherryPick } from "../../../src/git/merge/cherry-pick.ts";
import { mergeCommits } from "../../../src/git/merge/merge-commits.ts";
import { mergeTexts } from "../../../src/git/merge/merge-texts.ts";
import { mergeInMemory, mergeTrees } from "../../../src/git/merge/merge-trees.ts";
import { PendingObjects } from "../../../src/git/merge/pending-objects.ts";
import { emptyTreeOid } from "../../../src/git/objects/oid.ts";
import { fileMode } from "../../../src/git/objects/tree.ts";
import { type File, type Files, MergeRepository } from "./merge-repository.ts";

const lines = (...changed: [line: number, text: string][]): string =>
  Array.from({ length: 20 }, (_, line) => `${new Map(changed).get(line) ?? `line ${line}`}\n`).join("");

const regular = (content: string | Uint8Array): File => ({ mode: fileMode.regular, content });

const files = (contents: Record<string, string | File>): Files =>
  new Map(Object.entries(contents).map(([path, file]) => [path, typeof file === "string" ? regular(file) : file]));

/** Content at a path of a tree. */
function contentAt(repository: MergeRepository, tree: string, path: string): string {
  const entry = repository.tree(tree).find(({ name }) => name === path);
  return entry === undefined ? "nothing" : Buffer.from(repository.blob(entry.oid)).toString();
}

test("a merge stores only the merged files and trees", () => {
  using repository = new MergeRepository();
  const base = repository.addFiles(files({ "a/b/file": lines(), "a/other": "other\n", top: "top\n" }));
  const ours = repository.addFiles(files({ "a/b/file": lines([2, "ours"]), "a/other": "other\n", top: "top\n" }));
  const theirs = repository.addFiles(files({ "a/b/file": lines([9, "theirs"]), "a/other": "other\n", top: "top\n" }));
  const before = repository.size;
  const merge = finish(mergeTrees(repository, { base, ours, theirs }));
  expect(merge).toEqual({
    kind: "merged",
    tree: repository.addFiles(
      files({ "a/b/file": lines([2, "ours"], [9, "theirs"]), "a/other": "other\n", top: "top\n" }),
    ),
  });
  expect(repository.size - before).toBe(4);
});

test("a merge with conflicts stores nothing and returns the paths", () => {
  using repository = new MergeRepository();
  const base = repository.addFiles(files({ a: lines(), "b/c": lines(), kept: "text\n" }));
  const ours = repository.addFiles(
    files({ a: lines([2, "ours"]), "b/c": lines([3, "ours"], [9, "us"]), kept: "text\n" }),
  );
  const theirs = repository.addFiles(files({ a: lines([2, "theirs"]), "b/c": lines([3, "theirs"]), kept: "other\n" }));
  const before = repository.size;
  expect(finish(mergeTrees(repository, { base, ours, theirs }))).toEqual({ kind: "conflicts", paths: ["a", "b/c"] });
  expect(repository.size).toBe(before);
});

test("merged merge bases are not stored", () => {
  using repository = new MergeRepository();
  const text = (...changed: [number, string][]) => files({ file: lines(...changed) });
  const root = repository.commit(text(), []);
  const [one, other] = [repository.commit(text([1, "one"]), [root]), repository.commit(text([1, "other"]), [root])];
  const ours = repository.commit(text([1, "both"], [5, "ours"]), [one, other]);
  const theirs = repository.commit(text([1, "both"], [15, "theirs"]), [other, one]);
  const before = repository.size;
  const merge = finish(mergeCommits(repository, repository.graph(), ours, theirs));
  expect(merge).toMatchObject({ kind: "merged" });
  expect(repository.size - before).toBe(2);
  const tree = merge.kind === "merged" ? merge.tree : "";
  expect(contentAt(repository, tree, "file")).toBe(lines([1, "both"], [5, "ours"], [15, "theirs"]));
});

test("a merge in a repository of 2,000 files reads only the trees and files on the way to the changes", () => {
  using repository = new MergeRepository();
  const project = (changes: Record<string, string>) => {
    const all = new Map<string, File>();
    for (let index = 0; index < 2000; index++) {
      const path = `src/${index % 20}/${Math.floor(index / 20) % 10}/file${index}`;
      all.set(path, regular(changes[path] ?? lines([0, `${index}`])));
    }
    return repository.addFiles(all);
  };
  const [one, other, third] = ["src/0/0/file0", "src/1/1/file21", "src/2/2/file42"];
  const base = project({});
  const ours = project({ [one]: lines([0, "0"], [3, "ours"]), [other]: "ours\n" });
  const theirs = project({ [one]: lines([0, "0"], [16, "theirs"]), [third]: "theirs\n" });
  Object.assign(repository.reads, { trees: 0, blobs: 0 });
  expect(finish(mergeTrees(repository, { base, ours, theirs })).kind).toBe("merged");
  // The root, src, src/0 and src/0/0 of all three sides, and ours again to write the result.
  expect(repository.reads).toEqual({ trees: 12 + 4, blobs: 3 });
});

test("there is nothing to merge if our side contains all commits of theirs", () => {
  using repository = new MergeRepository();
  const root = repository.commit(files({ a: "1\n" }), []);
  const tip = repository.commit(files({ a: "2\n" }), [root]);
  const graph = repository.graph();
  expect(finish(mergeCommits(repository, graph, tip, root))).toEqual({ kind: "already_merged" });
  expect(finish(mergeCommits(repository, graph, tip, tip))).toEqual({ kind: "already_merged" });
  expect(finish(mergeCommits(repository, graph, root, tip))).toEqual({ kind: "merged", tree: repository.treeOf(tip) });
});

test("histories without a common commit are not merged", () => {
  using repository = new MergeRepository();
  const [one, other] = [repository.commit(files({ a: "1\n" }), []), repository.commit(files({ b: "2\n" }), [])];
  expect(finish(mergeCommits(repository, repository.graph(), one, other))).toEqual({ kind: "unrelated" });
});

test("an empty tree is left when both sides delete everything", () => {
  using repository = new MergeRepository();
  const base = repository.addFiles(files({ a: "1\n", b: "2\n" }));
  const [ours, theirs] = [repository.addFiles(files({ a: "1\n" })), repository.addFiles(files({ b: "2\n" }))];
  expect(finish(mergeTrees(repository, { base, ours, theirs }))).toEqual({ kind: "merged", tree: emptyTreeOid });
});

test("picking a root commit adds its files", () => {
  using repository = new MergeRepository();
  const root = repository.commit(files({ added: "1\n" }), []);
  const tip = repository.commit(files({ there: "2\n" }), []);
  expect(finish(cherryPick(repository, repository.graph(), root, tip))).toEqual({
    kind: "merged",
    tree: repository.addFiles(files({ added: "1\n", there: "2\n" })),
  });
});

test("picking a change that exists already leaves the tree unchanged", () => {
  using repository = new MergeRepository();
  const root = repository.commit(files({ file: lines() }), []);
  const change = repository.commit(files({ file: lines([3, "new"]) }), [root]);
  const tip = repository.commit(files({ file: lines([3, "new"], [12, "more"]) }), [change]);
  expect(finish(cherryPick(repository, repository.graph(), change, tip))).toEqual({
    kind: "merged",
    tree: repository.treeOf(tip),
  });
});

test("a file added to a directory that the other side renamed is a conflict", () => {
  using repository = new MergeRepository();
  const base = repository.addFiles(files({ "old/a": lines(), "old/b": lines([1, "b"]) }));
  const ours = repository.addFiles(files({ "new/a": lines(), "new/b": lines([1, "b"]) }));
  const theirs = repository.addFiles(files({ "old/a": lines(), "old/b": lines([1, "b"]), "old/c": "added\n" }));
  expect(finish(mergeTrees(repository, { base, ours, theirs }))).toEqual({ kind: "conflicts", paths: ["new/c"] });
});

test("conflict markers that git leaves in a merge it calls clean are a conflict", () => {
  using repository = new MergeRepository();
  const added = lines([2, "ours"]);
  const root = repository.commit(files({ old: lines() }), []);
  const ours = repository.commit(files({ new: added }), [root]);
  const theirs = repository.commit(files({ old: lines([2, "theirs"]), new: added }), [root]);
  const [git] = repository.mergeAll([[ours, theirs]]);
  expect(git).toMatchObject({ kind: "merged" });
  expect(contentAtGit(repository, git?.kind === "merged" ? git.tree : "", "new")).toContain("<<<<<<<");
  expect(finish(mergeCommits(repository, repository.graph(), ours, theirs))).toEqual({
    kind: "conflicts",
    paths: ["new"],
  });
});

test("in a merge of merge bases, markers have ten characters where a file was renamed", () => {
  using repository = new MergeRepository();
  const conflict = (mark: number) =>
    [
      `${"<".repeat(mark)} Temporary merge branch 1:one`,
      ...["one", "=".repeat(mark), "other"],
      `${">".repeat(mark)} Temporary merge branch 2:other`,
    ].join("\n");
  const root = repository.commit(files({ old: lines() }), []);
  const one = repository.commit(files({ one: lines([2, "one"]) }), [root]);
  const other = repository.commit(files({ other: lines([2, "other"]) }), [root]);
  const theirs = repository.commit(files({ one: lines([2, "both"], [15, "theirs"]) }), [other, one]);
  // Clean only if our side has what the merged merge base has.
  const pairs = [9, 10, 11].map(
    (mark) => [repository.commit(files({ one: lines([2, conflict(mark)]) }), [one, other]), theirs] as const,
  );
  const graph = repository.graph();
  const merges = pairs.map((pair) => finish(mergeCommits(repository, graph, ...pair)).kind);
  expect(merges).toEqual(["conflicts", "merged", "conflicts"]);
  expect(repository.mergeAll(pairs).map(({ kind }) => kind)).toEqual(merges);
});

const contentAtGit = (repository: MergeRepository, tree: string, path: string) =>
  repository.git(["cat-file", "blob", `${tree}:${path}`]).toString();

test("a merge whose lines take too long to compare fails", () => {
  using repository = new MergeRepository();
  const tree = (text: string) => repository.addFiles(files({ file: text }));
  const trees = { base: tree(lines()), ours: tree(lines([2, "ours"])), theirs: tree(lines([9, "theirs"])) };
  const merge = (steps: number) =>
    finish(mergeInMemory({ objects: new PendingObjects(repository), trees, budget: new Budget(steps), depth: 0 })).tree;
  expect(merge(10)).toBeNull();
  expect(merge(100_000)).toBe(tree(lines([2, "ours"], [9, "theirs"])));
});

test.for<[name: string, base: string, ours: string, theirs: string]>([
  ["rare lines", lines(), lines([2, "ours"]), lines([9, "theirs"])],
  ["lines that are all frequent", "a\n".repeat(66), `b\n${"a\n".repeat(66)}`, "a\n".repeat(67)],
])("wherever the budget ends, there is the whole merge or none: %s", ([, ...texts]) => {
  using repository = new MergeRepository();
  const [base = "", ours = "", theirs = ""] = texts.map((text) => repository.addFiles(files({ file: text })));
  const merge = (steps: number) => {
    const objects = new PendingObjects(repository);
    return finish(mergeInMemory({ objects, trees: { base, ours, theirs }, budget: new Budget(steps), depth: 0 }));
  };
  let least = 0;
  for (let above = 100_000; above - least > 1; ) {
    const middle = Math.floor((least + above) / 2);
    if (merge(middle).tree === null) least = middle;
    else above = middle;
  }
  const around = Array.from({ length: 400 }, (_, index) => merge(least - 3_500 + 9 * index));
  const [none, whole] = [{ tree: null, conflicts: [] }, merge(1_000_000)];
  expect(whole).toEqual({ tree: expect.any(String), conflicts: [] });
  expect(around).toEqual(around.map((_, index) => (9 * index <= 3_500 ? none : whole)));
});

test("texts that are larger than what is left of the budget are not read for a merge", () => {
  using repository = new MergeRepository();
  const tree = (text: string) => repository.addFiles(files({ file: text.padEnd(100_000) }));
  const trees = { base: tree("base"), ours: tree("ours"), theirs: tree("theirs") };
  const merged = finish(mergeTrees(repository, trees, new Budget(200_000)));
  expect({ merged, read: repository.reads.blobs }).toEqual({ merged: { kind: "too_much" }, read: 0 });
});

test("a merge whose renames take too long to find fails", () => {
  using repository = new MergeRepository();
  const numbered = (name: string, count: number, more: string) =>
    Array.from({ length: count }, (_, index) => [`${name}${index}`, `${lines([0, `${index}`])}${more}`] as const);
  const tree = (...contents: (readonly [string, string])[]) => repository.addFiles(files(Object.fromEntries(contents)));
  const base = tree(...numbered("old", 40, ""));
  const ours = tree(...numbered("new", 40, "ours\n"));
  const theirs = tree(...numbered("old", 40, "theirs\n"));
  const merge = (steps: number) => finish(mergeTrees(repository, { base, ours, theirs }, new Budget(steps)));
  const before = repository.size;
  expect(merge(300_000)).toEqual({ kind: "too_much" });
  expect(repository.size).toBe(before);
  expect(merge(20_000_000)).toEqual({ kind: "conflicts", paths: expect.arrayContaining(["new0", "new39"]) });
});

test("trees nested 10,000 deep exceed the budget of a merge", () => {
  using repository = new MergeRepository();
  const nested = (text: string) => {
    let tree = repository.addFiles(files({ file: text }));
    for (let depth = 0; depth < 10_000; depth++) {
      tree = repository.add("tree", Buffer.concat([Buffer.from("40000 d\0"), Buffer.from(tree, "hex")]));
    }
    return tree;
  };
  const trees = { base: nested("1\n"), ours: nested("2\n"), theirs: nested("3\n") };
  expect(finish(mergeTrees(repository, trees))).toEqual({ kind: "too_much" });
});

const asBytes = (content: string) => Buffer.from(content);

function mergedText(base: string, ours: string, theirs: string): string {
  const labels = { ours: "one", theirs: "other", markerSize: 9 };
  const texts = { base: asBytes(base), ours: asBytes(ours), theirs: asBytes(theirs) };
  const merged = finish(mergeTexts(texts, labels, new Budget(10_000)));
  expect(merged?.hasConflicts).toBe(true);
  return Buffer.from(merged?.content ?? []).toString();
}

test("conflict markers have the line ends of the text", () => {
  expect(mergedText("a\r\nb\r\nc\r\n", "a\r\nours\r\nc\r\n", "a\r\ntheirs\r\nc\r\n")).toBe(
    "a\r\n<<<<<<<<< one\r\nours\r\n=========\r\ntheirs\r\n>>>>>>>>> other\r\nc\r\n",
  );
  // The base has none.
  expect(mergedText("old", "ours\r\n", "theirs\r\n")).toBe(
    "<<<<<<<<< one\nours\r\n=========\ntheirs\r\n>>>>>>>>> other\n",
  );
});

test("equal changes of both sides do not conflict, unless they are at most three lines between two conflicts", () => {
  const sides = (between: string): [string, string] => [`1\n${between}2\n`, `3\n${between}4\n`];
  const marked = (ours: string, theirs: string) => `<<<<<<<<< one\n${ours}=========\n${theirs}>>>>>>>>> other\n`;
  expect(mergedText("old\n", ...sides("a\nb\nc\nd\n"))).toBe(
    `${marked("1\n", "3\n")}a\nb\nc\nd\n${marked("2\n", "4\n")}`,
  );
  expect(mergedText("old\n", ...sides("a\nb\nc\n"))).toBe(marked("1\na\nb\nc\n2\n", "3\na\nb\nc\n4\n"));
});
