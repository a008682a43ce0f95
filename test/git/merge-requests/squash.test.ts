// Squashing: one commit of all changes on the target's tip, merged by a merge commit, as git would make both.
import { describe, expect, test } from "vitest";
import { createCommit } from "../../../src/git/operations/create-commit.ts";
import { acceptMergeRequest } from "../../../src/git/operations/merge-requests/accept-merge-request.ts";
import { branchTip } from "../../../src/git/operations/merge-requests/proposal.ts";
import { readCommit } from "../../../src/git/repository/commit-record.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { cases } from "../../support/sample.ts";
import type { GitFolder } from "../git-folder.ts";
import { randomProject } from "../operations/random-project.ts";
import { Random } from "../random.ts";
import { GitClient } from "../transport/git-client.ts";
import { rev, UploadServer } from "../transport/upload-server.ts";
import { acceptance, twoBranches, twoBranchesToChange } from "./acceptances.ts";
import { ann, at, linesOf, master, Projects } from "./projects.ts";
import { Scheduler } from "./scheduler.ts";

const seeds = Array.from({ length: cases(4) }, (_, index) => index + 1);
const bob = { name: "Bob", email: "bob@example.org" };
const squash = { author: bob, message: "Add a topic\n\n  in one commit\n" };

const identOf = (role: string, { name, email }: typeof bob) => ({
  [`GIT_${role}_NAME`]: name,
  [`GIT_${role}_EMAIL`]: email,
  [`GIT_${role}_DATE`]: `${Date.parse(at) / 1000} +0000`,
});

/** The id of the commit that git makes. */
function commitTree(folder: GitFolder, tree: string, parents: readonly string[], author: typeof bob, message: string) {
  const environment = { ...identOf("AUTHOR", author), ...identOf("COMMITTER", ann) };
  const options = parents.flatMap((parent) => ["-p", parent]);
  return folder
    .git(["commit-tree", tree, ...options], message, environment)
    .toString()
    .trim();
}

/** A second commit on `topic`. */
function extendTopic(folder: GitFolder): string {
  folder.git(
    ["fast-import", "--quiet"],
    "commit refs/heads/topic\ncommitter A <a@b> 1500000001 +0000\ndata 4\nmore\nfrom refs/heads/topic^0\nM 644 inline third\ndata 1\n3\n",
  );
  return rev(folder, "topic");
}

const eventsOf = ({ outbox }: Repository) => outbox.next(100).map(({ event }) => event);

test("both commits are git's: the author's squash on the target's tip, and its merge by the actor", async () => {
  using folder = twoBranchesToChange();
  const head = extendTopic(folder);
  const target = rev(folder, "main");
  const repository = await new Projects().openCopy(1, folder);
  const outcome = await acceptMergeRequest(repository, acceptance(head, { squash, message: "Merge it" }));
  const tree = linesOf(folder.git(["merge-tree", "--write-tree", "main", "topic"]))[0] ?? "";
  const squashCommit = commitTree(folder, tree, [target], bob, squash.message);
  const commit = commitTree(folder, tree, [target, squashCommit], ann, "Merge it");
  expect(outcome).toEqual({ kind: "merged", commit, squashCommit });
  expect(branchTip(repository, "main")).toBe(commit);
  expect(eventsOf(repository)).toMatchObject([
    { kind: "merged", commit, squashCommit },
    { kind: "push", ref: "refs/heads/main", before: target, after: commit },
  ]);
  await using server = await UploadServer.start(repository);
  using client = new GitClient(2);
  await client.clone(server.url);
  expect(await client.faults()).toEqual([]);
  expect(await client.lines("log", "--format=%H", "main", `^${target}`)).toEqual([commit, squashCommit]);
});

describe("a single commit", () => {
  test("is merged itself if it has the message", async () => {
    using folder = twoBranches();
    const head = rev(folder, "topic");
    const repository = await new Projects().openCopy(1, folder);
    const wish = acceptance(head, { squash: { author: bob, message: " .\n" } });
    const outcome = await acceptMergeRequest(repository, wish);
    expect(outcome).toMatchObject({ kind: "merged", squashCommit: head });
  });

  test("is squashed to have another message", async () => {
    using folder = twoBranches();
    const repository = await new Projects().openCopy(1, folder);
    const outcome = await acceptMergeRequest(repository, acceptance(rev(folder, "topic"), { squash }));
    if (outcome.kind !== "merged" || outcome.squashCommit === null) throw new Error(outcome.kind);
    expect(readCommit(repository, outcome.squashCommit)).toMatchObject({
      message: squash.message,
      parentIds: [rev(folder, "main")],
    });
  });
});

test("a message that git refuses in the squash commit changes nothing", async () => {
  using folder = twoBranches();
  const repository = await new Projects().openCopy(1, folder);
  const before = repository.refs.list();
  const wish = acceptance(rev(folder, "topic"), { squash: { author: bob, message: "a\0b" } });
  expect(await acceptMergeRequest(repository, wish)).toMatchObject({ kind: "bad_object" });
  expect({ refs: repository.refs.list(), events: eventsOf(repository) }).toEqual({ refs: before, events: [] });
});

test.for(seeds)("random branches squash to the trees of git's squash (seed %i)", async (seed) => {
  const random = new Random(seed);
  using folder = randomProject(random, { commits: 30, clock: "skewed" });
  const pairs = random.times(20, (pair) => [`c${1 + random.below(30)}`, `target${pair}`] as const);
  const created = pairs.map(([, branch]) => `create refs/heads/${branch} refs/heads/c${1 + random.below(30)}\n`);
  folder.git(["update-ref", "--stdin"], created.join(""));
  const tips = folder.tips();
  const repository = await new Projects().openCopy(1, folder);
  let merged = 0;
  for (const [pair, [source, targetBranch]] of pairs.entries()) {
    const target = tips.get(`refs/heads/${targetBranch}`) ?? "";
    const proposal = { iid: 1, targetBranch, sourceProjectId: null, sourceBranch: source };
    const wish = acceptance(tips.get(`refs/heads/${source}`) ?? "", { mergeRequestId: pair, proposal, squash });
    const outcome = await acceptMergeRequest(repository, wish);
    if (outcome.kind !== "merged") continue;
    merged += 1;
    const tree = linesOf(folder.git(["merge-tree", "--write-tree", targetBranch, source]))[0] ?? "";
    const wanted = commitTree(folder, tree, [target], bob, squash.message);
    expect(outcome.squashCommit, `${targetBranch} ${source}`).toBe(wanted);
    expect(readCommit(repository, outcome.commit).parentIds).toEqual([target, wanted]);
  }
  expect(merged).toBeGreaterThan(0);
});

test.for(seeds)("a target that is pushed to meanwhile is the parent of the squash commit (order %i)", async (seed) => {
  using folder = twoBranchesToChange();
  const head = extendTopic(folder);
  const projects = new Projects();
  const repository = await projects.openCopy(1, folder);
  const fork = { iid: 1, targetBranch: "main", sourceProjectId: 2, sourceBranch: "topic" };
  await projects.openCopy(2, folder);
  const scheduler = new Scheduler(new Random(seed));
  projects.pause = scheduler.pause;
  const push = async (path: string) => {
    const actions = [{ action: "create", path, content: Buffer.from(path) } as const];
    const commit = { branch: "main", message: path, author: { name: null, email: null }, committer: ann, at, actions };
    return (await createCommit(repository, { ...commit, pusher: master })).kind;
  };
  const squashes = [11, 12].map((mergeRequestId) => async () => {
    const wish = acceptance(head, { mergeRequestId, squash, ...(mergeRequestId === 11 ? { proposal: fork } : {}) });
    return await acceptMergeRequest(repository, wish);
  });
  const [first, second, ...pushed] = await scheduler.run<unknown>([...squashes, () => push("one"), () => push("two")]);
  expect(pushed).toEqual(["created", "created"]);
  for (const outcome of [first, second] as Awaited<ReturnType<typeof acceptMergeRequest>>[]) {
    if (outcome.kind !== "merged" || outcome.squashCommit === null) throw new Error(outcome.kind);
    const { parentIds } = readCommit(repository, outcome.commit);
    expect(parentIds[1]).toBe(outcome.squashCommit);
    expect(readCommit(repository, outcome.squashCommit).parentIds).toEqual([parentIds[0]]);
  }
  const events = eventsOf(repository).map(({ kind }) => kind);
  expect(events.filter((kind) => kind === "merged")).toHaveLength(2);
  expect(events.filter((kind) => kind === "push")).toHaveLength(4);
});
