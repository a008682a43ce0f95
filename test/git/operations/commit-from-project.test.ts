// A commit to a new branch that starts in another project: what it starts from is taken over first.
import { afterAll, expect, test } from "vitest";
import { type CreateCommitOutcome, createCommit } from "../../../src/git/operations/create-commit.ts";
import { branchTip } from "../../../src/git/operations/merge-requests/proposal.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { ann, at, master, Projects } from "../merge-requests/projects.ts";
import { Random } from "../random.ts";
import { rev } from "../transport/upload-server.ts";
import { randomProject } from "./random-project.ts";

const folder = randomProject(new Random(7), { commits: 5, clock: "steady" });
afterAll(() => folder[Symbol.dispose]());

const commitFrom = (repository: Repository): Promise<CreateCommitOutcome> =>
  createCommit(repository, {
    ...{ branch: "new", start: "main", startProjectId: 2, message: "m" },
    ...{ author: { name: null, email: null }, committer: ann, pusher: master, at },
    actions: [{ action: "create", path: "added", content: Buffer.from("x") }],
  });

test("what cannot be taken over is refused as too large, and taken over once it can", async () => {
  const projects = new Projects();
  await projects.openCopy(2, folder);
  const repository = projects.open(1);
  projects.spoil = () => Buffer.from("nothing");
  expect(await commitFrom(repository)).toEqual({ kind: "refused", refusal: { reason: "too_large" } });
  expect(branchTip(repository, "new")).toBeNull();
  projects.spoil = (pack) => pack;
  expect(await commitFrom(repository)).toMatchObject({
    kind: "created",
    commit: { parentIds: [rev(folder, "main")] },
  });
});

test("a connection to the other project that is lost is no refusal: the commit fails", async () => {
  const projects = new Projects();
  await projects.openCopy(2, folder);
  const repository = projects.open(1);
  projects.spoil = () => {
    throw new TypeError("connection lost");
  };
  await expect(commitFrom(repository)).rejects.toThrow("connection lost");
  expect(branchTip(repository, "new")).toBeNull();
});
