// Patches of single files equal git's byte for byte.
import { expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { changedFiles } from "../../../src/git/diff/changed-files.ts";
import { gitPatch, noLimits } from "../../../src/git/diff/patch.ts";
import { fileMode } from "../../../src/git/objects/tree.ts";
import { cases } from "../../support/sample.ts";
import { Random } from "./random.ts";
import { type File, Repository } from "./repository.ts";
import { makeCodePair, makeLongPair, makePromisingPair, makeTextPair, type TextPair } from "./texts.ts";

const usual = cases(3_000, 500);
const seed = Number(process.env.GIT_SEED ?? 1);

test.for([
  { name: "small texts", count: usual, make: makeTextPair },
  { name: "texts for which git stops early", count: usual / 50, make: makeLongPair },
  { name: "texts for which git takes a promising path", count: usual / 500, make: makePromisingPair },
  {
    name: "source files",
    count: usual / 50,
    make: (random: Random) => makeCodePair(random, 200 + random.below(1500), random.below(60)),
  },
])("$name are diffed as by git", ({ name, count, make }) => {
  const random = new Random(seed);
  expect(differing(Array.from({ length: count }, () => make(random))), `${name}, seed ${seed}`).toEqual([]);
});

const pairOf = (a: string, b: string): TextPair => [Buffer.from(a, "latin1"), Buffer.from(b, "latin1")];

test("the heading of a hunk ends before bytes that git does not take for UTF-8", () => {
  const odd = ["\xef\xbf\xbe", "\xef\xbf\xbf", "\xed\xa0\x80", "\xe0\x80\x80", "\xf4\x90\x80\x80", "\xc1\x80", "\xff"];
  expect(differing(odd.map((bytes) => pairOf(`a${bytes}b\n1\n2\n3\n4\n`, `a${bytes}b\n1\n2\n3\n5\n`)))).toEqual([]);
});

test("a frequent line among changes counts as changed, whatever is common behind them", () => {
  const text = (name: string, before: number, after: number) => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => `${name} ${count} ${index}\n`).join("");
    return `${lines(before)}}\n${lines(after)}${"}\n".repeat(20)}`;
  };
  expect(
    differing([10, 9, 8, 1].map((after) => pairOf(text("a", 11 - after, after), text("b", 11 - after, after)))),
  ).toEqual([]);
});

/** Indexes of the pairs that we render differently from git. */
function differing(pairs: readonly TextPair[]): number[] {
  using repository = new Repository();
  const files = (side: 0 | 1) =>
    new Map(
      pairs.map((pair, index): [string, File] => [
        String(index).padStart(6, "0"),
        { mode: fileMode.regular, content: pair[side] },
      ]),
    );
  const [a, b] = [repository.addFiles(files(0)), repository.addFiles(files(1))];
  const wanted = new Map<number, Buffer>();
  const all = repository.diff(a, b, "--no-renames", "--full-index");
  const title = "diff --git a/";
  for (let start = 0; start < all.length; ) {
    const next = all.indexOf(`\n${title}`, start) + 1 || all.length;
    wanted.set(
      Number(all.toString("latin1", start + title.length, start + title.length + 6)),
      all.subarray(start, next),
    );
    start = next;
  }
  expect(wanted.size).toBeGreaterThan(pairs.length / 2);
  const different: number[] = [];
  for (const change of finish(changedFiles(repository.source, a, b, { detectRenames: false })).files) {
    const patch = finish(gitPatch(repository.source, change, noLimits, (oid) => oid));
    const index = Number(change.old_name);
    if (!wanted.get(index)?.equals(patch ?? Buffer.alloc(0))) different.push(index);
    wanted.delete(index);
  }
  return [...different, ...wanted.keys()];
}
