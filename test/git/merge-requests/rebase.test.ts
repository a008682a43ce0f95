// Rebasing a branch makes git's commits, and moves it once and completely, or not at all.
import { describe, expect, test } from "vitest";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { createCommit } from "../../../src/git/operations/create-commit.ts";
import { branchTip } from "../../../src/git/operations/merge-requests/proposal.ts";
import {
  type Rebase,
  type RebaseOutcome,
  rebaseBranch,
} from "../../../src/git/operations/merge-requests/rebase-branch.ts";
import { readCommit } from "../../../src/git/repository/commit-record.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { cases, isSample } from "../../support/sample.ts";
import { GitFolder, SharedFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { GitClient } from "../transport/git-client.ts";
import { rev, UploadServer } from "../transport/upload-server.ts";
import { ann, at, developer, linesOf, master, Projects } from "./projects.ts";
import { Scheduler } from "./scheduler.ts";

const rounds = isSample ? 5 : 8;
const seeds = Array.from({ length: cases(6, 1) }, (_, index) => index + 1);

const rebaseOf = (branch: string, wish: Partial<Rebase> = {}): Rebase => ({
  branch,
  onto: { projectId: null, branch: "main" },
  committer: ann,
  pusher: developer,
  at,
  ...wish,
});

/** The tip that `git rebase` gives the branch; null if it stops at a conflict. */
function rebasedByGit(folder: GitFolder, branch: string): Oid | null {
  const person = { NAME: ann.name, EMAIL: ann.email, DATE: `${Date.parse(at) / 1000} +0000` };
  const environment = Object.fromEntries(
    Object.entries(person).map(([name, value]) => [`GIT_COMMITTER_${name}`, value]),
  );
  folder.git(["checkout", "--quiet", "-B", "by-git", branch]);
  const command = ["rebase", "--quiet", "--reapply-cherry-picks", "main"];
  if (folder.try(command, "", environment).status === 0) return rev(folder, "by-git");
  folder.git(["rebase", "--abort"]);
  return null;
}

const eventsOf = ({ outbox }: Repository) => outbox.next(100).map(({ event }) => event);

interface Step {
  readonly message: string;
  /** Contents by path; null deletes the file. */
  readonly files: Readonly<Record<string, string | null>>;
}

let clock = 1_500_000_000;

interface Line {
  readonly branch: string;
  readonly from: string | null;
  readonly steps: readonly Step[];
}

/** Commits to branches, in one process. */
function write(folder: GitFolder, ...lines: readonly Line[]): void {
  folder.git(["fast-import", "--quiet", "--force"], lines.map(streamOf).join(""));
}

function streamOf({ branch, from, steps }: Line): string {
  const stream = steps.map(({ message, files }, index) => {
    const changes = Object.entries(files).map(([path, content]) =>
      content === null ? `D ${path}\n` : `M 644 inline ${path}\ndata ${content.length}\n${content}\n`,
    );
    const start = index === 0 && from !== null ? `from ${from}\n` : "";
    const ident = `Author ${index} <a${index}@b> ${clock++} +0230`;
    return `commit refs/heads/${branch}\nauthor ${ident}\ncommitter C <c@d> ${clock} +0000\ndata ${Buffer.byteLength(message)}\n${message}\n${start}${changes.join("")}`;
  });
  return stream.join("");
}

/** Lines of a small text, some of them edited. */
const textOf = (random: Random, lines: readonly string[]): string =>
  lines.map((line) => (random.chance(15) ? `${line}${random.below(9)}` : line)).join("\n");

/** `main` and `topic` of random, linear histories from a common base. */
function randomBranches(random: Random): GitFolder {
  const folder = new GitFolder();
  const names = ["a", "b", "dir/c", "dir/d"];
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const base = { message: "base", files: Object.fromEntries(names.map((name) => [name, lines.join("\n")])) };
  const branches = ["main", "topic"].map((branch): Line => {
    const steps = random.times(1 + random.below(5), (step): Step => {
      const path = random.pick(names);
      const files = random.chance(15)
        ? { [path]: null, [`moved/${path}${step}`]: lines.join("\n") }
        : { [path]: textOf(random, lines), [`new-${branch}-${random.below(2)}`]: `${step}` };
      return { message: `${branch} ${step}\n\nÄ body\n`, files: random.chance(10) ? {} : files };
    });
    return { branch, from: "refs/heads/base", steps };
  });
  write(folder, { branch: "base", from: null, steps: [base] }, ...branches);
  return folder;
}

test.for(seeds)("random branches get the commits of git rebase, or stay where git stops (seed %i)", async (seed) => {
  const random = new Random(seed);
  const kinds = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    using folder = randomBranches(random);
    const before = rev(folder, "topic");
    const repository = await new Projects().openCopy(1, folder);
    const wanted = rebasedByGit(folder, "topic");
    const outcome = await rebaseBranch(repository, rebaseOf("topic"));
    kinds.add(outcome.kind);
    expect({ outcome, tip: branchTip(repository, "topic") }).toEqual(
      wanted === null
        ? { outcome: { kind: "conflict" }, tip: before }
        : { outcome: { kind: "rebased", isMoved: true }, tip: wanted },
    );
    expect(eventsOf(repository)).toMatchObject(
      wanted === null ? [] : [{ kind: "push", ref: "refs/heads/topic", before, after: wanted }],
    );
  }
  expect([...kinds].sort()).toEqual(["conflict", "rebased"]);
});

/** `main` and `topic` from a common base, both one commit ahead; `topic` has a merge as well. To be read only. */
function withMerge(): GitFolder {
  shared ??= new SharedFolder(withMergeToChange());
  return shared;
}

let shared: SharedFolder | undefined;

/** As {@link withMerge}, in a folder of the test's own. */
function withMergeToChange(): GitFolder {
  const folder = new GitFolder();
  const commitOf = (branch: string, file: string, from: string | null): Line => ({
    branch,
    from,
    steps: [{ message: branch, files: { [file]: "1" } }],
  });
  const others = ["main", "side", "topic"].map((branch) => commitOf(branch, branch, "refs/heads/base"));
  write(folder, commitOf("base", "readme", null), ...others);
  folder.git(["checkout", "--quiet", "topic"]);
  folder.git(["-c", "user.name=a", "-c", "user.email=a@b", "merge", "--quiet", "--no-ff", "side", "-m", "merge"]);
  return folder;
}

test("merges are left out, and their commits are picked", async () => {
  using folder = withMergeToChange();
  const repository = await new Projects().openCopy(1, folder);
  const wanted = rebasedByGit(folder, "topic");
  expect(await rebaseBranch(repository, rebaseOf("topic"))).toEqual({ kind: "rebased", isMoved: true });
  const tip = branchTip(repository, "topic") ?? "";
  expect(repository.commits.find(tip)?.tree).toBe(rev(folder, `${wanted}^{tree}`));
  const messages = linesOf(folder.git(["log", "--format=%s", `main..${wanted}`])).sort();
  const [last] = readCommit(repository, tip).parentIds;
  expect([tip, last ?? ""].map((oid) => readCommit(repository, oid).message.trim()).sort()).toEqual(messages);
});

test.for<[what: string, base: string | null, steps: readonly Step[], kept: string[]]>([
  [
    "a commit whose change is there already is left out",
    "refs/heads/base",
    [
      { message: "same", files: { readme: "2" } },
      { message: "own", files: { own: "1" } },
    ],
    ["own"],
  ],
  [
    "a commit without changes stays",
    "refs/heads/base",
    [
      { message: "own", files: { own: "1" } },
      { message: "nothing", files: {} },
    ],
    ["own", "nothing"],
  ],
  [
    "a first commit without files stays",
    null,
    [
      { message: "begin", files: {} },
      { message: "own", files: { own: "1" } },
    ],
    ["begin", "own"],
  ],
])("%s, as by git rebase", async ([, from, steps, kept]) => {
  using folder = new GitFolder();
  write(folder, { branch: "base", from: null, steps: [{ message: "base", files: { readme: "1" } }] });
  const same = { message: "same", files: { readme: "2" } };
  write(folder, { branch: "main", from: "refs/heads/base", steps: [same] }, { branch: "topic", from, steps });
  const repository = await new Projects().openCopy(1, folder);
  const wanted = rebasedByGit(folder, "topic");
  expect(linesOf(folder.git(["log", "--reverse", "--format=%s", `main..${wanted}`]))).toEqual(kept);
  expect(await rebaseBranch(repository, rebaseOf("topic"))).toEqual({ kind: "rebased", isMoved: true });
  expect(branchTip(repository, "topic")).toBe(wanted);
});

describe("a branch stays", () => {
  const nothing = { onto: { projectId: null, branch: "nothing" } };
  test.for<[string, RebaseOutcome, string, Partial<Rebase>]>([
    [
      "if it has the other one already",
      { kind: "rebased", isMoved: false },
      "topic",
      { onto: { projectId: null, branch: "base" } },
    ],
    ["if the other one does not exist", { kind: "branch_missing" }, "topic", nothing],
    [
      "if the other project does not exist",
      { kind: "branch_missing" },
      "topic",
      { onto: { projectId: 9, branch: "main" } },
    ],
    ["for guests", { kind: "not_allowed" }, "topic", { pusher: { userId: 9, level: 20 } }],
    ["if it is protected", { kind: "not_allowed" }, "side", { pusher: master }],
  ])("%s", async ([, outcome, branch, wish]) => {
    using folder = withMerge();
    const repository = await new Projects().openCopy(1, folder);
    repository.protectedBranches.protect("side", { developersCanPush: true, developersCanMerge: true });
    const before = repository.refs.list();
    expect(await rebaseBranch(repository, rebaseOf(branch, wish))).toEqual(outcome);
    expect({ refs: repository.refs.list(), events: eventsOf(repository) }).toEqual({ refs: before, events: [] });
  });

  test("if it does not exist", async () => {
    using folder = withMerge();
    const repository = await new Projects().openCopy(1, folder);
    expect(await rebaseBranch(repository, rebaseOf("nothing"))).toEqual({ kind: "branch_missing" });
  });

  test("if what it would be rebased onto cannot be taken over from the other project", async () => {
    using folder = withMergeToChange();
    const projects = new Projects();
    const fork = await projects.openCopy(2, folder);
    write(folder, { branch: "main", from: "refs/heads/main^0", steps: [{ message: "newer", files: { newer: "1" } }] });
    await projects.openCopy(1, folder);
    const before = fork.refs.list();
    const rebase = () => rebaseBranch(fork, rebaseOf("topic", { onto: { projectId: 1, branch: "main" } }));
    projects.spoil = () => Buffer.from("nothing");
    expect(await rebase()).toEqual({ kind: "too_much" });
    projects.spoil = () => {
      throw new TypeError("connection lost");
    };
    await expect(rebase()).rejects.toThrow("connection lost");
    expect({ refs: fork.refs.list(), events: eventsOf(fork) }).toEqual({ refs: before, events: [] });
  });

  test("if it has more than 500 commits", async () => {
    using folder = withMergeToChange();
    const steps = Array.from({ length: 501 }, (_, step) => ({ message: `${step}`, files: { many: `${step}` } }));
    write(folder, { branch: "many", from: "refs/heads/base", steps });
    const repository = await new Projects().openCopy(1, folder);
    expect(await rebaseBranch(repository, rebaseOf("many"))).toEqual({ kind: "too_much" });
    expect(branchTip(repository, "many")).toBe(rev(folder, "many"));
  });
});

test("a fork's branch is rebased onto commits that only the source has", async () => {
  using folder = withMergeToChange();
  const projects = new Projects();
  const fork = await projects.openCopy(2, folder);
  const newer = [{ message: "newer", files: { newer: "1" } }];
  write(folder, { branch: "main", from: "refs/heads/main^0", steps: newer });
  await projects.openCopy(1, folder);
  const wanted = rebasedByGit(folder, "topic");
  const outcome = await rebaseBranch(fork, rebaseOf("topic", { onto: { projectId: 1, branch: "main" } }));
  expect(outcome).toEqual({ kind: "rebased", isMoved: true });
  expect(fork.commits.find(branchTip(fork, "topic") ?? "")?.tree).toBe(rev(folder, `${wanted}^{tree}`));
  await using server = await UploadServer.start(fork);
  using client = new GitClient(2);
  await client.clone(server.url);
  expect(await client.faults()).toEqual([]);
});

test.for(seeds)("a push at the same time is not lost (order %i)", async (seed) => {
  using folder = withMerge();
  const projects = new Projects();
  const fork = await projects.openCopy(2, folder);
  await projects.openCopy(1, folder);
  const scheduler = new Scheduler(new Random(seed));
  projects.pause = scheduler.pause;
  const actions = [{ action: "create", path: "pushed", content: Buffer.from("1") } as const];
  const commit = {
    branch: "topic",
    message: "pushed",
    author: { name: null, email: null },
    committer: ann,
    at,
    actions,
  };
  const [outcome, pushed] = await scheduler.run<{ kind: string }>([
    () => rebaseBranch(fork, rebaseOf("topic", { onto: { projectId: 1, branch: "main" } })),
    () => createCommit(fork, { ...commit, pusher: master }),
  ]);
  expect(pushed).toMatchObject({ kind: "created" });
  expect(["rebased", "moved"]).toContain(outcome?.kind);
  const tip = branchTip(fork, "topic") ?? "";
  const events = eventsOf(fork).map((event) => (event.kind === "push" ? event.after : null));
  expect(events.at(-1)).toBe(tip);
  await using server = await UploadServer.start(fork);
  projects.pause = async () => {};
  using client = new GitClient(2);
  await client.clone(server.url);
  expect(await client.lines("ls-tree", "--name-only", "origin/topic")).toContain("pushed");
});
