// Whole trees have the same files, renames and percentages in the same order as in git: 2,300 random cases. GIT_CASES
// sets the number of cases, GIT_SEED the seed.
import { expect, test } from "vitest";
import { Budget, finish } from "../../../src/git/budget.ts";
import { changedFiles } from "../../../src/git/diff/changed-files.ts";
import { gitPatch, noLimits } from "../../../src/git/diff/patch.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { fileMode } from "../../../src/git/objects/tree.ts";
import { cases } from "../../support/sample.ts";
import { Random } from "./random.ts";
import { type File, Repository } from "./repository.ts";
import { makeCrowdedPair, makeTreePair } from "./trees.ts";

const seed = Number(process.env.GIT_SEED ?? 1);

const ours = (repository: Repository, a: Oid, b: Oid, detectRenames = true): string =>
  Buffer.concat(
    finish(changedFiles(repository.source, a, b, { detectRenames })).files.map(
      (change) => finish(gitPatch(repository.source, change, noLimits, (oid) => oid)) ?? Buffer.from("too large"),
    ),
  ).toString("latin1");

const regular = (content: Uint8Array | string): File => ({ mode: fileMode.regular, content });

/** The changes, after checking that they equal those of `git diff -M`. */
function diffBoth(a: readonly [string, File][], b: readonly [string, File][]): string {
  using repository = new Repository();
  const trees = [repository.addFiles(new Map(a)), repository.addFiles(new Map(b))] as const;
  const diff = ours(repository, ...trees);
  expect(diff).toBe(repository.diff(...trees, "-M", "--full-index").toString("latin1"));
  return diff;
}

const numbered = (count: number, make: (index: number) => [string, File]) =>
  Array.from({ length: count }, (_, i) => make(i));

/** From 2.44 on git also counts a last line without a newline when it compares files; ours does not. */
function countsLastLines(repository: Repository): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(repository.git(["version"]).toString()) ?? [];
  return Number(major) * 1000 + Number(minor) >= 2044;
}

test.for([
  { name: "typical changes", make: makeTreePair, option: "-M", usual: 1000 },
  { name: "many similar files", make: makeCrowdedPair, option: "-M", usual: 1000 },
  { name: "without rename detection", make: makeTreePair, option: "--no-renames", usual: 300 },
])("trees: $name", ({ name, make, option, usual }) => {
  using repository = new Repository();
  const random = new Random(seed);
  const endsLines = countsLastLines(repository);
  const count = cases(usual, Math.ceil(usual / 8));
  const pairs = Array.from({ length: count }, () => {
    const [a, b] = make(random, endsLines);
    return [repository.addFiles(a), repository.addFiles(b)] as const;
  });
  const wanted = repository.diffAll(pairs, "-p", "--full-index", option);
  expect(wanted.filter((diff) => diff.length > 0).length).toBeGreaterThan(count / 2);
  const different = pairs.flatMap(([a, b], index) =>
    wanted[index]?.toString("latin1") === ours(repository, a, b, option === "-M") ? [] : [index],
  );
  expect(different, `${name}, seed ${seed}`).toEqual([]);
});

test("among identical files, the first hundred are searched for one with the same name", () => {
  const same = regular("the same\n");
  const old = numbered(150, (index) => [`old/${String(index).padStart(3, "0")}`, same]);
  expect(diffBoth(old, [["new/099", same]])).toContain("rename from old/099\n");
  expect(diffBoth(old, [["new/100", same]])).toContain("rename from old/000\n");
});

test("with 205 deleted files the last of the identical ones is taken, because git's table grows with the last file", () => {
  const same = regular("the same\n");
  const old = (count: number) =>
    numbered(count, (index) => [`old/${String(index).padStart(4, "0")}`, index > 100 ? regular(`${index}\n`) : same]);
  expect(diffBoth(old(204), [["new", same]])).toContain("rename from old/0000\n");
  expect(diffBoth(old(205), [["new", same]])).toContain("rename from old/0100\n");
  expect(diffBoth(old(206), [["new", same]])).toContain("rename from old/0000\n");
});

test("a rename is found up to twice or half the size, and not beyond", () => {
  const half = "a line of text\n";
  const found = (a: string, b: string) => diffBoth([["a", regular(a)]], [["b", regular(b)]]).match(/similarity.*/)?.[0];
  expect(found(half + half, half)).toBe("similarity index 50%");
  expect(found(half, half + half)).toBe("similarity index 50%");
  expect(found(half, `${half + half}\n`)).toBeUndefined();
  expect(found("1\r\n2\r\n", "2\n1\n")).toBe("similarity index 66%");
  expect(found("1\n2\n3\n", "3\n2\n1\n")).toBe("similarity index 100%");
});

test("beyond a thousand by a thousand files, only identical files and namesakes are found", () => {
  const text = (index: number, more: string) => regular(`${"a line\n".repeat(4)}${index}\n${more}`);
  const old = (count: number) => numbered(count, (index): [string, File] => [`old/${index}`, text(index, "")]);
  const now = numbered(1000, (index): [string, File] => [`new/${index}.ts`, text(index, index === 7 ? "" : "b\n")]);
  const namesake: [string, File] = ["elsewhere/5", text(5, "b\n")];
  const diff = diffBoth(old(1004), [...now, namesake]);
  expect(diff.match(/^rename to .*/gm)).toEqual(["rename to elsewhere/5", "rename to new/7.ts"]);
});

test("modes of old tools are normalised as by git", () => {
  using repository = new Repository();
  const blob = repository.add("blob", "text\n");
  const tree = (mode: string, name = "a") =>
    repository.add("tree", Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(blob, "hex")]));
  const pairs = [
    [tree("100664"), tree("100644")],
    [tree("100664"), tree("100755")],
    [tree("100775"), tree("100664")],
    [tree("100600"), tree("100777", "b")],
  ] as const;
  const wanted = repository.diffAll(pairs, "-p", "-M", "--full-index");
  expect(pairs.map(([a, b]) => ours(repository, a, b))).toEqual(wanted.map((diff) => diff.toString("latin1")));
});

test("ids are cut to seven digits, as by git in small repositories", () => {
  using repository = new Repository();
  const [a, b] = [
    repository.addFiles(new Map([["x", regular("1\n")]])),
    repository.addFiles(new Map([["x", regular("2\n")]])),
  ];
  const [change] = finish(changedFiles(repository.source, a, b, { detectRenames: true })).files;
  const patch = change && finish(gitPatch(repository.source, change, noLimits));
  expect(Buffer.from(patch ?? "").toString()).toBe(repository.diff(a, b, "-M").toString());
});

test("a missing tree counts as empty", () => {
  using repository = new Repository();
  const tree = repository.addFiles(new Map([["a/b", regular("1\n")]]));
  const changes = (a: Oid | null, b: Oid | null) =>
    finish(changedFiles(repository.source, a, b, { detectRenames: true })).files;
  expect(changes(null, tree)).toMatchObject([{ status: "added", new_path: "a/b", a_mode: 0, b_mode: 0o100644 }]);
  expect(changes(tree, null)).toMatchObject([{ status: "deleted", old_path: "a/b", a_mode: 0o100644, b_mode: 0 }]);
  expect(changes(null, null)).toEqual([]);
});

test("a change contains the old path of a rename, and a change of type counts as two", () => {
  using repository = new Repository();
  const text = "a line\n".repeat(9);
  const symlink: File = { mode: fileMode.symlink, content: "b" };
  const a = repository.addFiles(
    new Map([
      ["caf\xc3\xa9", regular(text)],
      ["link", regular("b")],
    ]),
  );
  const b = repository.addFiles(
    new Map([
      ["caf\xe9", regular(`${text}more\n`)],
      ["link", symlink],
    ]),
  );
  expect(finish(changedFiles(repository.source, a, b, { detectRenames: true })).files).toMatchObject([
    {
      status: "renamed",
      old_path: "café",
      new_path: "café",
      old_name: "caf\xc3\xa9",
      new_name: "caf\xe9",
      similarity: 92,
    },
    { status: "deleted", old_path: "link", a_mode: 0o100644, b_mode: 0, new_oid: null, similarity: null },
    { status: "added", new_path: "link", a_mode: 0, b_mode: 0o120000, old_oid: null, similarity: null },
  ]);
});

test("the list of files ends at its limit, however many files the trees contain", () => {
  using repository = new Repository();
  let tree = repository.addFiles(new Map([["file", regular("")]]));
  for (let depth = 0; depth < 12; depth++) {
    const entries = Array.from({ length: 10 }, (_, name) => Buffer.from(`40000 ${name}\0`));
    tree = repository.add("tree", Buffer.concat(entries.flatMap((entry) => [entry, Buffer.from(tree, "hex")])));
  }
  const { files, truncated } = finish(
    changedFiles(repository.source, null, tree, { detectRenames: true, maxFiles: 1000 }),
  );
  expect({ count: files.length, truncated }).toEqual({ count: 1000, truncated: true });
});

const longNames = (count: number) =>
  numbered(count, (index) => [String(index).padStart(4_000, "0"), regular("")] as [string, File]);

test.for<
  [name: string, count: number, maxFiles: number, steps: number, expected: { count: number; truncated: boolean }]
>([
  ["of as many files as it may have is whole", 3, 3, 1_000_000, { count: 3, truncated: false }],
  ["of paths of 4,000,000 characters is whole", 1_000, 50_000, 100_000_000, { count: 1_000, truncated: false }],
  ["of longer paths is cut", 1_001, 50_000, 100_000_000, { count: 1_000, truncated: true }],
  ["that exceeds the budget is cut", 3, 3, 5_000, { count: 1, truncated: true }],
])("a list %s", ([, count, maxFiles, steps, expected]) => {
  using repository = new Repository();
  const tree = repository.addFiles(new Map(longNames(count)));
  const options = { detectRenames: true, maxFiles };
  const { files, truncated } = finish(changedFiles(repository.source, null, tree, options, new Budget(steps)));
  expect({ count: files.length, truncated }).toEqual(expected);
});

test("trees can be nested 10,000 deep", () => {
  using repository = new Repository();
  let tree = repository.addFiles(new Map([["file", regular("")]]));
  for (let depth = 0; depth < 10_000; depth++) {
    tree = repository.add("tree", Buffer.concat([Buffer.from("40000 d\0"), Buffer.from(tree, "hex")]));
  }
  const { files } = finish(changedFiles(repository.source, null, tree, { detectRenames: true }));
  expect(files.map(({ new_path }) => new_path)).toEqual([`${"d/".repeat(10_000)}file`]);
});

test("identical files are found even if comparing exceeds the budget", () => {
  using repository = new Repository();
  const text = "a line\n".repeat(100);
  const old = { same: regular(text), edited: regular(`${text}1\n`), other: regular(`${text}2\n`) };
  const now = { same2: regular(text), edited2: regular(`${text}3\n`), "a/other": regular(`${text}4\n`) };
  const add = (files: Record<string, File>) => repository.addFiles(new Map(Object.entries(files)));
  const [a, b] = [add(old), add(now)];
  const renamed = (steps: number) => {
    const budget = new Budget(steps);
    const { files } = finish(changedFiles(repository.source, a, b, { detectRenames: true }, budget));
    return files.filter(({ status }) => status === "renamed").map(({ new_path }) => new_path);
  };
  expect(renamed(14_000)).toEqual(["same2"]);
  expect(renamed(24_000)).toEqual(["a/other", "same2"]);
  expect(renamed(40_000)).toEqual(["a/other", "edited2", "same2"]);
});
