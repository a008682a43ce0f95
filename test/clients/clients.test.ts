// Two clients of GitLab's v3 as their users installed them, against this server.
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { createUser, unique } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";

const require = createRequire(import.meta.url);

type Json = Record<string, unknown>;

/** As much of `gitlab@1.8.0` as is called here; its callbacks get the answer alone. */
interface GitlabClient {
  groups: {
    all(done: (groups: Json[]) => void): void;
    show(id: number, done: (group: Json) => void): void;
    create(params: Json, done: (group: Json) => void): void;
    listMembers(id: number, done: (members: Json[]) => void): void;
  };
  projects: {
    all(done: (projects: Json[]) => void): void;
    show(id: number | string, done: (project: Json) => void): void;
    create(params: Json, done: (project: Json) => void): void;
    issues: { list(projectId: number, done: (issues: Json[]) => void): void };
  };
  issues: {
    create(projectId: number, params: Json, done: (issue: Json) => void): void;
    show(projectId: number, issueId: number, done: (issue: Json) => void): void;
  };
}

const answerOf = <T>(call: (done: (answer: T) => void) => void) => new Promise<T>(call);

describe("gitlab@1.8.0", () => {
  async function connect() {
    const user = await createUser();
    const gitlab: (options: Json) => GitlabClient = require("gitlab");
    return { user, client: gitlab({ url: baseUrl, token: user.token }) };
  }

  test("creates, shows and lists groups", async () => {
    const { user, client } = await connect();
    const path = unique("group");
    const group = await answerOf<Json>((done) => client.groups.create({ name: path, path }, done));
    expect(group).toMatchObject({ name: path, path });
    expect(await answerOf((done) => client.groups.show(Number(group.id), done))).toMatchObject({ path, projects: [] });
    expect(await answerOf((done) => client.groups.all(done))).toMatchObject([{ id: group.id, path }]);
    expect(await answerOf((done) => client.groups.listMembers(Number(group.id), done))).toMatchObject([
      { id: user.id, access_level: 50 },
    ]);
  });

  test("creates, shows and lists projects", async () => {
    const { user, client } = await connect();
    const name = unique("project");
    const project = await answerOf<Json>((done) => client.projects.create({ name }, done));
    expect(project).toMatchObject({ name, path_with_namespace: `${user.username}/${name}` });
    expect(await answerOf((done) => client.projects.show(Number(project.id), done))).toMatchObject({ name });
    expect(await answerOf((done) => client.projects.show(`${user.username}/${name}`, done))).toMatchObject({ name });
    expect(await answerOf((done) => client.projects.all(done))).toMatchObject([{ id: project.id }]);
  });

  test("creates, shows and lists issues", async () => {
    const { client } = await connect();
    const project = await answerOf<Json>((done) => client.projects.create({ name: unique("project") }, done));
    const id = Number(project.id);
    const issue = await answerOf<Json>((done) => client.issues.create(id, { title: "From a client" }, done));
    expect(issue).toMatchObject({ iid: 1, title: "From a client", state: "opened" });
    expect(await answerOf((done) => client.issues.show(id, Number(issue.id), done))).toMatchObject({ id: issue.id });
    expect(await answerOf((done) => client.projects.issues.list(id, done))).toMatchObject([{ id: issue.id }]);
  });
});

/** As much of `node-gitlab@1.6.1` as is called here; every parameter, those of the path too, goes in one object. */
interface NodeGitlabClient {
  groups: NodeGitlabResource;
  projects: NodeGitlabResource;
  issues: NodeGitlabResource;
}

interface NodeGitlabResource {
  list(params: Json): Promise<Json[]>;
  get(params: Json): Promise<Json>;
  create(params: Json): Promise<Json>;
}

describe("node-gitlab@1.6.1", () => {
  async function connect() {
    const user = await createUser();
    const gitlab: { createPromise(options: Json): NodeGitlabClient } = require("node-gitlab");
    return { user, client: gitlab.createPromise({ api: `${baseUrl}/api/v3`, privateToken: user.token }) };
  }

  test("creates, shows and lists groups", async () => {
    const { client } = await connect();
    const path = unique("group");
    const group = await client.groups.create({ name: path, path });
    expect(group).toMatchObject({ name: path, path });
    expect(await client.groups.get({ id: group.id })).toMatchObject({ path });
    expect(await client.groups.list({})).toMatchObject([{ id: group.id }]);
  });

  test("creates, shows and lists projects", async () => {
    const { client } = await connect();
    const name = unique("project");
    const project = await client.projects.create({ name });
    expect(project).toMatchObject({ name });
    expect(await client.projects.get({ id: project.id })).toMatchObject({ name });
    expect(await client.projects.list({})).toMatchObject([{ id: project.id }]);
  });

  test("creates, shows and lists issues", async () => {
    const { client } = await connect();
    const project = await client.projects.create({ name: unique("project") });
    const issue = await client.issues.create({ id: project.id, title: "From a client" });
    expect(issue).toMatchObject({ iid: 1, title: "From a client" });
    expect(await client.issues.get({ id: project.id, issue_id: issue.id })).toMatchObject({ id: issue.id });
    expect(await client.issues.list({ id: project.id })).toMatchObject([{ id: issue.id }]);
  });
});
