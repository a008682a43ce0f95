// Edited trees equal those that git writes for the same files.
import { describe, expect, test } from "vitest";
import { type ByteString, byteStringOf, bytesOf, textOf } from "../../../src/git/objects/byte-string.ts";
import { hashObject } from "../../../src/git/objects/hash.ts";
import { emptyTreeOid, type Oid } from "../../../src/git/objects/oid.ts";
import { fileMode, parseTree, type TreeEntry } from "../../../src/git/objects/tree.ts";
import { type AtPath, TreeEdit, type TreeStore } from "../../../src/git/repository/tree-edit.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";

/** Trees in memory, with a record of those read. */
class Trees implements TreeStore {
  readonly contents = new Map<Oid, Uint8Array>();
  readonly read: Oid[] = [];

  tree(oid: Oid): readonly TreeEntry[] {
    this.read.push(oid);
    const content = this.contents.get(oid);
    if (content === undefined) throw new Error(`The tree ${oid} does not exist`);
    return parseTree(content);
  }

  add(type: "tree", content: Uint8Array): Oid {
    const oid = hashObject(type, content);
    this.contents.set(oid, content);
    return oid;
  }
}

type Files = Map<ByteString, Pick<TreeEntry, "mode" | "oid">>;

/** Names whose order changes if one of them is a folder, and names that are not ASCII. */
const names = ["a", "a.b", "a-b", "a0", "aa", "Z", "é", "\u{1f600}"].map(byteStringOf);
const contents = Array.from({ length: 50 }, (_, index) => String(index));
const modes = [fileMode.regular, fileMode.executable, fileMode.symlink, fileMode.gitlink];

const randomPath = (random: Random) => random.times(1 + random.below(3), () => random.pick(names)).join("/");
const randomEntry = (random: Random) => {
  const mode = random.pick(modes);
  // Git accepts a commit that does not exist, but no blob.
  return { mode, oid: hashObject(mode === fileMode.gitlink ? "commit" : "blob", bytesOf(random.pick(contents))) };
};

/** The expected result of `find`, from the list of all files. */
function expectedAt(files: Files, path: ByteString): AtPath["kind"] {
  if (files.has(path)) return "file";
  const folders = path.split("/").map((_, index, steps) => steps.slice(0, index).join("/"));
  if (folders.some((folder) => files.has(folder))) return "blocked";
  return [...files.keys()].some((other) => other.startsWith(`${path}/`)) ? "folder" : "nothing";
}

/** Makes a random valid change to both the list and the edit. */
function changeOneFile(random: Random, files: Files, edit: TreeEdit): void {
  const removes = random.chance(40) && files.size > 0;
  const path = removes && random.chance(80) ? random.pick([...files.keys()]) : randomPath(random);
  const at = edit.find(path);
  expect(at.kind, `${textOf(path)} of seed ${random.seed}`).toBe(expectedAt(files, path));
  if (at.kind === "file") expect(at.entry).toMatchObject(files.get(path) ?? {});
  if (removes) {
    if (at.kind !== "file") return;
    files.delete(path);
    edit.remove(path);
  } else if (at.kind === "file" || at.kind === "nothing") {
    const entry = randomEntry(random);
    files.set(path, entry);
    edit.put(path, entry);
  }
}

/** The tree that git writes for each list of files. */
function gitTrees(lists: readonly Files[]): Oid[] {
  using folder = new GitFolder();
  const blobs = contents.map((content) => `blob\ndata ${content.length}\n${content}\n`);
  const commits = lists.map((files) => {
    const lines = [...files].map(([path, { mode, oid }]) => `M ${mode.toString(8)} ${oid} ${path}\n`);
    return `commit refs/heads/main\ncommitter A <a@b> 1 +0000\ndata 0\ndeleteall\n${lines.join("")}`;
  });
  folder.git(["fast-import", "--quiet"], bytesOf([...blobs, ...commits].join("")));
  return folder.git(["log", "--reverse", "--format=%T"]).toString().trim().split("\n");
}

const oid = hashObject("blob", bytesOf("content"));
const file = { mode: fileMode.regular, oid };

test("random edits result in git's trees", () => {
  const made: { readonly tree: Oid; readonly files: Files; readonly what: string }[] = [];
  for (let seed = 1; seed <= cases(60); seed++) {
    const random = new Random(seed);
    const trees = new Trees();
    const files: Files = new Map();
    let edit = new TreeEdit(trees, null);
    for (let round = 0; round < 4; round++) {
      random.times(1 + random.below(15), () => changeOneFile(random, files, edit));
      const tree = edit.write();
      made.push({ tree, files: new Map(files), what: `seed ${seed}, round ${round}` });
      // Continues the same edit, or starts another one from the written tree.
      if (random.chance(50)) edit = new TreeEdit(trees, tree);
    }
  }
  const wanted = gitTrees(made.map(({ files }) => files));
  expect(wanted).toHaveLength(made.length);
  for (const [index, { tree, what }] of made.entries()) expect(tree, what).toBe(wanted[index]);
});

describe("an edit", () => {
  test("of an empty tree stores the empty tree", () => {
    const trees = new Trees();
    expect(new TreeEdit(trees, null).write()).toBe(emptyTreeOid);
    expect([...trees.contents.keys()]).toEqual([emptyTreeOid]);
  });

  test("without changes stores nothing", () => {
    const trees = new Trees();
    const first = new TreeEdit(trees, null);
    first.put("a/b", file);
    const tree = first.write();
    const stored = trees.contents.size;
    const second = new TreeEdit(trees, tree);
    expect(second.find("a/b").kind).toBe("file");
    expect([second.write(), trees.contents.size]).toEqual([tree, stored]);
  });

  test("reads only the trees on the way to its paths", () => {
    const trees = new Trees();
    const first = new TreeEdit(trees, null);
    for (const name of ["a", "b", "c"]) for (const below of ["x", "y", "z"]) first.put(`${name}/${below}/file`, file);
    const root = first.write();
    trees.read.length = 0;
    const second = new TreeEdit(trees, root);
    second.put("b/y/other", file);
    second.write();
    expect(trees.read).toHaveLength(3);
  });

  test("removes folders that become empty", () => {
    const trees = new Trees();
    const edit = new TreeEdit(trees, null);
    edit.put("a/b/c", file);
    edit.put("d", file);
    edit.remove("a/b/c");
    expect(parseTree(trees.contents.get(edit.write()) ?? bytesOf("")).map(({ name }) => name)).toEqual(["d"]);
  });

  test("can put a file in place of a folder that became empty", () => {
    const edit = new TreeEdit(new Trees(), null);
    edit.put("a/b", file);
    expect(edit.find("a")).toEqual({ kind: "folder" });
    edit.remove("a/b");
    expect(edit.find("a")).toEqual({ kind: "nothing" });
    edit.put("a", file);
    expect(edit.find("a/b/c")).toEqual({ kind: "blocked", by: "a" });
  });

  test("can have a path of any depth", () => {
    const trees = new Trees();
    const edit = new TreeEdit(trees, null);
    const path = Array.from({ length: 2048 }, () => "a").join("/");
    edit.put(path, file);
    const again = new TreeEdit(trees, edit.write());
    expect(again.find(path).kind).toBe("file");
    again.remove(path);
    expect(again.write()).toBe(emptyTreeOid);
  });
});
