// Where several merges would be right, ours is git's, or a conflict if git's choice cannot be known.
import { expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { mergeCommits } from "../../../src/git/merge/merge-commits.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { fileMode } from "../../../src/git/objects/tree.ts";
import { type File, MergeRepository } from "./merge-repository.ts";

const text = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, line) => `line ${from + line}\n`).join("");

const files = (contents: Record<string, string>, mode: number = fileMode.regular): Map<string, File> =>
  new Map(Object.entries(contents).map(([path, content]) => [path, { mode, content }]));

type Contents = Record<string, string>;

/** Our results, after checking that git's are equal. */
function mergeAsGit(repository: MergeRepository, pairs: readonly (readonly [Oid, Oid])[]): string[] {
  const graph = repository.graph();
  const merges = pairs.map(([ours, theirs]) => finish(mergeCommits(repository, graph, ours, theirs)));
  const wanted = repository.mergeAll(pairs);
  expect(merges.map((merge) => (merge.kind === "merged" ? merge.tree : merge.kind))).toEqual(
    wanted.map((merge) => (merge.kind === "merged" ? merge.tree : merge.kind)),
  );
  return merges.map(({ kind }) => kind);
}

function mergeFiles(...cases: [base: Contents, ours: Contents, theirs: Contents][]): string[] {
  using repository = new MergeRepository();
  const pairs = cases.map(([base, ours, theirs]) => {
    const root = repository.commit(files(base), []);
    return [repository.commit(files(ours), [root]), repository.commit(files(theirs), [root])] as const;
  });
  return mergeAsGit(repository, pairs);
}

test("among identical added files in directories that both sides changed, an edited file becomes the first by path", () => {
  const names = ["a", "b", "lib", "src", "test", "docs", "caf\xc3\xa9", "x", "tools"];
  const same = text(0, 20);
  const kinds = mergeFiles(
    ...names.map((name, index): [Contents, Contents, Contents] => {
      const other = names[(index + 4) % names.length] ?? "";
      const base = { "old/one": same, "older/two": same, [`${name}/kept`]: "1\n", [`${other}/kept`]: "1\n" };
      const { "old/one": _one, "older/two": _two, ...kept } = base;
      return [
        base,
        { ...kept, [`${name}/p`]: same, [`${other}/q`]: same },
        { ...base, "old/one": `${same}more\n`, [`${name}/theirs`]: "2\n", [`${other}/theirs`]: "3\n" },
      ];
    }),
  );
  expect(new Set(kinds)).toEqual(new Set(["merged"]));
});

test.each([
  ["p", "q"],
  ["one", "one"],
])(
  "among identical files %s and %s added in directories that only one side changed, the target of an edited file is undecided",
  (first, second) => {
    using repository = new MergeRepository();
    const same = text(0, 20);
    const kept = { "a/kept": "1\n", "b/kept": "1\n" };
    const root = repository.commit(files({ ...kept, "old/one": same, "older/two": same }), []);
    const ours = repository.commit(files({ ...kept, [`a/${first}`]: same, [`b/${second}`]: same }), [root]);
    const theirs = repository.commit(files({ ...kept, "old/one": `${same}more\n`, "older/two": same }), [root]);
    // Git picks one of them by the order of a hash table.
    expect(repository.mergeAll([[ours, theirs]])).toMatchObject([{ kind: "merged" }]);
    expect(finish(mergeCommits(repository, repository.graph(), ours, theirs))).toEqual({
      kind: "conflicts",
      paths: ["old/one"],
    });
  },
);

test("a file unchanged on the other side does not take the rename target of an edited file", () => {
  const same = text(0, 20);
  const near = text(0, 18) + text(30, 32);
  const far = text(0, 13) + text(40, 47);
  const base = { "a/kept": same, "a/a/index": same };
  const ours = { "src/kept": far, "src/a/index": near };
  expect(mergeFiles([base, ours, { "a/kept": `first\n${same}`, "a/a/index": same }])).toEqual(["merged"]);
});

test("a file becomes the only file of its name rather than the most similar one, unless several of the name are gone", () => {
  const same = text(0, 20);
  const moved = { "two/index": text(0, 16) + text(40, 44), "two/similar": text(0, 19) + text(50, 51) };
  const theirs = { "one/index": `first\n${same}` };
  const another = { "three/index": text(60, 80) };
  expect(
    mergeFiles(
      [{ "one/index": same }, moved, theirs],
      [{ "one/index": same, ...another }, moved, { ...theirs, ...another }],
    ),
  ).toEqual(["merged", "merged"]);
});

test("empty files are not renames of each other", () => {
  expect(
    mergeFiles([
      { old: "", a: "1\n" },
      { new: "", a: "1\n" },
      { old: "text\n", a: "1\n" },
    ]),
  ).toEqual(["conflicts"]);
});

test("files of one name are paired by the target of their directory's other files", () => {
  const file = text(300, 320);
  const base = { "old/a": text(100, 120), "old/b": text(200, 220), "old/index": file, "other/index": text(400, 420) };
  const ours = {
    "new/a": text(100, 120),
    "new/b": text(200, 220),
    "new/index": `${file}1\n2\n3\n4\n`,
    "moved/index": `${file}1\n`,
  };
  const theirs = { ...base, "old/index": `theirs\n${file}` };
  expect(mergeFiles([base, ours, theirs])).toEqual(["merged"]);
});

test("of two files whose directories became one, the first by path becomes the only file of their name", () => {
  using repository = new MergeRepository();
  const kept = { a: text(100, 120), b: text(200, 220) };
  const base = { "one/a": kept.a, "two/b": kept.b, "one/index": text(0, 20), "two/index": text(1, 21) };
  const root = repository.commit(files(base), []);
  const ours = repository.commit(files({ "new/a": kept.a, "new/b": kept.b, "new/index": text(0, 21) }), [root]);
  const edited = { "one/index": `first\n${text(0, 20)}`, "two/index": `second\n${text(1, 21)}` };
  const theirs = repository.commit(files({ ...base, ...edited }), [root]);
  const ofGit = expect.stringContaining("CONFLICT (modify/delete): two/index deleted");
  expect(repository.mergeAll([[ours, theirs]])).toEqual([{ kind: "conflicts", text: ofGit }]);
  expect(finish(mergeCommits(repository, repository.graph(), ours, theirs))).toEqual({
    kind: "conflicts",
    paths: ["two/index"],
  });
});

test("merge bases with equal times are in the order in which git meets them", () => {
  using repository = new MergeRepository();
  const time = 1_500_000_000;
  const plain = files({ file: "1\n" });
  const executable = files({ file: "1\n" }, fileMode.executable);
  const pairs = [plain, executable].flatMap((first) => {
    const second = first === plain ? executable : plain;
    const root = repository.commit(files({ other: text(0, 20) }), [], time);
    const [one, other] = [repository.commit(first, [root], time), repository.commit(second, [root], time)];
    return [
      [one, other],
      [other, one],
    ].flatMap((parents) => {
      const ours = repository.commit(first, parents, time);
      const theirs = repository.commit(second, parents.toReversed(), time);
      return [[ours, theirs] as const, [theirs, ours] as const];
    });
  });
  expect(new Set(mergeAsGit(repository, pairs))).toEqual(new Set(["merged"]));
});
