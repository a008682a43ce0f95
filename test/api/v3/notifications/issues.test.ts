// Recipients of issue notifications.
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createGroup, createIssue, createProject, type Issue, type Project } from "../../../support/factories.ts";
import { notificationsOf, onlyNotification, summary } from "./notifications.ts";

const at = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

/**
 * The issue's author, who gets a notification for everything others do there; its arrival shows that all recipients of
 * an event have been notified.
 */
async function createWitnessed(projectAttributes = {}) {
  const [owner, author] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20, ...projectAttributes });
  await joinProject(owner, project, author, "reporter");
  const issue = await createIssue(author, project);
  return { owner, author, project, issue };
}

test("a comment notifies the author, with every field", async () => {
  const { owner, author, project, issue } = await createWitnessed();
  const note = await ok(owner.post(`${at(issue)}/notes`, { body: "Well said." }));
  const notification = await onlyNotification(author);
  expect(notification).toEqual({
    id: expect.any(Number),
    project: expect.objectContaining({
      id: project.id,
      name: project.name,
      path_with_namespace: project.path_with_namespace,
      web_url: `${baseUrl}/${project.path_with_namespace}`,
    }),
    author: expect.objectContaining({ id: owner.id, username: owner.username }),
    action: "commented",
    reason: "author",
    target_type: "Issue",
    target: expect.objectContaining({ id: issue.id, iid: issue.iid }),
    target_url: `${baseUrl}/${project.path_with_namespace}/issues/${issue.iid}#note_${note.id}`,
    body: "Well said.",
    unread: true,
    created_at: note.created_at,
  });
});

test("authors, commenters, assignees, subscribers of the issue or a label, and mentioned users are notified once, with the reason", async () => {
  const { owner, author, project } = await createWitnessed();
  const [assignee, subscriber, follower, mentioned, commenter] = await Promise.all(
    Array.from({ length: 5 }, () => createUser()),
  );
  if (!assignee || !subscriber || !follower || !mentioned || !commenter) throw new Error("There are five");
  const label = await ok(owner.post(`/projects/${project.id}/labels`, { name: "bug", color: "#d9534f" }));
  await ok(follower.post(`/projects/${project.id}/labels/${label.id}/subscription`));
  const issue = await createIssue(author, project, {
    assignee_id: assignee.id,
    labels: "bug",
    description: `For @${mentioned.username}`,
  });
  await notificationsOf(follower, 1);
  await ok(subscriber.post(`${at(issue)}/subscription`));
  await ok(commenter.post(`${at(issue)}/notes`, { body: `@${assignee.username}?` }));
  await ok(owner.put(at(issue), { state_event: "close" }));
  expect(summary(await notificationsOf(author, 2))).toEqual(["commented: author", "closed: author"]);
  expect(summary(await notificationsOf(assignee, 3))).toEqual([
    "opened: assigned",
    "commented: mentioned",
    "closed: assigned",
  ]);
  expect(summary(await notificationsOf(subscriber, 2))).toEqual(["commented: subscribed", "closed: subscribed"]);
  expect(summary(await notificationsOf(follower, 1))).toEqual(["opened: label_subscribed"]);
  expect(summary(await notificationsOf(mentioned, 3))).toEqual([
    "opened: mentioned",
    "commented: participating",
    "closed: participating",
  ]);
  expect(summary(await notificationsOf(commenter, 1))).toEqual(["closed: participating"]);
});

test("an edit notifies new and former assignees, and subscribers of added labels", async () => {
  const { owner, author, project, issue } = await createWitnessed();
  const [one, other, follower] = await Promise.all([createUser(), createUser(), createUser()]);
  const label = await ok(owner.post(`/projects/${project.id}/labels`, { name: "bug", color: "#d9534f" }));
  await ok(follower.post(`/projects/${project.id}/labels/${label.id}/subscription`));
  await ok(owner.put(at(issue), { assignee_id: one.id }));
  await ok(owner.put(at(issue), { title: "Another title", description: "and text" }));
  await ok(owner.put(at(issue), { labels: "bug,other" }));
  await ok(owner.put(at(issue), { labels: "bug" }));
  await ok(owner.put(at(issue), { assignee_id: other.id }));
  await ok(owner.put(at(issue), { state_event: "close" }));
  await ok(owner.put(at(issue), { state_event: "reopen" }));
  expect(summary(await notificationsOf(author, 4))).toEqual([
    "reassigned: author",
    "reassigned: author",
    "closed: author",
    "reopened: author",
  ]);
  expect(summary(await notificationsOf(one, 2))).toEqual(["reassigned: assigned", "reassigned: assigned"]);
  expect(summary(await notificationsOf(other, 3))).toEqual([
    "reassigned: assigned",
    "closed: assigned",
    "reopened: assigned",
  ]);
  expect(summary(await notificationsOf(follower, 1))).toEqual(["relabeled: label_subscribed"]);
});

test("moving an issue to another project notifies its participants", async () => {
  const { owner, author, issue } = await createWitnessed();
  const elsewhere = await createProject(owner, { visibility_level: 20 });
  await ok(owner.post(`${at(issue)}/move`, { to_project_id: elsewhere.id }));
  const notifications = await notificationsOf(author, 2);
  expect(summary(notifications).toSorted()).toEqual(["moved: author", "opened: author"]);
});

test("an unsubscribed user is notified only by a mention", async () => {
  const { owner, author, issue } = await createWitnessed();
  const other = await createUser();
  await ok(other.post(`${at(issue)}/notes`, { body: "Me too" }));
  await ok(other.delete(`${at(issue)}/subscription`));
  await ok(owner.post(`${at(issue)}/notes`, { body: "One" }));
  await ok(owner.post(`${at(issue)}/notes`, { body: `Two, @${other.username}` }));
  await notificationsOf(author, 3);
  expect(summary(await notificationsOf(other, 1))).toEqual(["commented: mentioned"]);
});

test("settings can notify a user of everything, or of nothing", async () => {
  const [owner, watcher, deaf] = await Promise.all([createUser(), createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  await ok(watcher.put(`/projects/${project.id}/notification_settings`, { level: "watch" }));
  const issue = await createIssue(owner, project);
  await ok(deaf.post(`${at(issue)}/notes`, { body: "Me too" }));
  await ok(deaf.put(`/projects/${project.id}/notification_settings`, { level: "disabled" }));
  await ok(owner.post(`${at(issue)}/notes`, { body: `@${deaf.username}` }));
  expect(summary(await notificationsOf(watcher, 3))).toEqual([
    "opened: watching",
    "commented: watching",
    "commented: watching",
  ]);
  expect(summary(await notificationsOf(owner, 1))).toEqual(["commented: author"]);
  expect(summary(await notificationsOf(deaf, 0))).toEqual([]);
});

test("users who may not see the project are not notified, even if mentioned", async () => {
  const { owner, author, issue } = await createWitnessed({ visibility_level: 0 });
  const outsider = await createUser();
  await ok(owner.post(`${at(issue)}/notes`, { body: `@${outsider.username}` }));
  await notificationsOf(author, 1);
  expect(summary(await notificationsOf(outsider, 0))).toEqual([]);
});

test("a confidential issue notifies only users who may see it, and its notifications are hidden with it", async () => {
  const { owner, author, project } = await createWitnessed();
  const guest = await createUser();
  await joinProject(owner, project, guest, "guest");
  const issue = await createIssue(author, project, { confidential: true, description: `@${guest.username}` });
  await ok(owner.post(`${at(issue)}/notes`, { body: `@${guest.username}` }));
  await notificationsOf(author, 1);
  expect(summary(await notificationsOf(guest, 0))).toEqual([]);
  await ok(owner.put(at(issue), { confidential: false }));
  await ok(owner.post(`${at(issue)}/notes`, { body: "Now for all" }));
  expect(summary(await notificationsOf(guest, 1))).toEqual(["commented: participating"]);
  await ok(owner.put(at(issue), { confidential: true }));
  const { body, headers } = await guest.get("/notifications");
  expect({ body, total: headers.get("x-total") }).toEqual({ body: [], total: "0" });
});

test("nobody is notified of their own actions", async () => {
  const { owner, author, issue } = await createWitnessed();
  await ok(author.post(`${at(issue)}/notes`, { body: `A word to myself, @${author.username}` }));
  await ok(author.put(at(issue), { state_event: "close", description: `@${author.username}` }));
  await ok(owner.post(`${at(issue)}/notes`, { body: "Done?" }));
  expect(summary(await notificationsOf(author, 1))).toEqual(["commented: author"]);
});

test("a new member of a project with one user is notified from then on", async () => {
  const [owner, guest] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  const issue = await createIssue(owner, project);
  await ok(owner.post(`${at(issue)}/notes`, { body: "A word to myself" }));
  await ok(guest.put(`/projects/${project.id}/notification_settings`, { level: "watch" }));
  await ok(guest.post(`${at(issue)}/notes`, { body: "And one of mine" }));
  await ok(owner.post(`${at(issue)}/notes`, { body: "Welcome" }));
  expect((await notificationsOf(guest, 1)).map(({ body }) => body)).toEqual(["Welcome"]);
  expect((await notificationsOf(owner, 1)).map(({ body }) => body)).toEqual(["And one of mine"]);
});

test.each<[string, (world: Alone) => Promise<unknown>]>([
  ["is mentioned", ({ owner, other, issue }) => owner.post(`${at(issue)}/notes`, { body: `@${other.username}` })],
  ["is assigned a new issue", ({ owner, other, project }) => createIssue(owner, project, { assignee_id: other.id })],
  ["is assigned an issue", ({ owner, other, issue }) => owner.put(at(issue), { assignee_id: other.id })],
  [
    "subscribes to a label of a new issue",
    async ({ owner, other, project }) => {
      await ok(other.post(`/projects/${project.id}/labels/bug/subscription`));
      await createIssue(owner, project, { labels: "bug" });
    },
  ],
  [
    "subscribes to a label added to an issue",
    async ({ owner, other, project, issue }) => {
      await ok(other.post(`/projects/${project.id}/labels/bug/subscription`));
      await ok(owner.put(at(issue), { labels: "bug" }));
    },
  ],
  [
    "subscribed to an issue that is closed",
    async ({ owner, other, issue }) => {
      await ok(other.post(`${at(issue)}/subscription`));
      await ok(owner.put(at(issue), { state_event: "close" }));
    },
  ],
  [
    "opened an issue that is closed",
    async ({ owner, other, project }) => owner.put(at(await createIssue(other, project)), { state_event: "close" }),
  ],
  [
    "owns the project",
    async ({ owner, other }) => {
      await ok(other.put("/notification_settings", { level: "watch" }));
      await createIssue(owner, await createProject(other, { visibility_level: 20 }));
    },
  ],
  [
    "watches the project as a member of it",
    async ({ owner, other, project }) => {
      await ok(other.put("/notification_settings", { level: "watch" }));
      await joinProject(owner, project, other, "guest");
      await createIssue(owner, project);
    },
  ],
  [
    "watches the project without being a member",
    async ({ owner, other, project }) => {
      await ok(other.put(`/projects/${project.id}/notification_settings`, { level: "watch" }));
      await createIssue(owner, project);
    },
  ],
  [
    "watches the group of the project",
    async ({ owner, other }) => {
      const group = await createGroup(owner, { visibility_level: 20 });
      await ok(other.put(`/groups/${group.id}/notification_settings`, { level: "watch" }));
      await createIssue(owner, await createProject(owner, { namespace_id: group.id, visibility_level: 20 }));
    },
  ],
])("a user who %s is notified as the only recipient", async (_, act) => {
  const [owner, other] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  await ok(owner.post(`/projects/${project.id}/labels`, { name: "bug", color: "#d9534f" }));
  await act({ owner, other, project, issue: await createIssue(owner, project) });
  await onlyNotification(other);
});

interface Alone {
  readonly owner: Actor;
  readonly other: Actor;
  readonly project: Project;
  readonly issue: Issue;
}
