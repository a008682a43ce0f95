// The order of entries is the same for decoded entries and for the bytes of a tree, and it is git's.
import { expect, test } from "vitest";
import { compareRawEntries } from "../../../src/git/diff/entry-order.ts";
import { compareEntries, fileMode, scanTree, serialiseTree, type TreeEntry } from "../../../src/git/objects/tree.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";

const EMPTY_BLOB = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Names that begin alike, and characters around the slash. */
const nameOf = (random: Random) =>
  random.times(1 + random.below(3), () => random.pick(["a", "b", "-", ".x", "0", "\u00c3\u00a9"])).join("");

function entriesOf(random: Random): TreeEntry[] {
  const names = new Set(random.times(8, () => nameOf(random)));
  return [...names].map((name) =>
    random.chance(40)
      ? { name, mode: fileMode.tree, oid: EMPTY_TREE }
      : { name, mode: random.pick([fileMode.regular, fileMode.symlink, fileMode.gitlink]), oid: EMPTY_BLOB },
  );
}

function rawOrder(a: TreeEntry, b: TreeEntry): number {
  const [one, other] = [serialiseTree([a]), serialiseTree([b])];
  const [[raw], [rawOther]] = [[...scanTree(one)], [...scanTree(other)]];
  if (raw === undefined || rawOther === undefined) throw new Error("The tree is empty");
  const isTree = ({ mode }: TreeEntry) => mode === fileMode.tree;
  return compareRawEntries(one, raw, isTree(a), other, rawOther, isTree(b));
}

test("both comparisons agree on all pairs of random entries", () => {
  for (let seed = 1; seed <= cases(50); seed += 1) {
    const random = new Random(seed);
    const entries = [...entriesOf(random), ...entriesOf(random)];
    for (const a of entries) {
      for (const b of entries) {
        const pair = `seed ${seed}, ${a.mode} ${a.name}, ${b.mode} ${b.name}`;
        expect(Math.sign(rawOrder(a, b)), pair).toBe(Math.sign(compareEntries(a, b)));
        expect(Math.sign(compareEntries(a, b)), pair).toBe(-Math.sign(compareEntries(b, a)) + 0);
      }
    }
  }
});

test("sorted entries are those of git mktree", () => {
  using folder = new GitFolder();
  for (let seed = 1; seed <= cases(5); seed += 1) {
    const entries = entriesOf(new Random(seed));
    const lines = entries.map(({ mode, name, oid }) => {
      const type = mode === fileMode.tree ? "tree" : mode === fileMode.gitlink ? "commit" : "blob";
      return `${mode.toString(8).padStart(6, "0")} ${type} ${oid}\t${name}\0`;
    });
    const oid = folder
      .git(["mktree", "--missing", "-z"], Buffer.from(lines.join(""), "latin1"))
      .toString()
      .trim();
    const made = folder.git(["cat-file", "tree", oid]);
    expect(Buffer.from(serialiseTree(entries)).equals(made), `seed ${seed}`).toBe(true);
  }
});
