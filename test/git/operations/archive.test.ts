// Archives: tar files are git's to the byte, zip files unpack to the same.
import { expect, test } from "vitest";
import { type ArchiveLimits, archiveLimits, isArchivable } from "../../../src/git/archive/archive-size.ts";
import { finish } from "../../../src/git/budget.ts";
import { serialiseTree } from "../../../src/git/objects/tree.ts";
import { archive } from "../../../src/git/operations/archive.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { openRepository } from "../../support/node-storage.ts";
import { cases, isSample } from "../../support/sample.ts";
import { readZip } from "../../support/zip.ts";
import { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { loadRepository } from "./load-repository.ts";
import { randomProject } from "./random-project.ts";

const seeds = Array.from({ length: cases(6, 1) }, (_, index) => index + 1);

async function begin(repository: Repository, revision: string | null, format: "tar" | "zip" = "tar") {
  const made = await archive(repository, "project", revision, format);
  if (made === null || made === "too_large") throw new Error(`There is no archive of ${revision}: ${made}`);
  return made;
}

async function archived(repository: Repository, revision: string | null, format: "tar" | "zip" = "tar") {
  const { name, bytes } = await begin(repository, revision, format);
  return { name, bytes: Buffer.from(await new Response(bytes).arrayBuffer()) };
}

/** What `git archive` writes, in a folder of that name. */
const gitTar = (folder: GitFolder, name: string, revision = "main"): Buffer =>
  folder.git(["archive", "--format=tar", `--prefix=${name}/`, revision]);

type Files = ReadonlyMap<string, { mode: string; content: string }>;

/** One commit of these files, whose names can be anything. */
function commitFiles(files: Files): GitFolder {
  return commitBranches(new Map([["main", files]]));
}

/** One such commit for each branch. */
function commitBranches(branches: ReadonlyMap<string, Files>): GitFolder {
  const folder = new GitFolder();
  const commits = [...branches].map(([branch, files]) => commitOf(branch, files));
  folder.git(["-c", "core.compression=0", "fast-import", "--quiet"], Buffer.from(commits.join(""), "latin1"));
  return folder;
}

function commitOf(branch: string, files: Files): string {
  const quote = (path: string) =>
    `"${path.replace(/["\\\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`))}"`;
  const lines = [...files].map(([path, { mode, content }]) =>
    mode === "160000"
      ? `M ${mode} ${content} ${quote(path)}\n`
      : `M ${mode} inline ${quote(path)}\ndata ${content.length}\n${content}\n`,
  );
  return `commit refs/heads/${branch}\ncommitter Someone <some@one> 1500000000 +0100\ndata 1\n.\n${lines.join("")}`;
}

test.for(seeds)("a tar file equals git's byte for byte (seed %i)", async (seed) => {
  using folder = randomProject(new Random(seed), { commits: 30, clock: "steady" });
  const { name, bytes } = await archived(loadRepository(folder), "main");
  expect(bytes.equals(gitTar(folder, name))).toBe(true);
});

test.for(seeds)("a tar file with paths too long for its headers equals git's (seed %i)", async (seed) => {
  const random = new Random(seed);
  const files = new Map<string, { mode: string; content: string }>();
  for (let count = 0; count < 60; count++) {
    const letter = random.pick(["a", "b", "\xe9", "\xc3\xa9", " ", '"']);
    const parts = random.times(1 + random.below(6), () =>
      letter.repeat(1 + random.below(random.chance(30) ? 220 : 60)),
    );
    const path = [...parts, `file${count}`].join("/");
    const mode = random.pick(["100644", "100755", "120000", "160000"]);
    const length = random.pick([0, 1, 99, 100, 101, 255, 511, 512, 513, 1500]);
    files.set(path, { mode, content: mode === "160000" ? "1".repeat(40) : "x".repeat(length) });
  }
  using folder = commitFiles(files);
  const { name, bytes } = await archived(loadRepository(folder), "main");
  expect(bytes.equals(gitTar(folder, name))).toBe(true);
});

test("however long it is, it ends as git ends it", async () => {
  const branches = Array.from(
    { length: 21 },
    (_, size) => [`main${size}`, new Map([["x", { mode: "100644", content: "x".repeat(size * 512) }]])] as const,
  );
  using folder = commitBranches(new Map(branches));
  const repository = loadRepository(folder);
  for (const [branch] of branches) {
    const { name, bytes } = await archived(repository, branch);
    expect(bytes.equals(gitTar(folder, name, branch)), `${branch} has as many records`).toBe(true);
  }
});

test.for([0, 8_589_934_591, 8_589_934_592, 40_000_000_000])("a commit can have any time: %i", async (time) => {
  using folder = new GitFolder();
  const tree = folder.git(["write-tree"]).toString().trim();
  const date = { GIT_COMMITTER_DATE: `@${time} +0000` };
  folder.git(["update-ref", "HEAD", folder.git(["commit-tree", tree, "-m", "x"], "", date).toString().trim()]);
  const repository = loadRepository(folder);
  const { name, bytes } = await archived(repository, "main");
  expect(bytes.equals(gitTar(folder, name))).toBe(true);
  const zip = await archived(repository, "main", "zip");
  expect(unzipped(zip.bytes)).toHaveLength(2); // the commit id and the folder
});

test.for(seeds)("a zip file unpacks to the files of git's (seed %i)", async (seed) => {
  using folder = randomProject(new Random(seed), { commits: 30, clock: "steady" });
  const { name, bytes } = await archived(loadRepository(folder), "main", "zip");
  const git = folder.git(["archive", "--format=zip", `--prefix=${name}/`, "main"]);
  expect(unzipped(bytes)).toEqual(unzipped(git));
});

/** What is in it: its comment; names, types and rights, times, and contents. */
function unzipped(bytes: Buffer): unknown[] {
  const { comment, entries } = readZip(bytes);
  return [
    comment,
    ...entries.map(({ name, kind, isExecutable, extra, content }) => [
      name,
      kind,
      isExecutable,
      extra.toString("hex"),
      content.toString("hex"),
    ]),
  ];
}

test("whatever byte of a zip file is changed, it reads differently or not at all, but for times and versions", async () => {
  const files = { file: "100644", link: "120000", program: "100755" };
  using folder = commitFiles(
    new Map(Object.entries(files).map(([path, mode]) => [path, { mode, content: `${path} `.repeat(9) }])),
  );
  const { bytes } = await archived(loadRepository(folder), "main", "zip");
  const wanted = JSON.stringify(unzipped(bytes));
  const unnoticed = [...bytes.keys()].filter((at) => {
    const changed = Buffer.from(bytes);
    changed[at] = (bytes[at] ?? 0) ^ 0xff;
    try {
      return JSON.stringify(unzipped(changed)) === wanted;
    } catch {
      return false;
    }
  });
  // of each entry: the version it needs and nine bytes of times beside it; two versions, what it is inside, and half of
  // its rights in the directory
  expect(unnoticed.length).toBeLessThanOrEqual(4 * (2 + 9 + 4 + 2 + 2));
});

test("an archive is named after the project, the simplified revision, and the commit", async () => {
  using folder = randomProject(new Random(1), { commits: 3, clock: "steady" });
  const head = folder.git(["rev-parse", "main"]).toString().trim();
  folder.git(["branch", "Feature/Überlauf-1.0", "main"]);
  const repository = loadRepository(folder);
  const revisions = ["Feature/Überlauf-1.0", "main", head, null];
  const archives = await Promise.all(revisions.map((revision) => begin(repository, revision)));
  expect(archives.map(({ name }) => name)).toEqual(
    ["feature-uberlauf-1-0", "main", head, "main"].map((plain) => `project-${plain}-${head}`),
  );
  expect(await archive(repository, "project", "nothing", "tar")).toBeNull();
  expect(await archive(openRepository(), "project", null, "tar")).toBeNull();
});

test("an archive is made while it is read: little of a large one that is not read on", async () => {
  const files = new Map(
    Array.from({ length: 40 }, (_, file) => [`${file}`, { mode: "100644", content: `${file}`.repeat(20_000) }]),
  );
  using folder = commitFiles(files);
  const repository = loadRepository(folder);
  let read = 0;
  const { objects } = repository;
  const blob = objects.blob.bind(objects);
  objects.blob = (oid) => {
    read++;
    return blob(oid);
  };
  const reader = (await begin(repository, "main")).bytes.getReader();
  await reader.read();
  await reader.cancel();
  expect(read).toBeLessThan(4);
});

test("a zip file with a file deflated in several slices is complete", async () => {
  const random = new Random(7);
  const words = Array.from({ length: isSample ? 300_000 : 600_000 }, () => random.below(1_000));
  const content = words.join(" ");
  using folder = commitFiles(new Map([["large", { mode: "100644", content }]]));
  const { name, bytes } = await archived(loadRepository(folder), "main", "zip");
  const hex = Buffer.from(content).toString("hex");
  expect(unzipped(bytes).at(-1)).toEqual([`${name}/large`, "file", false, expect.any(String), hex]);
});

const regular = (name: string, oid: string) => ({ mode: 0o100644, name, oid });

test.for<[what: string, limits: Partial<ArchiveLimits>, isArchivable: boolean]>([
  ["the limit of entries", { entries: 6 }, true],
  ["one entry too many", { entries: 5 }, false],
  ["the limit of bytes", { bytes: 6 * 512 + 4_000 + "x y x/a x/b y/a y/b".length - 5 }, true],
  ["one byte too many", { bytes: 6 * 512 + 4_000 + "x y x/a x/b y/a y/b".length - 6 }, false],
])("the size of an archive is checked in advance: %s", ([, limits, expected]) => {
  const { objects } = openRepository();
  const blob = objects.add("blob", Buffer.alloc(1000));
  const twice = objects.add("tree", serialiseTree([regular("a", blob), regular("b", blob)]));
  const folder = (name: string) => ({ mode: 0o040000, name, oid: twice });
  const tree = objects.add("tree", serialiseTree([folder("x"), folder("y")]));
  expect(finish(isArchivable(objects, tree, { ...archiveLimits, ...limits }))).toBe(expected);
});

test.for([
  [5, false],
  [6, false],
  [7, true],
] as const)("a folder of six files is in an archive of at most %i entries: %s", ([entries, expected]) => {
  const { objects } = openRepository();
  const blob = objects.add("blob", Buffer.alloc(1));
  const six = objects.add("tree", serialiseTree(["a", "b", "c", "d", "e", "f"].map((name) => regular(name, blob))));
  const tree = objects.add("tree", serialiseTree([{ mode: 0o040000, name: "folder", oid: six }]));
  expect(finish(isArchivable(objects, tree, { ...archiveLimits, entries }))).toBe(expected);
});
