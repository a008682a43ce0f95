// Todos in API v4
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

async function createTodos() {
  const [author, user] = [await createUser(), await createUser()];
  const project = await createProject(author, { visibility_level: 10 });
  await joinProject(author, project, user, "developer");
  const issue = await createIssue(author, project, { title: "Flood", assignee_id: user.id });
  return { author, user, project, issue };
}

test("a todo has its project, its target and an address with /-/", async () => {
  const { author, user, project, issue } = await createTodos();
  const { status, body, headers } = await user.get(v4("/todos"));
  expect([status, headers.get("x-total"), headers.get("x-total-pages")]).toEqual([200, "1", "1"]);
  const place = `${author.username}/${project.path}`;
  expect(body).toMatchObject([
    {
      project: { id: project.id, path_with_namespace: place },
      author: { id: author.id, locked: false },
      action_name: "assigned",
      target_type: "Issue",
      target: { id: issue.id, iid: issue.iid, assignees: [{ id: user.id }], references: { relative: `${place}#1` } },
      target_url: `${baseUrl}/${place}/-/issues/${issue.iid}`,
      body: "Flood",
      state: "pending",
    },
  ]);
  expect(body[0].updated_at).toBe(body[0].created_at);
});

test("the list has the filters of the action, author, project, state and type", async () => {
  const { author, user, project } = await createTodos();
  const count = async (query: Record<string, string | number>) => (await ok(user.get(v4("/todos"), query))).length;
  expect(await count({ action: "assigned", author_id: author.id, project_id: project.id, type: "Issue" })).toBe(1);
  expect(await count({ action: "mentioned" })).toBe(0);
  expect(await count({ author_id: user.id })).toBe(0);
  expect(await count({ project_id: 0 })).toBe(0);
  expect(await count({ state: "done" })).toBe(0);
  expect(await count({ type: "MergeRequest" })).toBe(0);
});

describe("mark_as_done", () => {
  test("of one answers the todo with 201", async () => {
    const { user } = await createTodos();
    const [todo] = await ok(user.get(v4("/todos")));
    const { status, body } = await user.post(v4(`/todos/${todo.id}/mark_as_done`));
    expect([status, body.id, body.state, body.target.iid]).toEqual([201, todo.id, "done", 1]);
    expect(await ok(user.get(v4("/todos")))).toEqual([]);
  });

  test("of another user's todo is 404", async () => {
    const { author, user } = await createTodos();
    const [todo] = await ok(user.get(v4("/todos")));
    expect((await author.post(v4(`/todos/${todo.id}/mark_as_done`))).status).toBe(404);
    expect(await ok(user.get(v4("/todos")))).toHaveLength(1);
  });

  test("of all is 204 without a body", async () => {
    const { user } = await createTodos();
    expect(await user.post(v4("/todos/mark_as_done"))).toMatchObject({ status: 204, body: null });
    expect(await ok(user.get("/todos"))).toEqual([]);
  });
});

test("a todo that is done keeps its time when its user comments", async () => {
  const { user, project, issue } = await createTodos();
  await ok(user.post(v4("/todos/mark_as_done")));
  const times = async () =>
    (await ok(user.get(v4("/todos"), { state: "done" }))).map(({ updated_at }: { updated_at: string }) => updated_at);
  const done = await times();
  await ok(user.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: "Later" }));
  expect([done.length, await times()]).toEqual([1, done]);
});

test("the todo of a confidential issue is gone with the right to see it", async () => {
  const [author, user] = [await createUser(), await createUser()];
  const project = await createProject(author, { visibility_level: 20 });
  const issue = await createIssue(author, project, { assignee_id: user.id, confidential: true });
  expect(await ok(user.get(v4("/todos")))).toHaveLength(1);
  await ok(author.put(`/projects/${project.id}/issues/${issue.id}`, { assignee_id: 0 }));
  const { body, headers } = await user.get(v4("/todos"));
  expect([body, headers.get("x-total")]).toEqual([[], "0"]);
});
