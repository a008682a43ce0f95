// A version of a merge request equals git's view of the branches, and stays readable when branches or forks change.
import { describe, expect, test } from "vitest";
import { GitError } from "../../../src/git/git-error.ts";
import { knownCommit } from "../../../src/git/history/commit-graph.ts";
import { checkMerge } from "../../../src/git/operations/merge-requests/check-merge.ts";
import { mergeRequestCommits } from "../../../src/git/operations/merge-requests/merge-request-commits.ts";
import { proposeVersion, type VersionFacts } from "../../../src/git/operations/merge-requests/propose-version.ts";
import { tryToPropose } from "../../../src/git/operations/merge-requests/try-to-propose.ts";
import { versionChanges } from "../../../src/git/operations/merge-requests/version-changes.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { shownRefs } from "../../../src/git/transport/shown-refs.ts";
import { cases } from "../../support/sample.ts";
import { GitFolder, SharedFolder } from "../git-folder.ts";
import { randomProject } from "../operations/random-project.ts";
import { Random } from "../random.ts";
import { collectAll, rowCounts } from "../repository/pushing.ts";
import { GitClient } from "../transport/git-client.ts";
import { mirror, rev, UploadServer } from "../transport/upload-server.ts";
import { linesOf, Projects } from "./projects.ts";
import { Scheduler } from "./scheduler.ts";

const seeds = Array.from({ length: cases(4) }, (_, index) => index + 1);
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

interface GitFacts extends Omit<VersionFacts, "state"> {
  /** Old and new path, without the path prefix of each; a file that becomes a symlink counts as deleted. */
  readonly files: readonly string[];
  readonly commitIds: readonly string[];
}

/** Git's facts for each pair; null if git finds several merge bases, any of which is right. */
function gitFacts(folder: GitFolder, pairs: readonly Branches[]): (GitFacts | null)[] {
  const tips = folder.tips();
  const ancestors = folder.mergeBasesOf(pairs);
  const logs = folder.gitAll(pairs.map(([target, source]) => ["rev-list", `${target}..${source}`]));
  const diffs = folder.gitAll(pairs.map(([, source], at) => ["diff", "-M", ancestors[at]?.[0] ?? emptyTree, source]));
  return pairs.map(([target, source], at) => {
    const [base = null, another] = ancestors[at] ?? [];
    if (another !== undefined) return null;
    const [head, start] = [tips.get(`refs/heads/${source}`) ?? null, tips.get(`refs/heads/${target}`) ?? null];
    const commitIds = linesOf(logs[at] ?? Buffer.of());
    const headers = (diffs[at] ?? Buffer.of()).toString().matchAll(/^diff --git a\/(.*)$/gm);
    const files = [...headers].map(([, paths = ""]) => paths);
    const realSize = commitIds.length === 0 ? null : String(files.length);
    return { head, base, start, commits: commitIds.length, realSize, files, commitIds };
  });
}

/** Reads everything that a version shows. */
async function readVersion(repository: Repository, { head, base, start }: VersionFacts) {
  if (head === null || start === null) throw new Error("A branch was missing");
  return {
    commits: await mergeRequestCommits(repository, { head, start }),
    ...(await versionChanges(repository, { base, head })),
  };
}

type Branches = readonly [target: string, source: string];

/** Pairs of two different branches. */
function* pairsOf(random: Random, branches: number, count: number): Generator<Branches> {
  for (let pair = 0; pair < count; pair++) {
    const target = 1 + random.below(branches);
    const source = 1 + ((target + random.below(branches - 1)) % branches);
    yield [`c${target}`, `c${source}`];
  }
}

test.for(seeds)("branches of one repository: facts, commits and files are git's (seed %i)", async (seed) => {
  const random = new Random(seed);
  using folder = randomProject(random, { commits: 25, clock: "steady" });
  const repository = await new Projects().openCopy(1, folder);
  const ends = new Set<string>();
  const pairs = [...pairsOf(random, 25, 25)];
  const said = gitFacts(folder, pairs);
  for (const [index, [target, source]] of pairs.entries()) {
    const facts = said[index] ?? null;
    if (facts === null) continue;
    const { files, commitIds, ...wanted } = facts;
    const proposal = { iid: 1, targetBranch: target, sourceProjectId: null, sourceBranch: source };
    const proposed = await proposeVersion(repository, proposal);
    const isEmpty = wanted.commits === 0 || files.length === 0;
    expect(proposed, `${target}..${source}`).toEqual({ ...wanted, state: isEmpty ? "empty" : "collected" });
    ends.add(proposed.state);
    const { commits, changes } = await readVersion(repository, proposed);
    expect(commits.map(({ id }) => id)).toEqual(commitIds);
    expect(changes.map(({ oldPath, newPath }) => `${oldPath} b/${newPath}`)).toEqual(files);
  }
  expect(ends).toEqual(new Set(["collected", "empty"]));
});

test.for(seeds)("a branch can be merged if git can merge it, and then has git's tree (seed %i)", async (seed) => {
  const random = new Random(seed + 100);
  using folder = randomProject(random, { commits: 30, clock: "coarse" });
  const repository = await new Projects().openCopy(1, folder);
  const pairs = [...pairsOf(random, 30, 30)];
  const [tips, bases] = [folder.tips(), folder.mergeBasesOf(pairs)];
  const conflicts = folder.conflictsOf(pairs);
  for (const [index, [target, source]] of pairs.entries()) {
    const head = tips.get(`refs/heads/${source}`) ?? "";
    const isContained = bases[index]?.includes(head);
    const wanted = conflicts[index]?.length === 0 && !isContained ? "can_be_merged" : "cannot_be_merged";
    for (const _ of ["computed", "cached"]) {
      const check = await checkMerge(repository, { targetBranch: target, head });
      expect(check, `${target} ${source}`).toEqual({ status: wanted });
    }
  }
});

/** By seed. */
const forks = new Map<number, { folder: SharedFolder; upstream: SharedFolder }>();

/** The folders of a project and of its fork, which tests only read. */
function folderAndFork(seed: number) {
  const known = forks.get(seed);
  if (known !== undefined) return known;
  const folder = new SharedFolder(randomProject(new Random(seed), { commits: 40, clock: "steady" }));
  const bare = new GitFolder("--bare");
  bare.git(["fetch", "-q", folder.path, "refs/heads/c20:refs/heads/main", "refs/heads/c17:refs/heads/old"]);
  const made = { folder, upstream: new SharedFolder(bare) };
  forks.set(seed, made);
  return made;
}

/** A project and a fork that diverged: the fork's own objects exist only in the fork. */
async function projectAndFork(seed: number) {
  const { folder, upstream } = folderAndFork(seed);
  const projects = new Projects();
  const target = await projects.openCopy(1, upstream);
  const fork = await projects.openCopy(2, folder);
  return { projects, folder, target, fork };
}

const fromFork = (sourceBranch: string, iid = 1) => ({ iid, targetBranch: "main", sourceProjectId: 2, sourceBranch });

describe.each(seeds.map((seed) => [seed]))("from a fork (seed %i)", (seed) => {
  test("a proposal is taken over completely, and shown as in the fork", async () => {
    const { folder, target, fork } = await projectAndFork(seed);
    for (const source of ["c40", "c31", "c28", "c5"]) {
      const facts = await proposeVersion(target, fromFork(source));
      const wanted = await proposeVersion(fork, {
        iid: 9,
        targetBranch: "c20",
        sourceProjectId: null,
        sourceBranch: source,
      });
      expect(facts).toEqual(wanted);
      expect(await readVersion(target, facts)).toEqual(await readVersion(fork, wanted));
      expect(target.refs.get("refs/merge-requests/1/head")?.oid).toBe(rev(folder, source));
    }
    await using server = await UploadServer.start(target);
    using client = new GitClient(2);
    await client.clone(server.url, "--mirror");
    expect(await client.faults()).toEqual([]);
  });

  test("a version stays unchanged when branches move and the fork is deleted", async () => {
    const { projects, folder, target, fork } = await projectAndFork(seed);
    const first = await proposeVersion(target, fromFork("c40"));
    const shown = await readVersion(target, first);
    fork.refs.set({ name: "refs/heads/c40", oid: rev(folder, "c22"), peeled: null });
    const second = await proposeVersion(target, fromFork("c40"));
    expect(second.head).toBe(rev(folder, "c22"));
    projects.destroy(2);
    expect(await readVersion(target, first)).toEqual(shown);
    expect(await proposeVersion(target, fromFork("c40"))).toEqual({
      head: null,
      base: null,
      start: rev(folder, "c20"),
      state: "empty",
      realSize: null,
      commits: 0,
    });
    expect(target.refs.get("refs/merge-requests/1/head")?.oid).toBe(second.head);
  });
});

test("the commits of every version are kept by refs without events", async () => {
  const { folder, target } = await projectAndFork(1);
  const heads = ["c30", "c40"];
  for (const source of heads) await proposeVersion(target, fromFork(source));
  const main = rev(folder, "c20");
  const keptOids = [...heads.map((source) => rev(folder, source)), main].sort();
  expect(target.refs.list("refs/keep-around/").map(({ oid }) => oid)).toEqual(keptOids);
  expect(shownRefs(target).map(({ name }) => name)).toEqual([
    "refs/heads/main",
    "refs/heads/old",
    "refs/merge-requests/1/head",
  ]);
  for (const oid of keptOids) expect(knownCommit(target.commits, oid).oid).toBe(oid);
});

test("without a source or a target branch there is nothing to merge", async () => {
  const { folder, target } = await projectAndFork(1);
  const nothing = { base: null, state: "empty", realSize: null, commits: 0 };
  const [head, start] = [rev(folder, "c40"), rev(folder, "c20")];
  const without = { iid: 3, targetBranch: "main", sourceProjectId: null, sourceBranch: "nothing" };
  expect(await proposeVersion(target, without)).toEqual({ ...nothing, head: null, start });
  expect(target.refs.get("refs/merge-requests/3/head")).toBeNull();
  const nowhere = await proposeVersion(target, { ...fromFork("c40"), targetBranch: "nothing" });
  expect(nowhere).toEqual({ ...nothing, head, start: null });
  expect(await checkMerge(target, { targetBranch: "nothing", head })).toEqual({ status: "cannot_be_merged" });
  expect(await checkMerge(target, { targetBranch: "main", head: "1".repeat(40) })).toEqual({
    status: "cannot_be_merged",
  });
});

test.for(seeds)("concurrent proposals from one fork are all taken over (order %i)", async (seed) => {
  const { projects, folder, target } = await projectAndFork(seed);
  const scheduler = new Scheduler(new Random(seed));
  projects.pause = scheduler.pause;
  const sources = ["c40", "c40", "c39", "c31", "c38"];
  const work = sources.map((source, index) => () => proposeVersion(target, fromFork(source, index + 1)));
  const facts = await scheduler.run(work);
  expect(facts.map(({ head }) => head)).toEqual(sources.map((source) => rev(folder, source)));
  for (const one of facts) await readVersion(target, one);
  await using server = await UploadServer.start(target);
  using client = new GitClient(2);
  await client.clone(server.url, "--mirror");
  expect(await client.faults()).toEqual([]);
});

test.for<[what: string, spoil: (pack: Uint8Array) => Uint8Array]>([
  ["is cut off", (pack) => pack.slice(0, pack.length / 2)],
  ["is not a pack", () => Buffer.from("nothing")],
  ["is damaged", (pack) => pack.map((byte, at) => (at === pack.length >> 1 ? byte ^ 1 : byte))],
])("a pack from the fork that %s is refused, and taken over on the next attempt", async ([, spoil]) => {
  const { projects, folder, target } = await projectAndFork(1);
  const before = { objects: rowCounts(target).objects, refs: target.refs.list() };
  projects.spoil = spoil;
  await expect(proposeVersion(target, fromFork("c40"))).rejects.toThrow(GitError);
  expect(await tryToPropose(target, fromFork("c40"))).toBeNull();
  collectAll(target);
  expect({ objects: rowCounts(target).objects, refs: target.refs.list() }).toEqual(before);
  projects.spoil = (pack) => pack;
  expect(await proposeVersion(target, fromFork("c40"))).toMatchObject({ head: rev(folder, "c40") });
});

test("a connection to the fork that is lost is no refusal: the attempt fails", async () => {
  const { projects, target } = await projectAndFork(1);
  const before = target.refs.list();
  projects.spoil = () => {
    throw new TypeError("connection lost");
  };
  await expect(tryToPropose(target, fromFork("c40"))).rejects.toThrow("connection lost");
  expect(target.refs.list()).toEqual(before);
});

/** A linear branch whose commits add a file each. @returns a stream for `git fast-import` */
function lineOfCommits(branch: string, count: number, from?: string): string {
  const commits = Array.from({ length: count }, (_, index) => {
    const content = `${branch} ${index} ${"text ".repeat(20)}`;
    const parent = index === 0 && from !== undefined ? `from ${from}\n` : "";
    return `commit refs/heads/${branch}\ncommitter A <a@b> ${1_500_000_000 + index} +0000\ndata 1\n.\n${parent}M 644 inline ${branch}/${index}\ndata ${content.length}\n${content}\n`;
  });
  return commits.join("");
}

test("a fork that is behind sends little more than its changes", async () => {
  using folder = new GitFolder();
  folder.git(["fast-import", "--quiet"], lineOfCommits("main", 400));
  const projects = new Projects();
  const fork = await projects.openCopy(2, folder);
  folder.git(["fast-import", "--quiet"], lineOfCommits("topic", 2, rev(folder, "main")));
  await mirror(folder, fork);
  using upstream = new GitFolder("--bare");
  upstream.git(["fetch", "-q", folder.path, "refs/heads/main:refs/heads/main"]);
  upstream.git(["fast-import", "--quiet"], lineOfCommits("main", 30, "refs/heads/main^0"));
  const target = await projects.openCopy(1, upstream);
  const facts = await proposeVersion(target, fromFork("topic"));
  expect(facts).toMatchObject({ base: rev(folder, "main"), commits: 2, realSize: "2" });
  expect(projects.packBytes).toBeLessThan(10_000);
  const { packBytes } = projects;
  await proposeVersion(target, fromFork("topic", 2));
  expect(projects.packBytes).toBe(packBytes);
});

test("a fork that is more than 4,096 commits behind does not send its whole history", async () => {
  const noisy = (commit: number) => {
    const noise = Buffer.from(new Random(commit).bytes(4_000)).toString("hex");
    return `commit refs/heads/main\ncommitter A <a@b> ${commit} +0000\ndata 1\n.\nM 644 inline noise\ndata ${noise.length}\n${noise}\n`;
  };
  const bare = (commit: number) =>
    `commit refs/heads/main\ncommitter A <a@b> ${commit} +0000\ndata 1\n.\n${commit === 31 ? "from refs/heads/main^0\n" : ""}`;
  using folder = new GitFolder("--bare");
  folder.git(["fast-import", "--quiet"], Array.from({ length: 30 }, (_, commit) => noisy(commit + 1)).join(""));
  folder.git(["fast-import", "--quiet"], lineOfCommits("topic", 2, rev(folder, "main")));
  const projects = new Projects();
  await projects.openCopy(2, folder);
  using upstream = new GitFolder("--bare");
  upstream.git(["fetch", "-q", folder.path, "refs/heads/main:refs/heads/main"]);
  upstream.git(["fast-import", "--quiet"], Array.from({ length: 4_100 }, (_, commit) => bare(commit + 31)).join(""));
  const target = await projects.openCopy(1, upstream);
  const facts = await proposeVersion(target, fromFork("topic"));
  expect(facts).toMatchObject({ base: rev(folder, "main"), commits: 2, realSize: "2" });
  // All of it is 30 times 4,000 random bytes.
  expect(projects.packBytes).toBeLessThan(90_000);
});

/** `topic` with `count` files of `lines` lines each; `main` without files. */
async function manyFiles(count: number, lines: number): Promise<VersionFacts> {
  using folder = new GitFolder();
  const content = "line\n".repeat(lines);
  const files = Array.from(
    { length: count },
    (_, index) => `M 644 inline f${index}\ndata ${content.length}\n${content}\n`,
  );
  const topic = `commit refs/heads/topic\ncommitter A <a@b> 2 +0000\ndata 1\n.\nfrom :1\n${files.join("")}`;
  folder.git(
    ["fast-import", "--quiet"],
    `commit refs/heads/main\nmark :1\ncommitter A <a@b> 1 +0000\ndata 1\n.\n\n${topic}`,
  );
  const repository = await new Projects().openCopy(1, folder);
  return proposeVersion(repository, { iid: 1, targetBranch: "main", sourceProjectId: null, sourceBranch: "topic" });
}

test.for<[files: number, lines: number, realSize: string, state: string]>([
  [100, 1, "100", "collected"],
  [101, 1, "100+", "collected"],
  [2, 2_400, "2", "collected"],
  [2, 2_500, "100+", "collected"],
  [1001, 1, "100+", "overflow"],
])("%i files of %i lines are %s, %s", async ([files, lines, realSize, state]) => {
  expect(await manyFiles(files, lines)).toMatchObject({ realSize, state, commits: 1 });
});
