// GET /projects/:id/events
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createUser, ok, root, unique } from "../../../support/actors.ts";
import { baseUrl, type Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { today, tomorrow, yesterday } from "../../../support/days.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { pageThrough } from "../../../support/lists.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { feed, summariesOf, summarize } from "./feeds.ts";

const NONE = "0".repeat(40);

async function setting(attributes: Values = {}) {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  const at = `/projects/${project.id}`;
  return { owner, project, at, events: `${at}/events` };
}

const profileOf = ({ id, username }: Actor) => ({
  name: `Name of ${username}`,
  username,
  id,
  state: "active",
  avatar_url: null,
  web_url: `${baseUrl}/${username}`,
});

describe("the feed has", () => {
  test("an issue that is opened, closed and reopened, newest first", async () => {
    const { owner, project, at, events } = await setting();
    const issue = await createIssue(owner, project, { title: "Then" });
    const path = `${at}/issues/${issue.id}`;
    for (const state_event of ["close", "reopen"]) await ok(owner.put(path, { state_event }));
    await ok(owner.put(path, { title: "Now" }));
    const [reopened, ...earlier] = await feed(owner, events);
    expect(summarize(earlier)).toEqual(["closed Issue Now", "opened Issue Now", "created"]);
    expect(reopened).toEqual({
      id: expect.any(Number),
      title: null,
      project_id: project.id,
      action_name: "reopened",
      target_id: issue.id,
      target_type: "Issue",
      author_id: owner.id,
      data: null,
      target_title: "Now",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      author: profileOf(owner),
      author_username: owner.username,
    });
  });

  test("a project that is created", async () => {
    const { owner, project, events } = await setting();
    expect(await feed(owner, events)).toMatchObject([
      { action_name: "created", project_id: project.id, target_id: null, target_type: null, target_title: null },
    ]);
  });

  test("a merge request that is opened, closed, reopened and accepted", async () => {
    const { owner, project, at, path } = await createProposing();
    const { id } = await createMergeRequest(owner, project, { title: "Merge me" });
    for (const state_event of ["close", "reopen"]) await ok(owner.put(`${path}/${id}`, { state_event }));
    await ok(owner.put(`${path}/${id}/merge`));
    const events = await feed(owner, `${at}/events`, { target_type: "merge_request" });
    expect(summarize(events)).toEqual(
      ["accepted", "reopened", "closed", "opened"].map((action) => `${action} MergeRequest Merge me`),
    );
    expect(events[0]).toMatchObject({ target_id: id, data: null });
  });

  test("a comment on an issue, with the note", async () => {
    const { owner, project, at, events } = await setting();
    const { id } = await createIssue(owner, project);
    const note = await ok(owner.post(`${at}/issues/${id}/notes`, { body: "Well said." }));
    const [event] = await feed(owner, events);
    expect(event).toMatchObject({
      action_name: "commented on",
      target_id: note.id,
      target_type: "Note",
      target_title: null,
      author_id: owner.id,
    });
    expect(event.note).toEqual(note);
  });

  test("a comment on a merge request, with the note", async () => {
    const { owner, project, at, path } = await createProposing();
    const { id } = await createMergeRequest(owner, project);
    const note = await ok(owner.post(`${path}/${id}/notes`, { body: "Well done." }));
    const [event] = await feed(owner, `${at}/events`);
    expect(event).toMatchObject({ action_name: "commented on", target_type: "Note", note });
  });

  test("a comment on a commit, as a note without an issue", async () => {
    const { owner, project, at, events } = await setting();
    const sha = await seedRepository(owner, project, { "README.md": "Read me\n" });
    await ok(owner.post(`${at}/repository/commits/${sha}/comments`, { note: "Well done." }));
    const [event] = await feed(owner, events);
    expect(event).toMatchObject({ action_name: "commented on", target_type: "Note", target_title: null });
    expect(event.note).toEqual({
      id: event.target_id,
      body: "Well done.",
      attachment: null,
      author: profileOf(owner),
      created_at: event.created_at,
      updated_at: event.created_at,
      system: false,
      noteable_id: null,
      noteable_type: "Commit",
      upvote: false,
      downvote: false,
    });
  });

  test("pushes: a new branch, a commit to it, a tag and a deleted branch", async () => {
    const { owner, project, at, events } = await setting({ description: "What it is", visibility_level: 10 });
    const first = await seedRepository(owner, project, { "README.md": "Read me\n" });
    const file = { file_path: "b", branch_name: "main", content: "b", commit_message: "Add b" };
    await ok(owner.post(`${at}/repository/files`, file));
    const { commit } = await ok(owner.get(`${at}/repository/branches/main`));
    await ok(owner.post(`${at}/repository/tags`, { tag_name: "v1", ref: "main" }));
    await ok(owner.post(`${at}/repository/branches`, { branch_name: "topic", ref: "main" }));
    await ok(owner.delete(`${at}/repository/branches/topic`));
    const [deleted, , tagged, pushed, begun] = await feed(owner, events, { action: "pushed" });
    expect([deleted, tagged, pushed, begun].map(({ action_name, push_data }) => ({ action_name, push_data }))).toEqual([
      {
        action_name: "deleted",
        push_data: { action: "removed", ref_type: "branch", commit_from: commit.id, commit_to: null, ref: "topic" },
      },
      {
        action_name: "pushed new",
        push_data: { action: "created", ref_type: "tag", commit_from: null, commit_to: commit.id, ref: "v1" },
      },
      {
        action_name: "pushed to",
        push_data: { action: "pushed", ref_type: "branch", commit_from: first, commit_to: commit.id, ref: "main" },
      },
      {
        action_name: "pushed new",
        push_data: { action: "created", ref_type: "branch", commit_from: null, commit_to: first, ref: "main" },
      },
    ]);
    expect(deleted.data).toMatchObject({ before: commit.id, after: NONE, ref: "refs/heads/topic" });
    expect(begun).toMatchObject({ target_id: null, target_type: null, target_title: null, author_id: owner.id });
    expect(begun.data).toEqual({
      before: NONE,
      after: first,
      ref: "refs/heads/main",
      user_id: owner.id,
      user_name: `Name of ${owner.username}`,
      repository: {
        name: project.name,
        url: `git@${new URL(baseUrl).hostname}:${project.path_with_namespace}.git`,
        description: "What it is",
        homepage: `${baseUrl}/${project.path_with_namespace}`,
        git_http_url: `${baseUrl}/${project.path_with_namespace}.git`,
        git_ssh_url: `git@${new URL(baseUrl).hostname}:${project.path_with_namespace}.git`,
        visibility_level: 10,
      },
    });
  });

  test("a member who joins and leaves as the author, whoever added or removed them", async () => {
    const { owner, project, at, events } = await setting();
    const member = await createUser();
    await joinProject(owner, project, member, "guest");
    await ok(owner.delete(`${at}/members/${member.id}`));
    const shown = (await feed(owner, events)).slice(0, 2);
    expect(shown).toMatchObject([
      { action_name: "left", author_id: member.id, author_username: member.username, target_id: null },
      { action_name: "joined", author_id: member.id, author: profileOf(member), target_type: null },
    ]);
  });

  test("a milestone that is opened", async () => {
    const { owner, at, events } = await setting();
    const { id } = await ok(owner.post(`${at}/milestones`, { title: "v1" }));
    const [event] = await feed(owner, events);
    expect(event).toMatchObject({ action_name: "opened", target_id: id, target_type: "Milestone", target_title: "v1" });
  });

  test("a new fork in the fork's feed only", async () => {
    const { owner, project, events } = await setting({ visibility_level: 20 });
    const forker = await createUser();
    const fork = await ok(forker.post(`/projects/fork/${project.id}`));
    expect(await summariesOf(forker, `/projects/${fork.id}/events`)).toEqual(["created"]);
    expect(await summariesOf(owner, events)).toEqual(["created"]);
  });

  test("both sides of an issue that moves: closed here and opened there", async () => {
    const { owner, project, at, events } = await setting();
    const other = await createProject(owner);
    const { id } = await createIssue(owner, project, { title: "Moves" });
    await ok(owner.post(`${at}/issues/${id}/move`, { to_project_id: other.id }));
    expect(await summariesOf(owner, events, { target_type: "issue" })).toEqual([
      "closed Issue Moves",
      "opened Issue Moves",
    ]);
    expect(await summariesOf(owner, `/projects/${other.id}/events`, { target_type: "issue" })).toEqual([
      "opened Issue Moves",
    ]);
  });

  test("nothing about edits, labels, awards, stars, hooks and system notes", async () => {
    const { owner, project, at, events } = await setting();
    const { id } = await createIssue(owner, project, { title: "Quiet" });
    await ok(owner.post(`${at}/labels`, { name: "red", color: "#FF0000" }));
    await ok(owner.put(`${at}/issues/${id}`, { description: "More", labels: "red", assignee_id: owner.id }));
    await ok(owner.post(`${at}/issues/${id}/award_emoji`, { name: "tada" }));
    await ok(owner.post(`${at}/star`));
    await ok(owner.post(`${at}/hooks`, { url: "http://127.0.0.1:9/" }));
    expect(await summariesOf(owner, events)).toEqual(["opened Issue Quiet", "created"]);
  });
});

describe("deleted objects", () => {
  test("take their events along: an issue with its notes, a note, a merge request", async () => {
    const { owner, project, at, path } = await createProposing();
    const [gone, kept] = [await createIssue(owner, project), await createIssue(owner, project, { title: "Kept" })];
    await ok(owner.post(`${at}/issues/${gone.id}/notes`, { body: "About it" }));
    const note = await ok(owner.post(`${at}/issues/${kept.id}/notes`, { body: "Taken back" }));
    const { id } = await createMergeRequest(owner, project);
    await ok(owner.delete(`${at}/issues/${gone.id}`));
    await ok(owner.delete(`${at}/issues/${kept.id}/notes/${note.id}`));
    await ok(owner.delete(`${path}/${id}`));
    const left = await summariesOf(owner, `${at}/events`);
    expect(left.filter((saying) => !saying.startsWith("pushed"))).toEqual(["opened Issue Kept", "created"]);
  });

  test("such as a user leave events that belong to ghost", async () => {
    const { owner, project, at, events } = await setting({ visibility_level: 20 });
    const writer = await createUser();
    const { id } = await createIssue(writer, project);
    const note = await ok(writer.post(`${at}/issues/${id}/notes`, { body: "Farewell" }));
    await ok(root.delete(`/users/${writer.id}`));
    const ghost = { id: 2, username: "ghost" };
    expect((await feed(owner, events)).slice(0, 2)).toMatchObject([
      { author_id: 2, author: ghost, author_username: "ghost", note: { id: note.id, author: ghost } },
      { author_id: 2, author: ghost, target_id: id },
    ]);
  });
});

describe("the list", () => {
  test("is paginated, and X-Total is its length", async () => {
    const { owner, project, events } = await setting();
    const titles = ["a", "b", "c", "d", "e", "f"];
    for (const title of titles) await createIssue(owner, project, { title });
    const { rows, totals } = await pageThrough(owner, events, {}, 3);
    expect({ said: summarize(rows), totals: [...totals] }).toEqual({
      said: [...titles.reverse().map((title) => `opened Issue ${title}`), "created"],
      totals: [7],
    });
  });

  test("begins with the oldest with sort=asc", async () => {
    const { owner, project, events } = await setting();
    await createIssue(owner, project, { title: "a" });
    expect(await summariesOf(owner, events, { sort: "asc" })).toEqual(["created", "opened Issue a"]);
  });

  test.each<[Values, string[]]>([
    [{ action: "created" }, ["opened Milestone v1", "opened Issue a", "created"]],
    [{ action: "closed" }, ["closed Issue a"]],
    [{ action: "commented" }, ["commented on Note"]],
    [{ target_type: "issue" }, ["closed Issue a", "opened Issue a"]],
    [{ target_type: "note" }, ["commented on Note"]],
    [{ target_type: "milestone" }, ["opened Milestone v1"]],
    [{ target_type: "project" }, ["created"]],
    [{ action: "closed", target_type: "issue" }, ["closed Issue a"]],
    [{ action: "merged", target_type: "issue" }, []],
    [{ action: "joined" }, []],
  ])("is filtered by %j", async (query, expected) => {
    const { owner, project, at, events } = await setting();
    const { id } = await createIssue(owner, project, { title: "a" });
    await ok(owner.post(`${at}/issues/${id}/notes`, { body: "b" }));
    await ok(owner.post(`${at}/milestones`, { title: "v1" }));
    await ok(owner.put(`${at}/issues/${id}`, { state_event: "close" }));
    expect(await summariesOf(owner, events, query)).toEqual(expected);
  });

  test("is filtered by days, both exclusive", async () => {
    const { owner, events } = await setting();
    const between = (after: string, before: string) => summariesOf(owner, events, { after, before });
    expect(await between(yesterday(), tomorrow())).toEqual(["created"]);
    expect(await between(today(), tomorrow())).toEqual([]);
    expect(await between(yesterday(), today())).toEqual([]);
  });

  test.each<[Values, string]>([
    [{ action: "danced" }, "action does not have a valid value"],
    [{ target_type: "tea" }, "target_type does not have a valid value"],
    [{ before: "soon" }, "before is invalid"],
    [{ sort: "up" }, "sort does not have a valid value"],
  ])("refuses %j", async (query, error) => {
    const { owner, events } = await setting();
    expect(await owner.get(events, query)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("access", () => {
  test("is 401 for anonymous callers, even to a public project", async () => {
    const { events } = await setting({ visibility_level: 20 });
    expect(await anonymous.get(events)).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
  });

  test("is 404 for an outsider to a private one", async () => {
    const [{ events }, outsider] = [await setting(), await createUser()];
    expect(await outsider.get(events)).toMatchObject({ status: 404, body: { message: "404 Project Not Found" } });
  });

  test("works by the project's path", async () => {
    const { owner, project } = await setting({ name: unique("named") });
    const path = encodeURIComponent(project.path_with_namespace);
    expect(await summariesOf(owner, `/projects/${path}/events`)).toEqual(["created"]);
  });
});
