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
    issues: {
      list(projectId: number | string, params: Json, done: (issues: Json[]) => void): void;
      notes: { all(projectId: number, issueId: number, done: (notes: Json[]) => void): void };
    };
    labels: { all(projectId: number, done: (labels: Json[]) => void): void };
    milestones: {
      all(projectId: number, done: (milestones: Json[]) => void): void;
      show(projectId: number, milestoneId: number, done: (milestone: Json) => void): void;
      add(id: number, title: string, description: string, dueDate: string, done: (milestone: Json) => void): void;
      update(
        projectId: number,
        milestoneId: number,
        title: string,
        description: string,
        dueDate: string,
        stateEvent: string,
        done: (milestone: Json) => void,
      ): void;
    };
  };
  issues: {
    all(done: (issues: Json[]) => void): void;
    create(projectId: number, params: Json, done: (issue: Json) => void): void;
    show(projectId: number | string, issueId: number, done: (issue: Json) => void): void;
    edit(projectId: number, issueId: number, params: Json, done: (issue: Json) => void): void;
    remove(projectId: number, issueId: number, done: (removed: boolean) => void): void;
    unsubscribe(projectId: number, issueId: number, done: (unsubscribed: boolean) => void): void;
  };
  labels: { create(projectId: number, params: Json, done: (label: Json) => void): void };
  notes: { create(projectId: number, issueId: number, params: Json, done: (note: Json) => void): void };
}

const answerOf = <T>(call: (done: (answer: T) => void) => void) => new Promise<T>(call);

describe("gitlab@1.8.0", () => {
  async function connect() {
    const user = await createUser();
    const gitlab: (options: Json) => GitlabClient = require("gitlab");
    return { user, client: gitlab({ url: baseUrl, token: user.token }) };
  }

  async function withProject() {
    const { user, client } = await connect();
    const name = unique("project");
    const project = await answerOf<Json>((done) => client.projects.create({ name }, done));
    return { user, client, id: Number(project.id), path: `${user.username}/${name}` };
  }

  async function withIssue() {
    const { user, client, id } = await withProject();
    const issue = await answerOf<Json>((done) => client.issues.create(id, { title: "From a client" }, done));
    return { user, client, id, issueId: Number(issue.id) };
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
    const { client, id, path } = await withProject();
    const params = { title: "From a client", labels: "bug,ui", due_date: "2017-03-01" };
    const issue = await answerOf<Json>((done) => client.issues.create(id, params, done));
    expect(issue).toMatchObject({ iid: 1, title: "From a client", labels: ["bug", "ui"], state: "opened" });
    expect(await answerOf((done) => client.issues.show(id, Number(issue.id), done))).toEqual(issue);
    expect(await answerOf((done) => client.issues.show(path, Number(issue.id), done))).toEqual(issue);
    expect(await answerOf((done) => client.issues.all(done))).toEqual([issue]);
    expect(await answerOf((done) => client.projects.issues.list(id, {}, done))).toEqual([issue]);
    expect(await answerOf((done) => client.projects.issues.list(path, { labels: "ui" }, done))).toEqual([issue]);
    expect(await answerOf((done) => client.projects.issues.list(id, { state: "closed" }, done))).toEqual([]);
  });

  test("edits, closes and removes an issue", async () => {
    const { client, id, issueId } = await withIssue();
    const edited = await answerOf((done) => client.issues.edit(id, issueId, { title: "Edited", labels: "bug" }, done));
    expect(edited).toMatchObject({ title: "Edited", labels: ["bug"], state: "opened" });
    expect(await answerOf((done) => client.issues.edit(id, issueId, { state_event: "close" }, done))).toMatchObject({
      title: "Edited",
      state: "closed",
    });
    expect(await answerOf((done) => client.issues.remove(id, issueId, done))).toBe(true);
    expect(await answerOf((done) => client.projects.issues.list(id, {}, done))).toEqual([]);
  });

  // `issues.subscribe` calls nobody back, whatever it is answered: it sends its callback as the parameters.
  test("unsubscribes from an issue", async () => {
    const { client, id, issueId } = await withIssue();
    expect(await answerOf((done) => client.issues.unsubscribe(id, issueId, done))).toBe(true);
    expect(await answerOf((done) => client.issues.show(id, issueId, done))).toMatchObject({ subscribed: false });
  });

  test("writes and lists the notes of an issue", async () => {
    const { user, client, id, issueId } = await withIssue();
    const note = await answerOf<Json>((done) => client.notes.create(id, issueId, { body: "Well said." }, done));
    expect(note).toMatchObject({ body: "Well said.", author: { id: user.id }, system: false, noteable_id: issueId });
    expect(await answerOf((done) => client.projects.issues.notes.all(id, issueId, done))).toEqual([note]);
  });

  test("creates and lists labels", async () => {
    const { client, id } = await withProject();
    const label = await answerOf<Json>((done) => client.labels.create(id, { name: "bug", color: "#d9534f" }, done));
    expect(label).toMatchObject({ name: "bug", color: "#d9534f" });
    expect(await answerOf((done) => client.projects.labels.all(id, done))).toEqual([label]);
  });

  test("adds, shows, updates and lists milestones", async () => {
    const { client, id } = await withProject();
    const milestones = client.projects.milestones;
    const added = await answerOf<Json>((done) => milestones.add(id, "v1", "The first", "2017-03-01", done));
    expect(added).toMatchObject({ iid: 1, title: "v1", description: "The first", due_date: "2017-03-01" });
    const milestoneId = Number(added.id);
    expect(await answerOf((done) => milestones.show(id, milestoneId, done))).toEqual(added);
    const updated = await answerOf((done) =>
      milestones.update(id, milestoneId, "v1.0", "Done", "2017-04-01", "close", done),
    );
    expect(updated).toMatchObject({ title: "v1.0", description: "Done", due_date: "2017-04-01", state: "closed" });
    expect(await answerOf((done) => milestones.all(id, done))).toEqual([updated]);
  });

  test("follows the pages of notes, 100 each, to the end", async () => {
    const { client, id, issueId } = await withIssue();
    const bodies = Array.from({ length: 101 }, (_, index) => `note ${index}`);
    await Promise.all(bodies.map((body) => answerOf<Json>((done) => client.notes.create(id, issueId, { body }, done))));
    const notes = await answerOf<Json[]>((done) => client.projects.issues.notes.all(id, issueId, done));
    expect(notes.map(({ body }) => body).sort()).toEqual(bodies.sort());
  });
});

/** As much of `node-gitlab@1.6.1` as is called here; every parameter, those of the path too, goes in one object. */
interface NodeGitlabClient {
  groups: NodeGitlabResource;
  projects: NodeGitlabResource;
  issues: NodeGitlabResource & {
    listNotes(params: Json): Promise<Json[]>;
    createNote(params: Json): Promise<Json>;
    getNote(params: Json): Promise<Json>;
    updateNote(params: Json): Promise<Json>;
  };
  milestones: NodeGitlabResource & { listIssues(params: Json): Promise<Json[]> };
}

interface NodeGitlabResource {
  list(params: Json): Promise<Json[]>;
  get(params: Json): Promise<Json>;
  create(params: Json): Promise<Json>;
  update(params: Json): Promise<Json>;
  remove(params: Json): Promise<Json>;
}

/** Its calls of labels are there with callbacks only. */
interface NodeGitlabLabels {
  getLabels(params: Json, done: NodeGitlabCallback<Json[]>): void;
  createLabel(params: Json, done: NodeGitlabCallback<Json>): void;
  updateLabel(params: Json, done: NodeGitlabCallback<Json>): void;
  deleteLabel(params: Json, done: NodeGitlabCallback<Json>): void;
}

type NodeGitlabCallback<T> = (error: Error | null, answer: T) => void;

const nodeAnswerOf = <T>(call: (done: NodeGitlabCallback<T>) => void) =>
  new Promise<T>((resolve, reject) => call((error, answer) => (error === null ? resolve(answer) : reject(error))));

describe("node-gitlab@1.6.1", () => {
  async function connect() {
    const user = await createUser();
    const gitlab: {
      create(options: Json): { projects: NodeGitlabLabels };
      createPromise(options: Json): NodeGitlabClient;
    } = require("node-gitlab");
    const options = { api: `${baseUrl}/api/v3`, privateToken: user.token };
    return { user, client: gitlab.createPromise(options), labels: gitlab.create(options).projects };
  }

  async function withProject() {
    const { user, client, labels } = await connect();
    const { id } = await client.projects.create({ name: unique("project") });
    return { user, client, labels, id };
  }

  async function withIssue() {
    const { user, client, id } = await withProject();
    const { id: issue_id } = await client.issues.create({ id, title: "From a client" });
    return { user, client, of: { id, issue_id } };
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
    const { client, id } = await withProject();
    const issue = await client.issues.create({ id, title: "From a client", labels: "bug,ui", due_date: "2017-03-01" });
    expect(issue).toMatchObject({ iid: 1, title: "From a client", labels: ["bug", "ui"], due_date: "2017-03-01" });
    expect(await client.issues.get({ id, issue_id: issue.id })).toEqual(issue);
    expect(await client.issues.list({ id })).toEqual([issue]);
    expect(await client.issues.list({ id, state: "closed" })).toEqual([]);
  });

  test("updates, closes and removes an issue", async () => {
    const { client, of } = await withIssue();
    expect(await client.issues.update({ ...of, title: "Edited", labels: "bug" })).toMatchObject({
      title: "Edited",
      labels: ["bug"],
    });
    expect(await client.issues.update({ ...of, state_event: "close" })).toMatchObject({ state: "closed" });
    await client.issues.remove({ ...of });
    await expect(client.issues.get({ ...of })).rejects.toMatchObject({ statusCode: 404, message: "404 Not found" });
  });

  test("creates, shows, updates and lists the notes of an issue", async () => {
    const { user, client, of } = await withIssue();
    const note = await client.issues.createNote({ ...of, body: "Well said." });
    expect(note).toMatchObject({ body: "Well said.", author: { id: user.id }, noteable_id: of.issue_id });
    expect(await client.issues.getNote({ ...of, note_id: note.id })).toEqual(note);
    const updated = await client.issues.updateNote({ ...of, note_id: note.id, body: "Better said." });
    expect(updated).toMatchObject({ id: note.id, body: "Better said." });
    expect(await client.issues.listNotes({ ...of })).toEqual([updated]);
  });

  test("creates, updates, lists and deletes labels", async () => {
    const { labels, id } = await withProject();
    const created = await nodeAnswerOf<Json>((done) => labels.createLabel({ id, name: "bug", color: "#d9534f" }, done));
    expect(created).toMatchObject({ name: "bug", color: "#d9534f" });
    const updated = await nodeAnswerOf<Json>((done) =>
      labels.updateLabel({ id, name: "bug", new_name: "fault" }, done),
    );
    expect(updated).toMatchObject({ id: created.id, name: "fault" });
    expect(await nodeAnswerOf((done) => labels.getLabels({ id }, done))).toEqual([updated]);
    expect(await nodeAnswerOf((done) => labels.deleteLabel({ id, name: "fault" }, done))).toMatchObject({
      name: "fault",
    });
    expect(await nodeAnswerOf((done) => labels.getLabels({ id }, done))).toEqual([]);
  });

  test("creates, shows, updates and lists milestones, and their issues", async () => {
    const { client, id } = await withProject();
    const milestone = await client.milestones.create({ id, title: "v1", due_date: "2017-03-01" });
    const of = { id, milestone_id: milestone.id };
    expect(milestone).toMatchObject({ iid: 1, title: "v1", due_date: "2017-03-01", state: "active" });
    expect(await client.milestones.get({ ...of })).toEqual(milestone);
    const issue = await client.issues.create({ ...of, title: "From a client" });
    expect(await client.milestones.listIssues({ ...of })).toEqual([issue]);
    const updated = await client.milestones.update({ ...of, title: "v1.0", state_event: "close" });
    expect(updated).toMatchObject({ id: milestone.id, title: "v1.0", state: "closed" });
    expect(await client.milestones.list({ id })).toEqual([updated]);
  });
});
