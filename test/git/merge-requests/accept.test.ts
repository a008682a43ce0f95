// Accepting merge requests makes git's merge as a merge commit, once, and never overwrites another push.
import { describe, expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { isAncestor } from "../../../src/git/history/ancestors.ts";
import { createCommit } from "../../../src/git/operations/create-commit.ts";
import {
  type Acceptance,
  type AcceptOutcome,
  acceptMergeRequest,
} from "../../../src/git/operations/merge-requests/accept-merge-request.ts";
import { mayMergeInto } from "../../../src/git/operations/merge-requests/may-merge-into.ts";
import { branchTip } from "../../../src/git/operations/merge-requests/proposal.ts";
import { proposeVersion } from "../../../src/git/operations/merge-requests/propose-version.ts";
import { removeBranch } from "../../../src/git/operations/merge-requests/remove-branch.ts";
import { readCommit } from "../../../src/git/repository/commit-record.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { cases } from "../../support/sample.ts";
import { randomProject } from "../operations/random-project.ts";
import { Random } from "../random.ts";
import { GitClient } from "../transport/git-client.ts";
import { rev, UploadServer } from "../transport/upload-server.ts";
import { acceptance, forkOfTwoBranches, twoBranches } from "./acceptances.ts";
import { ann, at, developer, linesOf, master, Projects } from "./projects.ts";
import { Scheduler } from "./scheduler.ts";

const seeds = Array.from({ length: cases(4) }, (_, index) => index + 1);

const protectMain = ({ protectedBranches }: Repository, developersCanMerge: boolean) =>
  protectedBranches.protect("main", { developersCanPush: false, developersCanMerge });

const eventsOf = ({ outbox }: Repository) => outbox.next(1_000).map(({ event }) => event);

test("the merge commit is git's merge, made by the actor, with the message unchanged", async () => {
  using folder = twoBranches();
  const repository = await new Projects().openCopy(1, folder);
  const [target, head] = [rev(folder, "main"), rev(folder, "topic")];
  const message = "Ä message\n\n  of  its own kind\n\n";
  const options = { remove: true, issues: [1, 2] };
  const outcome = await acceptMergeRequest(repository, acceptance(head, { message, options, expectedHead: head }));
  const tree = linesOf(folder.git(["merge-tree", "--write-tree", "main", "topic"]))[0] ?? "";
  const person = { NAME: ann.name, EMAIL: ann.email, DATE: `${Date.parse(at) / 1000} +0000` };
  const environment = Object.fromEntries(
    Object.entries(person).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]),
  );
  const wanted = folder.git(["commit-tree", tree, "-p", target, "-p", head], message, environment).toString().trim();
  expect(outcome).toEqual({ kind: "merged", commit: wanted, squashCommit: null });
  expect(branchTip(repository, "main")).toBe(wanted);
  expect(eventsOf(repository)).toEqual([
    { kind: "merged", mergeRequestId: 11, commit: wanted, squashCommit: null, userId: master.userId, options, at },
    expect.objectContaining({ kind: "push", ref: "refs/heads/main", before: target, after: wanted }),
  ]);
});

test("a branch that could be fast-forwarded gets a merge commit", async () => {
  using folder = twoBranches();
  const repository = await new Projects().openCopy(1, folder);
  const [target, head] = [rev(folder, "old"), rev(folder, "topic")];
  const proposal = { iid: 1, targetBranch: "old", sourceProjectId: null, sourceBranch: "topic" };
  const outcome = await acceptMergeRequest(repository, acceptance(head, { proposal }));
  if (outcome.kind !== "merged") throw new Error(outcome.kind);
  expect(readCommit(repository, outcome.commit).parentIds).toEqual([target, head]);
  expect(repository.commits.find(outcome.commit)?.tree).toBe(rev(folder, "topic^{tree}"));
});

test.for(seeds)("random branches merge to git's trees, or are refused when git refuses (seed %i)", async (seed) => {
  const random = new Random(seed);
  using folder = randomProject(random, { commits: 30, clock: "skewed" });
  const pairs = random.times(30, (pair) => [`c${1 + random.below(30)}`, `target${pair}`] as const);
  const created = pairs.map(([, branch]) => `create refs/heads/${branch} refs/heads/c${1 + random.below(30)}\n`);
  folder.git(["update-ref", "--stdin"], created.join(""));
  const [tips, bases] = [folder.tips(), folder.mergeBasesOf(pairs)];
  const merges = folder.tryAll(pairs.map(([source, target]) => ["merge-tree", "--write-tree", target, source]));
  const repository = await new Projects().openCopy(1, folder);
  const kinds = new Set<string>();
  for (const [pair, [source, targetBranch]] of pairs.entries()) {
    const head = tips.get(`refs/heads/${source}`) ?? "";
    const merge = merges[pair];
    const wanted = bases[pair]?.includes(head) ? "no_commits" : merge?.status === 0 ? "merged" : "conflict";
    const proposal = { iid: 1, targetBranch, sourceProjectId: null, sourceBranch: source };
    const outcome = await acceptMergeRequest(repository, acceptance(head, { mergeRequestId: pair, proposal }));
    expect(outcome.kind, `${targetBranch} ${source}`).toBe(wanted);
    kinds.add(outcome.kind);
    if (outcome.kind === "merged") {
      expect(repository.commits.find(outcome.commit)?.tree).toBe(linesOf(merge?.stdout ?? Buffer.of())[0]);
    } else expect(branchTip(repository, targetBranch)).toBe(tips.get(`refs/heads/${targetBranch}`));
  }
  expect(kinds).toContain("merged");
});

describe("the first reason applies", () => {
  const elsewhere = "1".repeat(40);
  const into = (targetBranch: string, sourceBranch: string) => ({
    proposal: { iid: 1, targetBranch, sourceProjectId: null, sourceBranch },
  });
  test.for<[string, AcceptOutcome["kind"], string, Partial<Acceptance> & { source?: string }]>([
    ["not allowed, even without a source branch", "not_allowed", "topic", { pusher: developer, source: "nothing" }],
    ["no source branch", "branch_missing", "topic", { source: "nothing" }],
    ["no target branch", "branch_missing", "topic", into("nothing", "topic")],
    ["no commits to merge", "no_commits", "old", { source: "old", expectedHead: elsewhere }],
    ["a conflict, before the wrong sha", "conflict", "clash", { source: "clash", expectedHead: elsewhere }],
    ["no common ancestor", "conflict", "lonely", { source: "lonely" }],
    ["another head than expected", "sha_mismatch", "topic", { expectedHead: elsewhere }],
    ["an empty expected head", "sha_mismatch", "topic", { expectedHead: "" }],
    ["a head without a version", "sha_mismatch", "old", {}],
    ["an invalid commit message", "bad_object", "topic", { message: "a\0b" }],
  ])("%s: %s", async ([, kind, recorded, wish]) => {
    using folder = twoBranches();
    const repository = await new Projects().openCopy(1, folder);
    protectMain(repository, false);
    const before = repository.refs.list();
    const outcome = await acceptMergeRequest(repository, acceptance(rev(folder, recorded), wish));
    expect(outcome).toMatchObject({ kind });
    expect(repository.refs.list()).toEqual(before);
    expect(eventsOf(repository)).toEqual([]);
    expect(repository.merges.find(11)).toBeNull();
  });
});

test("a developer merges into a protected branch only if developers may, and cannot push to it", async () => {
  using folder = twoBranches();
  const repository = await new Projects().openCopy(1, folder);
  const wish = acceptance(rev(folder, "topic"), { pusher: developer });
  const may = () => mayMergeInto(repository, { branch: "main", level: developer.level });
  protectMain(repository, false);
  expect(may()).toBe(false);
  expect(await acceptMergeRequest(repository, wish)).toEqual({ kind: "not_allowed" });
  protectMain(repository, true);
  expect(may()).toBe(true);
  expect(await pushFile(repository, "pushed", developer)).toBe("refused");
  expect(await acceptMergeRequest(repository, wish)).toMatchObject({ kind: "merged" });
  expect(mayMergeInto(repository, { branch: "topic", level: developer.level })).toBe(true);
  expect(mayMergeInto(repository, { branch: "topic", level: 20 })).toBe(false);
});

/** The target has its own files; each fork (2, 3, …) has a topic that changes another file. */
async function targetWithForks(forks: number) {
  const projects = new Projects();
  const folder = twoBranches();
  const target = await projects.openCopy(1, folder);
  const options: Acceptance[] = [];
  for (let fork = 2; fork < forks + 2; fork++) {
    await projects.openCopy(fork, forkOfTwoBranches(fork));
    const proposal = { iid: fork, targetBranch: "main", sourceProjectId: fork, sourceBranch: "topic" };
    const { head } = await proposeVersion(target, proposal);
    options.push(acceptance(head, { mergeRequestId: 100 + fork, proposal, options: fork }));
  }
  return { projects, folder, target, options };
}

const pushFile = async (repository: Repository, name: string, pusher = master): Promise<string> => {
  const action = { action: "create", path: name, content: Buffer.from(name) } as const;
  const commit = { branch: "main", message: name, author: { name: null, email: null }, committer: ann, at };
  return (await createCommit(repository, { ...commit, actions: [action], pusher })).kind;
};

test.for(seeds)("concurrent acceptances all merge, and no push is lost (order %i)", async (seed) => {
  const { projects, folder: kept, target, options } = await targetWithForks(6);
  using folder = kept;
  const scheduler = new Scheduler(new Random(seed));
  projects.pause = scheduler.pause;
  const accepts = options.map((wish) => async () => (await acceptMergeRequest(target, wish)).kind as string);
  const pushes = ["p1", "p2", "p3"].map((name) => () => pushFile(target, name));
  const kinds = await scheduler.run([...accepts, ...pushes]);
  expect(kinds).toEqual([...options.map(() => "merged"), "created", "created", "created"]);
  const tip = branchTip(target, "main") ?? "";
  for (const { recordedHead } of options)
    expect(finish(isAncestor(target.commits, recordedHead ?? "", tip))).toBe(true);
  const steps: string[][] = [];
  for (let oid: string | undefined = tip; oid !== undefined && oid !== rev(folder, "main"); ) {
    const { parentIds } = readCommit(target, oid);
    steps.push([...parentIds]);
    [oid] = parentIds;
  }
  expect(steps).toHaveLength(9);
  const recorded = eventsOf(target).map((event) => (event.kind === "merged" ? event.options : event.kind));
  expect(recorded.filter((one) => one === "push")).toHaveLength(9);
  expect(recorded.filter((one) => typeof one === "number").sort()).toEqual([2, 3, 4, 5, 6, 7]);
  for (const [index, one] of recorded.entries()) if (typeof one === "number") expect(recorded[index + 1]).toBe("push");
  projects.pause = async () => {};
  await using server = await UploadServer.start(target);
  using client = new GitClient(2);
  await client.clone(server.url);
  expect(await client.faults()).toEqual([]);
  expect(await client.lines("ls-files")).toEqual(
    ["by2", "by3", "by4", "by5", "by6", "by7", "file", "p1", "p2", "p3", "readme"].sort(),
  );
});

test.for(seeds)("of many acceptances of one merge request, one merges it (order %i)", async (seed) => {
  const { projects, folder: kept, target, options } = await targetWithForks(1);
  using _ = kept;
  const [wish] = options;
  if (wish === undefined) throw new Error("There is no fork");
  const scheduler = new Scheduler(new Random(seed));
  projects.pause = scheduler.pause;
  const work = Array.from({ length: 6 }, () => () => acceptMergeRequest(target, wish));
  const outcomes = await scheduler.run(work);
  const commit = branchTip(target, "main");
  expect(outcomes.filter(({ kind }) => kind === "merged")).toMatchObject([{ kind: "merged", commit }]);
  expect(outcomes.filter(({ kind }) => kind !== "merged")).toEqual(
    Array.from({ length: 5 }, () => ({ kind: "already_merged", commit })),
  );
  expect(eventsOf(target).filter(({ kind }) => kind === "merged")).toHaveLength(1);
});

test("a fork that moved on or was deleted is not merged in its old state", async () => {
  const { projects, folder: kept, target, options } = await targetWithForks(2);
  using folder = kept;
  const [first, second] = options;
  if (first === undefined || second === undefined) throw new Error("There are no forks");
  const fork = projects.open(2);
  const action = { action: "create", path: "more", content: Buffer.from("more") } as const;
  const commit = { branch: "topic", message: "more", author: { name: null, email: null }, committer: ann, at };
  expect((await createCommit(fork, { ...commit, actions: [action], pusher: master })).kind).toBe("created");
  expect(await acceptMergeRequest(target, first)).toEqual({ kind: "sha_mismatch" });
  const { head } = await proposeVersion(target, first.proposal);
  expect(await acceptMergeRequest(target, first)).toEqual({ kind: "sha_mismatch" });
  expect(await acceptMergeRequest(target, { ...first, recordedHead: head })).toMatchObject({ kind: "merged" });
  projects.destroy(3);
  expect(await acceptMergeRequest(target, second)).toEqual({ kind: "branch_missing" });
  expect(finish(isAncestor(target.commits, rev(folder, "main"), branchTip(target, "main") ?? ""))).toBe(true);
});

test.for<[string, "removed" | "kept", string, boolean, typeof master]>([
  ["topic", "removed", "topic", false, developer],
  ["topic", "kept", "old", false, developer],
  ["topic", "kept", "topic", false, { userId: 9, level: 20 }],
  ["topic", "kept", "topic", true, master],
  ["main", "kept", "main", false, master],
  ["nothing", "kept", "topic", false, master],
])(
  "the branch %s is %s when it was expected at %s, protected: %s",
  async ([branch, end, expected, isProtected, pusher]) => {
    using folder = twoBranches();
    const repository = await new Projects().openCopy(1, folder);
    if (isProtected)
      repository.protectedBranches.protect(branch, { developersCanPush: true, developersCanMerge: true });
    const before = branchTip(repository, branch);
    expect(removeBranch(repository, { branch, expected: rev(folder, expected), pusher, at })).toBe(end);
    expect(branchTip(repository, branch)).toBe(end === "removed" ? null : before);
    expect(eventsOf(repository).map(({ kind }) => kind)).toEqual(end === "removed" ? ["push"] : []);
  },
);
