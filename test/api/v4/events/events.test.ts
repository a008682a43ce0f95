// Activity feeds in API v4
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

const eventsOf = (body: readonly { action_name: string; target_title: string | null }[]) =>
  body.map(({ action_name, target_title }) => [action_name, target_title]);

test("events have the iid of their target, and comments their note", async () => {
  const user = await createUser();
  const project = await createProject(user);
  await createIssue(user, project, { title: "First" });
  const issue = await createIssue(user, project, { title: "Second" });
  const note = await ok(user.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: "Hello" }));
  const { status, body, headers } = await user.get(v4(`/projects/${project.id}/events`));
  expect([status, headers.get("x-total"), eventsOf(body)]).toEqual([
    200,
    "4",
    [
      ["commented on", "Second"],
      ["opened", "Second"],
      ["opened", "First"],
      ["created", null],
    ],
  ]);
  expect(body[0]).toMatchObject({
    target_type: "Note",
    target_id: note.id,
    target_iid: note.id,
    note: { id: note.id, body: "Hello", noteable_type: "Issue", noteable_id: issue.id, noteable_iid: 2 },
    author: { id: user.id, locked: false },
    author_username: user.username,
  });
  expect(body[1]).toMatchObject({ target_type: "Issue", target_id: issue.id, target_iid: 2, project_id: project.id });
  expect(body[1]).not.toHaveProperty("push_data");
});

test("a push has push_data", async () => {
  const user = await createUser();
  const project = await ok(user.post(v4("/projects"), { name: "Pushed", initialize_with_readme: true }));
  const file = v4(`/projects/${project.id}/repository/files/a.txt`);
  await ok(user.post(file, { branch: "main", content: "a", commit_message: "Add a" }));
  const { body } = await user.get(v4(`/projects/${project.id}/events`), { action: "pushed" });
  expect(body[0]).toMatchObject({
    action_name: "pushed to",
    target_type: null,
    push_data: { action: "pushed", ref_type: "branch", ref: "main", commit_count: null },
  });
  expect(body[0].push_data.commit_to).toMatch(/^[0-9a-f]{40}$/);
});

test("with scope=all one's own feed has what others did in one's projects", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const project = await createProject(user, { visibility_level: 20 });
  const elsewhere = await createProject(other, { visibility_level: 20 });
  await createIssue(other, project, { title: "Here" });
  await createIssue(user, elsewhere, { title: "There" });
  const list = async (query: Record<string, string | number>) => {
    const { body, headers } = await user.get(v4("/events"), { target_type: "issue", ...query });
    return [eventsOf(body), headers.get("x-total")];
  };
  expect(await list({})).toEqual([[["opened", "There"]], "1"]);
  expect(await list({ scope: "all" })).toEqual([[["opened", "Here"]], "1"]);
  expect(await list({ scope: "all", page: 2 })).toEqual([[], "1"]);
  expect((await user.get(v4("/events"), { scope: "some" })).status).toBe(400);
});

describe("the feed of a user", () => {
  test("is found by id and by name, with what the caller may see", async () => {
    const [user, other] = [await createUser(), await createUser()];
    const open = await createProject(user, { visibility_level: 20 });
    const closed = await createProject(user);
    await createIssue(user, open, { title: "Seen" });
    await createIssue(user, open, { title: "Secret", confidential: true });
    await createIssue(user, closed, { title: "Hidden" });
    for (const name of [user.id, user.username]) {
      const { status, body, headers } = await other.get(v4(`/users/${name}/events`), { target_type: "issue" });
      expect([status, eventsOf(body), headers.get("x-total")]).toEqual([200, [["opened", "Seen"]], "1"]);
    }
    const own = await user.get(v4("/events"), { target_type: "issue", sort: "asc" });
    expect(eventsOf(own.body)).toEqual([
      ["opened", "Seen"],
      ["opened", "Secret"],
      ["opened", "Hidden"],
    ]);
  });

  test("who does not exist is 404", async () => {
    const { status, body } = await (await createUser()).get(v4("/users/nobody-at-all/events"));
    expect([status, body]).toEqual([404, { message: "404 User Not Found" }]);
  });

  test("ends before and begins after a day", async () => {
    const user = await createUser();
    await createProject(user);
    const count = async (query: Record<string, string>) => (await ok(user.get(v4("/events"), query))).length;
    expect(await count({ before: "2000-01-01" })).toBe(0);
    expect(await count({ after: "2000-01-01" })).toBe(1);
    expect((await user.get(v4("/events"), { action: "slept" })).status).toBe(400);
  });
});
