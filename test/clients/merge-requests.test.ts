// The two clients of GitLab's v3 create, list, show and merge merge requests, and ask about repositories.
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { baseUrl } from "../support/api.ts";
import { createProposing } from "../support/merge-requests.ts";

const require = createRequire(import.meta.url);

type Json = Record<string, unknown>;
type Done<T> = (answer: T) => void;

/** As much of `gitlab@1.8.0` as is called here; its callbacks get the answer alone. */
interface GitlabProjects {
  merge_requests: {
    add(
      project: number,
      source: string,
      target: string,
      assignee: number | null,
      title: string,
      done: Done<Json>,
    ): void;
    list(project: number, params: Json, done: Done<Json[]>): void;
    show(project: number, id: unknown, done: Done<Json>): void;
    update(project: number, id: unknown, params: Json, done: Done<Json>): void;
    comment(project: number, id: unknown, note: string, done: Done<Json>): void;
    merge(project: number, id: unknown, params: Json, done: Done<Json>): void;
  };
  repository: {
    listBranches(project: number, done: Done<Json[]>): void;
    listCommits(project: number, done: Done<Json[]>): void;
    listTree(project: number, params: Json, done: Done<Json[]>): void;
    showFile(project: number, params: Json, done: Done<Json>): void;
  };
}

/** As much of `node-gitlab@1.6.1` as is called here; every parameter, those of the path too, goes in one object. */
interface NodeGitlabClient {
  mergeRequests: Record<"create" | "get" | "update" | "merge" | "createNote", (params: Json) => Promise<Json>> &
    Record<"list", (params: Json) => Promise<Json[]>>;
}

const answerOf = <T>(call: (done: Done<T>) => void) => new Promise<T>(call);

test("gitlab@1.8.0 creates, lists, shows, edits, comments on and merges a merge request", async () => {
  const { owner, project, tips } = await createProposing();
  const gitlab: (options: Json) => { projects: GitlabProjects } = require("gitlab");
  const { merge_requests: mergeRequests } = gitlab({ url: baseUrl, token: owner.token }).projects;
  const created = await answerOf<Json>((done) =>
    mergeRequests.add(project.id, "feature", "main", null, "Add it", done),
  );
  expect(created).toMatchObject({ title: "Add it", state: "opened", sha: tips.feature });
  const { id } = created;
  expect(await answerOf<Json[]>((done) => mergeRequests.list(project.id, {}, done))).toMatchObject([{ id }]);
  expect(await answerOf<Json>((done) => mergeRequests.show(project.id, id, done))).toMatchObject({
    merge_status: "can_be_merged",
  });
  expect(
    await answerOf<Json>((done) => mergeRequests.update(project.id, id, { title: "Add it all" }, done)),
  ).toMatchObject({ title: "Add it all" });
  expect(await answerOf<Json>((done) => mergeRequests.comment(project.id, id, "Well done.", done))).toMatchObject({
    note: "Well done.",
  });
  expect(await answerOf<Json>((done) => mergeRequests.merge(project.id, id, {}, done))).toMatchObject({
    state: "merged",
    merge_commit_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
});

test("gitlab@1.8.0 reads branches, commits, trees and files", async () => {
  const { owner, project, tips } = await createProposing();
  const gitlab: (options: Json) => { projects: GitlabProjects } = require("gitlab");
  const { repository } = gitlab({ url: baseUrl, token: owner.token }).projects;
  const branches = await answerOf<Json[]>((done) => repository.listBranches(project.id, done));
  expect(branches).toMatchObject([{ name: "feature" }, { name: "main", protected: true }, { name: "other" }]);
  expect(await answerOf<Json[]>((done) => repository.listCommits(project.id, done))).toMatchObject([{ id: tips.main }]);
  expect(await answerOf<Json[]>((done) => repository.listTree(project.id, {}, done))).toMatchObject([
    { name: "README.md", type: "blob" },
  ]);
  const file = await answerOf<Json>((done) =>
    repository.showFile(project.id, { file_path: "README.md", ref: "main" }, done),
  );
  expect(file).toMatchObject({ encoding: "base64", content: Buffer.from("Begin\n").toString("base64") });
});

test("node-gitlab@1.6.1 creates, lists, shows, comments on and merges a merge request", async () => {
  const { owner, project, tips } = await createProposing();
  const gitlab: { createPromise(options: Json): NodeGitlabClient } = require("node-gitlab");
  const client = gitlab.createPromise({ api: `${baseUrl}/api/v3`, privateToken: owner.token });
  const created = await client.mergeRequests.create({
    id: project.id,
    source_branch: "feature",
    target_branch: "main",
    title: "Add it",
  });
  expect(created).toMatchObject({ title: "Add it", state: "opened", sha: tips.feature });
  const at = { id: project.id, merge_request_id: created.id };
  expect(await client.mergeRequests.list({ id: project.id })).toMatchObject([{ id: created.id }]);
  expect(await client.mergeRequests.get({ ...at })).toMatchObject({ merge_status: "can_be_merged" });
  expect(await client.mergeRequests.createNote({ ...at, body: "Well done." })).toMatchObject({ body: "Well done." });
  expect(await client.mergeRequests.merge({ ...at })).toMatchObject({ state: "merged" });
});
