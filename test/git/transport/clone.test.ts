// Clones by git in every protocol version.
import { describe, expect } from "vitest";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { openRepository } from "../../support/node-storage.ts";
import { noise } from "../../support/noise.ts";
import { isSample } from "../../support/sample.ts";
import { GitFolder, RecordedFolder, type Recording } from "../git-folder.ts";
import { Random } from "../random.ts";
import { randomHistory } from "../random-history.ts";
import { GitClient } from "./git-client.ts";
import { testsIn } from "./in-versions.ts";
import { once } from "./mirrored.ts";
import { mirror, refsOf, rev, UploadServer, versions } from "./upload-server.ts";

/** Number of objects that a bare repository has if it has all that the refs reach. */
const countReached = (folder: GitFolder, ...revisions: string[]) =>
  folder
    .git(["rev-list", "--objects", ...(revisions.length > 0 ? revisions : ["--all"])])
    .toString()
    .trim()
    .split("\n").length;

/** A commit of these files. */
function folderOf(files: readonly (readonly [path: string, content: string | Uint8Array])[]): GitFolder {
  const parts = files.flatMap(([path, content]) => [
    `M 100644 inline ${path}\ndata ${content.length}\n`,
    content,
    "\n",
  ]);
  const stream = ["commit refs/heads/main\ncommitter A <a@b> 0 +0000\ndata 0\n", ...parts];
  const folder = new GitFolder();
  folder.git(["fast-import", "--quiet"], Buffer.concat(stream.map((part) => Buffer.from(part))));
  return folder;
}

const mirroredOnce = once();

/** Folders that tests change are the same in all versions. */
const recording: Recording = new Map();

describe.each(versions.map((version) => [version]))("in version %s", (version) => {
  const test = testsIn(version);

  test("a mirror has exactly the objects and refs of the repository", async () => {
    const { folder, repository } = await mirroredOnce("everything", () => {
      const made = randomHistory(new Random(1), { commits: 60, largest: 100_000 });
      made.git(["update-ref", "refs/merge-requests/1/head", "main~3"]);
      return made;
    });
    await using server = await UploadServer.start(repository);
    using client = new GitClient(version);
    await client.clone(server.url, "--mirror");
    expect(await client.faults()).toEqual([]);
    expect(await client.refs("refs/")).toEqual(refsOf(folder));
    expect(await client.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
    expect(await client.countObjects()).toBe(countReached(folder));
  });

  test("a clone checks out the default branch and has the tags", async () => {
    const make = () => {
      const made = randomHistory(new Random(2), { commits: 40 });
      made.git(["branch", "other/branch", "main~10"]);
      return made;
    };
    const setHead = ({ refs }: Repository) => refs.setHead("refs/heads/other/branch");
    const { folder, repository } = await mirroredOnce("default branch", make, setHead);
    await using server = await UploadServer.start(repository);
    using client = new GitClient(version);
    await client.clone(server.url);
    expect(await client.git("status", "--porcelain=v2", "--branch")).toContain("# branch.head other/branch\n");
    expect(await client.git("rev-parse", "HEAD^{tree}")).toBe(rev(folder, "main~10^{tree}"));
    expect(await client.refs("refs/tags")).toEqual(refsOf(folder).filter((line) => line.includes("refs/tags/")));
    expect(await client.faults()).toEqual([]);
  });

  test("an empty repository can be cloned", async () => {
    await using server = await UploadServer.start(openRepository());
    using client = new GitClient(version);
    const { status, stderr } = await client.try("clone", server.url, "copy");
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining("cloned an empty repository") });
    expect(await client.refs("refs/")).toEqual([]);
  });

  test("a repository with only tags can be cloned", async () => {
    const { folder, repository } = await mirroredOnce("tags", () => {
      const made = new GitFolder();
      const tree = made.git(["mktree"]).toString().trim();
      const blob = made.git(["hash-object", "-w", "--stdin"], "text").toString().trim();
      made.git(["tag", "-a", "-m", "a tree", "tree", tree]);
      made.git(["tag", "-a", "-m", "a tag", "tag", "tree"]);
      made.git(["tag", "-a", "-m", "a blob", "blob", blob]);
      return made;
    });
    await using server = await UploadServer.start(repository);
    using client = new GitClient(version);
    await client.clone(server.url);
    expect(await client.refs("refs/")).toEqual(refsOf(folder));
    expect(await client.faults()).toEqual([]);
  });

  test("cloning one branch transfers only what it reaches", async () => {
    const { folder, repository } = await mirroredOnce("half", () => {
      const made = randomHistory(new Random(3), { commits: 50 });
      made.git(["branch", "half", "main~25"]);
      return made;
    });
    await using server = await UploadServer.start(repository);
    using client = new GitClient(version);
    await client.clone(server.url, "--bare", "--no-tags", "--single-branch", "--branch=half");
    expect(await client.faults()).toEqual([]);
    expect(await client.refs("refs/")).toEqual([`${rev(folder, "half")} refs/heads/half`]);
    expect(await client.countObjects()).toBe(countReached(folder, "half"));
  });

  test("folders that change and change back are complete", async () => {
    const { folder, repository } = await mirroredOnce("changing folders", () => {
      const made = new GitFolder();
      for (const [round, changing] of ["one", "two", "one", "three", "two", "one"].entries()) {
        for (const path of ["a/b", "a/c"]) {
          made.write(`${path}/changing`, changing);
          made.write(`${path}/always`, `the same in ${path}`);
        }
        made.git(["add", "."]);
        made.git(["commit", "-q", "-m", `round ${round}`]);
      }
      made.git(["branch", "other", made.git(["commit-tree", "-m", "other", "main~2^{tree}"]).toString().trim()]);
      return made;
    });
    await using server = await UploadServer.start(repository);
    for (const branch of ["main", "other"]) {
      using client = new GitClient(version);
      await client.clone(server.url, "--bare", "--single-branch", `--branch=${branch}`);
      expect(await client.faults()).toEqual([]);
      expect(await client.countObjects()).toBe(countReached(folder, branch));
    }
  });

  for (const [what, updates] of [
    ["commits", ["update refs/heads/main main~10", "update refs/keep-around/one main~2"]],
    ["tags", ["delete refs/tags/gone", "create refs/tags/nested other"]],
  ] as const) {
    test(`${what} that no ref reaches are not sent`, async () => {
      const begun = await mirroredOnce("few tags", () => {
        const made = randomHistory(new Random(4), { commits: 40 });
        made.git(["update-ref", "--stdin"], made.git(["for-each-ref", "--format=delete %(refname)", "refs/tags"]));
        made.git(["update-ref", "refs/heads/kept", "main~20"]);
        for (const name of ["gone", "other"]) made.git(["tag", "-m", name, name, "main~15"]);
        return made;
      });
      using folder = new RecordedFolder(begun.folder, recording);
      const repository = begun.copy();
      folder.git(["update-ref", "--stdin"], updates.map((line) => `${line}\n`).join(""));
      await mirror(folder, repository);
      await using server = await UploadServer.start(repository);
      using client = new GitClient(version);
      await client.clone(server.url, "--mirror");
      const shown = refsOf(folder).filter((line) => !line.includes("refs/keep-around/"));
      expect(await client.faults()).toEqual([]);
      expect(await client.refs("refs/")).toEqual(shown);
      expect(await client.countObjects()).toBe(countReached(folder, ...shown.map((line) => line.slice(0, 40))));
    });
  }

  test("files of many megabytes and folders of many files are complete", async () => {
    const { folder, repository } = await mirroredOnce("large files", () => {
      const [count, ofNoise, ofZeros] = isSample ? [200, 1_300_000, 2_000_000] : [1000, 2_300_000, 5_000_000];
      const many = Array.from({ length: count }, (_, file) => [`many/${file}`, `${file % 700}`] as const);
      return folderOf([["noise", noise("noise", ofNoise)], ["zeros", Buffer.alloc(ofZeros)], ...many]);
    });
    await using server = await UploadServer.start(repository);
    for (const options of isSample ? [[]] : [[], ["--depth=1"]]) {
      using client = new GitClient(version);
      await client.clone(server.url, ...options);
      expect(await client.faults()).toEqual([]);
      expect(await client.git("status", "--porcelain")).toBe("");
      expect(await client.git("rev-parse", "HEAD")).toBe(rev(folder, "main"));
    }
  });

  test("a commit on the empty tree, submodules and symlinks are complete", async () => {
    const { repository } = await mirroredOnce("submodules", () => {
      const made = new GitFolder();
      made.git(["commit", "-q", "--allow-empty", "-m", "nothing"]);
      made.git(["update-index", "--add", "--cacheinfo", `160000,${"12".repeat(20)},module`]);
      made.git(["commit", "-q", "-m", "a submodule"]);
      return made;
    });
    await using server = await UploadServer.start(repository);
    using client = new GitClient(version);
    await client.clone(server.url, "--bare");
    expect(await client.faults()).toEqual([]);
    expect(await client.lines("ls-tree", "HEAD")).toEqual([`160000 commit ${"12".repeat(20)}\tmodule`]);
  });

  test("thousands of refs are complete", async () => {
    const { folder, repository } = await mirroredOnce("many refs", () => {
      const made = randomHistory(new Random(6), { commits: 10 });
      const oids = made.git(["rev-list", "--first-parent", "--max-count=9", "main"]).toString().split("\n");
      const refs = Array.from({ length: 2000 }, (_, index) => `${oids[index % 9]} refs/heads/branch-${index}\n`);
      made.write(".git/packed-refs", refs.join(""));
      return made;
    });
    await using server = await UploadServer.start(repository);
    using client = new GitClient(version);
    await client.clone(server.url, "--mirror");
    expect(await client.refs("refs/")).toEqual(refsOf(folder));
    expect(await client.lines("ls-remote", "origin", "refs/heads/branch-77")).toEqual([
      `${rev(folder, "branch-77")}\trefs/heads/branch-77`,
    ]);
  });
});
