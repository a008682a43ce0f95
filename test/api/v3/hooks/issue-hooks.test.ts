// Hook payloads of issues and of their notes.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { addHook, type Delivery, everything, Receiver } from "./receiver.ts";

async function createHooked(settings = {}) {
  const receiver = await Receiver.start();
  const owner = await createUser();
  const project = await createProject(owner, { description: "What it is" });
  await addHook(owner, project, receiver.url, { ...everything, ...settings });
  return { receiver, owner, project, path: `/projects/${project.id}` };
}

const actionsOf = (deliveries: readonly Delivery[]) =>
  deliveries.map(({ body }) => [body.object_attributes.title, body.object_attributes.action]);

test("an opened issue is delivered with its author, project, labels and assignee", async () => {
  const { receiver, owner, project } = await createHooked();
  await using _ = receiver;
  const issue = await createIssue(owner, project, {
    title: "It leaks",
    description: "Here.",
    labels: "bug",
    assignee_id: owner.id,
    due_date: "2031-01-02",
  });
  const { method, path, headers, body } = await receiver.only();
  expect({ method, path }).toEqual({ method: "POST", path: "/" });
  expect(headers).toMatchObject({ "content-type": "application/json", "x-gitlab-event": "Issue Hook" });
  expect(headers).not.toHaveProperty("x-gitlab-token");
  const home = `${baseUrl}/${project.path_with_namespace}`;
  const ssh = `git@127.0.0.1:${project.path_with_namespace}.git`;
  const person = {
    id: owner.id,
    name: `Name of ${owner.username}`,
    username: owner.username,
    avatar_url: null,
    email: "[REDACTED]",
  };
  const label = expect.objectContaining({ title: "bug", type: "ProjectLabel", project_id: project.id });
  expect(body).toEqual({
    object_kind: "issue",
    event_type: "issue",
    user: person,
    project: {
      id: project.id,
      name: project.name,
      description: "What it is",
      web_url: home,
      avatar_url: null,
      git_ssh_url: ssh,
      git_http_url: `${home}.git`,
      namespace: owner.username,
      visibility_level: 0,
      path_with_namespace: project.path_with_namespace,
      default_branch: null,
      homepage: home,
      url: ssh,
      ssh_url: ssh,
      http_url: `${home}.git`,
    },
    object_attributes: {
      id: issue.id,
      iid: issue.iid,
      project_id: project.id,
      title: "It leaks",
      description: "Here.",
      state: "opened",
      state_id: 1,
      author_id: owner.id,
      assignee_id: owner.id,
      assignee_ids: [owner.id],
      milestone_id: null,
      confidential: false,
      due_date: "2031-01-02",
      moved_to_id: null,
      position: 0,
      branch_name: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      closed_at: null,
      discussion_locked: false,
      time_estimate: 0,
      total_time_spent: 0,
      labels: [label],
      url: `${home}/issues/${issue.iid}`,
      action: "open",
    },
    labels: [label],
    changes: {},
    repository: { name: project.name, url: ssh, description: "What it is", homepage: home },
    assignee: person,
    assignees: [person],
  });
});

test("each change of an issue is delivered once, in order: open, update, close, reopen", async () => {
  const { receiver, owner, project, path } = await createHooked();
  await using _ = receiver;
  const { id } = await createIssue(owner, project, { title: "One" });
  await ok(owner.put(`${path}/issues/${id}`, { title: "Two" }));
  await ok(owner.put(`${path}/issues/${id}`, { title: "Two" })); // Changes nothing.
  await ok(owner.put(`${path}/issues/${id}`, { state_event: "close" }));
  await ok(owner.put(`${path}/issues/${id}`, { state_event: "reopen", title: "Three" }));
  await createIssue(owner, project, { title: "Last" });
  expect((await receiver.first(5)).map(({ body }) => body.object_attributes.action)).toEqual([
    "open",
    "update",
    "close",
    "reopen",
    "open",
  ]);
  expect(actionsOf(receiver.deliveries).slice(3)).toEqual([
    ["Three", "reopen"],
    ["Last", "open"],
  ]);
});

test("a moved issue is delivered as closed in one project and opened in the other", async () => {
  const { receiver, owner, project, path } = await createHooked();
  await using _ = receiver;
  const other = await createProject(owner);
  await using there = await Receiver.start();
  await addHook(owner, other, there.url);
  const { id } = await createIssue(owner, project, { title: "Nomad" });
  await ok(owner.post(`${path}/issues/${id}/move`, { to_project_id: other.id }));
  expect(actionsOf(await receiver.first(2))).toEqual([
    ["Nomad", "open"],
    ["Nomad", "close"],
  ]);
  expect(actionsOf([await there.only()])).toEqual([["Nomad", "open"]]);
});

test("notes on an issue are delivered, system notes are not", async () => {
  const { receiver, owner, project, path } = await createHooked({ issues_events: false });
  await using _ = receiver;
  const issue = await createIssue(owner, project, { title: "It leaks" });
  await ok(owner.put(`${path}/issues/${issue.id}`, { title: "It leaks a lot" }));
  const note = await ok(owner.post(`${path}/issues/${issue.id}/notes`, { body: "Where?" }));
  const { headers, body } = await receiver.only();
  expect(headers["x-gitlab-event"]).toBe("Note Hook");
  expect(body).toMatchObject({
    object_kind: "note",
    user: { username: owner.username },
    project_id: project.id,
    project: { name: project.name },
    object_attributes: {
      id: note.id,
      note: "Where?",
      noteable_type: "Issue",
      noteable_id: issue.id,
      author_id: owner.id,
      system: false,
      url: `${baseUrl}/${project.path_with_namespace}/issues/${issue.iid}#note_${note.id}`,
    },
    issue: { id: issue.id, title: "It leaks a lot" },
  });
});

test("a note on a commit is delivered with the commit", async () => {
  const { receiver, owner, project, path } = await createHooked({ push_events: false });
  await using _ = receiver;
  const sha = await seedRepository(owner, project, { "a.txt": "a\n" });
  await ok(owner.post(`${path}/repository/commits/${sha}/comments`, { note: "Well done." }));
  const { headers, body } = await receiver.only();
  expect(headers["x-gitlab-event"]).toBe("Note Hook");
  expect(body).toMatchObject({
    object_attributes: { note: "Well done.", noteable_type: "Commit", commit_id: sha, noteable_id: null },
    commit: { id: sha, message: "Begin\n", author: { name: "A U Thor", email: "author@example.com" } },
  });
});

test("a confidential issue and its notes go only to hooks that select confidential events", async () => {
  const { receiver: usual, owner, project, path } = await createHooked();
  await using _ = usual;
  await using trusted = await Receiver.start();
  await addHook(owner, project, trusted.url, {
    push_events: false,
    note_events: true,
    confidential_issues_events: true,
  });
  const secret = await createIssue(owner, project, { title: "Secret", confidential: true });
  await ok(owner.post(`${path}/issues/${secret.id}/notes`, { body: "Hush." }));
  await ok(owner.put(`${path}/issues/${secret.id}`, { state_event: "close", title: "Secret no more" }));
  const open = await createIssue(owner, project, { title: "Open" });
  await ok(owner.post(`${path}/issues/${open.id}/notes`, { body: "Say it loud." }));
  expect((await usual.first(2)).map(({ body }) => body.object_attributes.title ?? body.object_attributes.note)).toEqual(
    ["Open", "Say it loud."],
  );
  const all = await trusted.first(4);
  expect(all.map(({ body }) => [body.event_type, body.object_attributes.note ?? body.changes.title])).toEqual([
    ["confidential_issue", undefined],
    ["confidential_note", "Hush."],
    ["confidential_issue", { previous: "Secret", current: "Secret no more" }],
    ["note", "Say it loud."],
  ]);
  expect(JSON.stringify(usual.deliveries)).not.toContain("Secret");
  expect(JSON.stringify(usual.deliveries)).not.toContain("Hush.");
  const hooks: { id: number; url: string }[] = await ok(owner.get(`${path}/hooks`));
  const id = hooks.find(({ url }) => url === usual.url)?.id;
  expect(await ok(owner.get(`${path}/hooks/${id}/deliveries`))).toHaveLength(2);
});

test("an issue that becomes confidential is no longer delivered", async () => {
  const { receiver, owner, project, path } = await createHooked();
  await using _ = receiver;
  const { id } = await createIssue(owner, project, { title: "One" });
  await receiver.first(1);
  await ok(owner.put(`${path}/issues/${id}`, { confidential: true, title: "Secret" }));
  await createIssue(owner, project, { title: "Two" });
  expect(actionsOf(await receiver.first(2))).toEqual([
    ["One", "open"],
    ["Two", "open"],
  ]);
});
