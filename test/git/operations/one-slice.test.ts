// What takes less than a slice of work is answered without a pause: each pause is two milliseconds, and others may come in
// between.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { operations as git } from "../../../src/git/operations/operations.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { openRepository } from "../../support/node-storage.ts";
import { acceptance, twoBranches } from "../merge-requests/acceptances.ts";
import { ann, at, master, Projects } from "../merge-requests/projects.ts";
import { Random } from "../random.ts";
import { fetchLines, sendRequest } from "../transport/requests.ts";
import { mirror } from "../transport/upload-server.ts";
import { randomProject } from "./random-project.ts";

const COMMITS = 20;

let repository: Repository;
/** Where branches are merged and rebased. */
let merged: Repository;
const project = randomProject(new Random(7), { commits: COMMITS, clock: "steady", moves: true });

beforeAll(async () => {
  repository = await new Projects().openCopy(1, project);
  merged = await new Projects().openCopy(1, twoBranches());
});

afterAll(() => project[Symbol.dispose]());

const tip = (branch: string) => git.branchTip(repository, branch) ?? "";
const actor = { pusher: master, committer: ann, at };

const newest = { revision: "main", offset: 0, limit: COMMITS, since: null, until: null, path: "" };

/** A path that the newest commit has. */
async function somePath(): Promise<string> {
  const entries = await git.listTree(repository, { revision: "main", path: "", recursive: true });
  const file = typeof entries === "string" ? undefined : entries.find(({ type }) => type === "blob");
  return file?.path ?? "";
}

const works: Record<string, () => unknown> = {
  branches: () => git.listBranches(repository),
  "a page of branches": () => git.pageOfBranches(repository, { offset: 0, limit: 10, search: "" }),
  "a log": () => git.listCommits(repository, { ...newest, withStats: true }),
  "the log of a path": async () => git.listCommits(repository, { ...newest, path: await somePath() }),
  "a commit": () => git.showCommit(repository, "main"),
  "the files of a commit": () => git.listTree(repository, { revision: "main", path: "", recursive: true }),
  "a file with its history": async () => git.readFileWithHistory(repository, "main", await somePath()),
  "who wrote each line": async () => git.blameFile(repository, "main", await somePath()),
  "who has contributed": () => git.listContributors(repository, "main"),
  "a comparison": () => git.compareRevisions(repository, "c1", "main"),
  "a merge base": () => git.findMergeBase(repository, ["c5", "c9", "main"]),
  "the refs with a commit": () => git.refsWithCommit(repository, "c1", ["branch", "tag"]),
  "a search of messages": () => git.searchCommits(repository, { revision: "main", text: "7" }),
  "a search of files": () => git.searchFiles(repository, { revision: "main", text: "a" }),
  "a diff": () => git.rawDiff(repository, { base: tip("c1"), head: tip("main") }),
  // Not those of the comparison, which are cached.
  "the changes of a version": () => git.versionChanges(repository, { base: tip("c5"), head: tip("main") }),
  "the commits of a merge request": () => git.mergeRequestCommits(repository, { head: tip("main"), start: tip("c1") }),
  "what a push merges": () =>
    git.pushEffects(repository, {
      before: tip("c1"),
      after: tip("main"),
      into: [{ id: 1, head: tip("c9"), start: tip("c1") }],
    }),
  "checks of merges": async () => {
    for (const { name: targetBranch } of await git.listBranches(repository)) {
      await git.checkMerge(repository, { targetBranch, head: tip("c15") });
    }
  },
  "the branch of a commit": () => git.locateCommit(repository, "c1"),
  "an archive": async () => {
    const made = await git.archive(repository, "project", "main", "zip");
    if (made !== null && made !== "too_large") await new Response(made.bytes).bytes();
  },
  "a push": () => mirror(project, openRepository()),
  "a clone": () => sendRequest(repository, 2, ...fetchLines([tip("main")], [], "done")),
  "a fetch": () => sendRequest(repository, 2, ...fetchLines([tip("main")], [tip("c5")], "done")),
  "a fetch that negotiates": () => sendRequest(repository, 2, ...fetchLines([tip("main")], [tip("c5")])),
  "a shallow clone": () => sendRequest(repository, 2, ...fetchLines([tip("main")], [], "deepen 2", "done")),
  "a clone since a time": () =>
    sendRequest(repository, 2, ...fetchLines([tip("main")], [], "deepen-since 1500000005", "done")),
  "a new tag, and the list of tags": () => {
    git.createTag(repository, {
      name: "v1",
      revision: "c9",
      message: "m",
      tagger: { ...ann, time: 0, timeZone: "+0000" },
      pusher: master,
      at,
    });
    return git.listTags(repository);
  },
  "a new commit": () =>
    git.createCommit(repository, {
      ...{ branch: "c3", message: "m", author: ann, ...actor },
      actions: [{ action: "create", path: "new", content: Buffer.from("new") }],
    }),
  "a merge": () => git.acceptMergeRequest(merged, acceptance(git.branchTip(merged, "topic"), { expectedHead: null })),
  "a rebase": () => git.rebaseBranch(merged, { branch: "clash", onto: { projectId: null, branch: "topic" }, ...actor }),
  "the deletion of merged branches": () => git.deleteMergedBranches(merged, master, at),
};

test.each(Object.entries(works))("%s", async (_, work) => {
  using timers = vi.spyOn(globalThis, "setTimeout");
  await work();
  expect(timers).not.toHaveBeenCalled();
});
