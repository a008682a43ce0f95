// Folders and files of a commit are those that git lists and shows.
import { expect, test } from "vitest";
import { serialiseTree } from "../../../src/git/objects/tree.ts";
import { listTree } from "../../../src/git/operations/list-tree.ts";
import { readBlob, readFile, readFileWithHistory } from "../../../src/git/operations/read-file.ts";
import { searchFiles } from "../../../src/git/operations/search.ts";
import { openRepository } from "../../support/node-storage.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { loadRepository } from "./load-repository.ts";
import { randomProject } from "./random-project.ts";

const seeds = Array.from({ length: cases(6, 1) }, (_, index) => index + 1);

interface Listed {
  readonly mode: string;
  readonly type: string;
  readonly id: string;
  readonly path: string;
}

const gitList = (folder: GitFolder, revision: string, ...options: string[]): Listed[] =>
  listedIn(folder.git(["ls-tree", "-z", ...options, revision]));

function listedIn(output: Buffer): Listed[] {
  const lines = output.toString().split("\0").filter(Boolean);
  return lines.map((line) => {
    const [, mode = "", type = "", id = "", path = ""] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? [];
    return { mode, type, id, path };
  });
}

/** Folders, then files, then submodules. */
const sorted = (listed: readonly Listed[]) =>
  ["tree", "blob", "commit"].flatMap((type) => listed.filter((entry) => entry.type === type));

test.for(seeds)("the tree equals git's, for a folder and recursively (seed %i)", async (seed) => {
  using folder = randomProject(new Random(seed), { commits: 40, clock: "steady" });
  const repository = loadRepository(folder);
  const list = async (path: string, recursive: boolean) => {
    const listed = await listTree(repository, { revision: "main", path, recursive });
    if (typeof listed === "string") throw new Error(listed);
    return listed.map(({ mode, type, id, path }) => ({ mode: mode.toString(8).padStart(6, "0"), type, id, path }));
  };
  const all = gitList(folder, "main", "-r", "-t");
  expect(await list("", true)).toEqual(sorted(all));
  expect(await list("", false)).toEqual(sorted(gitList(folder, "main")));
  const trees = all.filter(({ type }) => type === "tree");
  const listings = folder.gitAll(trees.map(({ path }) => ["ls-tree", "-z", `main:${path}`])).map(listedIn);
  for (const entry of all) {
    const { path } = entry;
    const inside = sorted(listings[trees.indexOf(entry)] ?? []);
    expect(await list(`/${path}/`, false), path).toEqual(
      inside.map((entry) => ({ ...entry, path: `${path}/${entry.path}` })),
    );
  }
});

test.for(seeds)("a file has git's content and git's last commit (seed %i)", async (seed) => {
  using folder = randomProject(new Random(seed), { commits: 40, clock: "skewed" });
  const repository = loadRepository(folder);
  const head = folder.git(["rev-parse", "main"]).toString().trim();
  const all = gitList(folder, "main", "-r", "-t");
  const blobs = all.filter(({ type }) => type === "blob");
  const lastCommits = folder.gitAll(blobs.map(({ path }) => ["rev-list", "-1", "main", "--", path]));
  const contents = folder.gitAll(blobs.map(({ id }) => ["cat-file", "blob", id]));
  for (const entry of all) {
    const file = await readFileWithHistory(repository, "main", entry.path);
    const at = blobs.indexOf(entry);
    if (at === -1) expect(file).toBe("no_file");
    else {
      const { id } = entry;
      const [lastCommit, content = Buffer.of()] = [lastCommits[at]?.toString().trim(), contents[at]];
      expect(file).toMatchObject({ commit: head, blob: id, lastCommit });
      expect(file).toMatchObject({ size: content.length, base64: content.toString("base64") });
      expect(Buffer.from(readBlob(repository, id) ?? [])).toEqual(content);
    }
  }
});

test("a missing commit, file and blob are distinguished", async () => {
  using folder = randomProject(new Random(1), { commits: 10, clock: "steady" });
  const repository = loadRepository(folder);
  const head = folder.git(["rev-parse", "main"]).toString().trim();
  expect(readFile(repository, "nothing", "a")).toBe("no_commit");
  expect(["nothing", "", "/", "..", "a/../b"].map((path) => readFile(repository, "main", path))).toEqual(
    Array(5).fill("no_file"),
  );
  expect([head, "0".repeat(40), "main", ""].map((id) => readBlob(repository, id))).toEqual(Array(4).fill(null));
  expect(await listTree(repository, { revision: "nothing", path: "", recursive: false })).toBe("no_commit");
});

test("names that are not UTF-8 are shown as Latin-1 and do not affect others", async () => {
  using folder = new GitFolder();
  const blob = folder.git(["hash-object", "-w", "--stdin"], "x\n").toString().trim();
  const names = ["caf\xe9", "caf\xc3\xa9"].map((name) => `100644 blob ${blob}\t${name}\0`).join("");
  const tree = folder.git(["mktree", "-z"], Buffer.from(names, "latin1")).toString().trim();
  const commit = folder.git(["commit-tree", tree, "-m", "x"]).toString().trim();
  folder.git(["branch", "main", commit]);
  const repository = loadRepository(folder);
  const listed = await listTree(repository, { revision: "main", path: "", recursive: true });
  expect(listed).toMatchObject([{ path: "café" }, { path: "café" }]);
  expect(readFile(repository, "main", "café")).toMatchObject({ blob });
});

test("a tree with too many entries is refused, even if it consists of few objects", async () => {
  const repository = openRepository();
  const { objects, commits } = repository;
  const blob = objects.add("blob", Buffer.from("x"));
  const ten = (mode: number, oid: string) =>
    objects.add("tree", serialiseTree(Array.from({ length: 10 }, (_, name) => ({ mode, oid, name: `${name}` }))));
  let tree = ten(0o100644, blob);
  for (let depth = 0; depth < 12; depth++) tree = ten(0o040000, tree);
  const ident = "A <a@example.com> 1500000000 +0000";
  const oid = objects.add("commit", Buffer.from(`tree ${tree}\nauthor ${ident}\ncommitter ${ident}\n\nx`));
  commits.add(oid, { tree, parents: [], time: 1_500_000_000 });
  expect(await listTree(repository, { revision: oid, path: "", recursive: true })).toBe("too_many");
  expect(await searchFiles(repository, { revision: oid, text: "y" })).toBe("too_much");
  expect(await listTree(repository, { revision: oid, path: "", recursive: false })).toHaveLength(10);
});
