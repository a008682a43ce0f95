// DELETE /todos/:id and DELETE /todos
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject, type Project } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";

const noRecord = { status: 404, text: '{"message":"404 Not found"}' };

/** A todo on a new issue. */
async function todoIn(project: Project, user: Actor) {
  const { id } = await createIssue(user, project);
  return ok(user.post(`/projects/${project.id}/issues/${id}/todo`));
}

async function setting() {
  const user = await createUser();
  const project = await createProject(user);
  return { user, project, todo: await todoIn(project, user) };
}

/** A todo on an issue its owner can no longer see, and a user who can give them access. */
async function hiddenSetting() {
  const [user, owner] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner);
  await joinProject(owner, project, user, "guest");
  const todo = await todoIn(project, user);
  await ok(owner.delete(`/projects/${project.id}/members/${user.id}`));
  return { user, todo, reveal: () => joinProject(owner, project, user, "guest") };
}

describe("one todo", () => {
  test("is answered as done, otherwise unchanged", async () => {
    const { user, todo } = await setting();
    const { status, body } = await user.delete(`/todos/${todo.id}`);
    expect({ status, body }).toEqual({ status: 200, body: { ...todo, state: "done" } });
    expect(await user.get("/todos")).toMatchObject(listing());
  });

  test("that is done already is answered again", async () => {
    const { user, todo } = await setting();
    await ok(user.delete(`/todos/${todo.id}`));
    expect(await user.delete(`/todos/${todo.id}`)).toMatchObject({
      status: 200,
      body: { id: todo.id, state: "done" },
    });
  });

  test("keeps the others pending", async () => {
    const { user, project, todo } = await setting();
    const other = await todoIn(project, user);
    await ok(user.delete(`/todos/${todo.id}`));
    expect(await user.get("/todos")).toMatchObject(listing(other));
  });

  test("does not change the issue", async () => {
    const { user, project, todo } = await setting();
    const path = `/projects/${project.id}/issues/${todo.target.id}`;
    const before = await ok(user.get(path));
    await ok(user.delete(`/todos/${todo.id}`));
    expect(await ok(user.get(path))).toEqual(before);
  });

  test("of somebody else is 404, for an administrator too, and stays pending", async () => {
    const { user, todo } = await setting();
    const [stranger, admin] = await Promise.all([createUser(), createUser({ admin: true })]);
    expect([
      await stranger.delete(`/todos/${todo.id}`),
      await admin.delete(`/todos/${todo.id}`),
      await user.delete("/todos/999999999"),
      await user.delete("/todos/99999999999999999999999"),
    ]).toMatchObject(Array(4).fill(noRecord));
    expect(await user.get("/todos")).toMatchObject(listing(todo));
  });

  test("on an invisible issue is 404, and stays pending", async () => {
    const { user, todo, reveal } = await hiddenSetting();
    expect(await user.delete(`/todos/${todo.id}`)).toMatchObject(noRecord);
    await reveal();
    expect(await user.get("/todos")).toMatchObject(listing(todo));
  });

  test("has a numeric id", async () => {
    const { user } = await setting();
    expect(await user.delete("/todos/abc")).toMatchObject({ status: 400, body: { error: "id is invalid" } });
  });
});

describe("all todos", () => {
  test("answer their number as bare JSON", async () => {
    const { user, project } = await setting();
    await todoIn(project, user);
    const { status, text, headers } = await user.delete("/todos");
    expect({ status, text, type: headers.get("content-type") }).toEqual({
      status: 200,
      text: "2",
      type: "application/json",
    });
    expect(await user.get("/todos")).toMatchObject(listing());
  });

  test("are 0 when none is pending", async () => {
    const { user, todo } = await setting();
    await ok(user.delete(`/todos/${todo.id}`));
    expect(await user.delete("/todos")).toMatchObject({ status: 200, text: "0" });
  });

  test("leave others' pending", async () => {
    const [{ user, todo }, other] = await Promise.all([setting(), setting()]);
    expect(await other.user.delete("/todos")).toMatchObject({ status: 200, text: "1" });
    expect(await user.get("/todos")).toMatchObject(listing(todo));
  });

  test("leave those on invisible issues pending", async () => {
    const { user, todo, reveal } = await hiddenSetting();
    expect(await user.delete("/todos")).toMatchObject({ status: 200, text: "0" });
    await reveal();
    expect(await user.get("/todos")).toMatchObject(listing(todo));
  });

  test("can be more than a page", async () => {
    const { user, project } = await setting();
    for (let i = 0; i < 21; i += 1) await todoIn(project, user);
    expect(await user.delete("/todos?per_page=5&page=2")).toMatchObject({ status: 200, text: "22" });
  });

  test.each<[Values, string]>([
    [{ type: "Issue" }, "1"],
    [{ type: "MergeRequest" }, "0"],
    [{ type: "nonsense" }, "1"],
    [{ action: "marked" }, "1"],
    [{ action: "mentioned" }, "0"],
    [{ author_id: 1 }, "0"],
    [{ project_id: 999_999_999 }, "0"],
    [{ state: "done" }, "0"],
    [{ state: "nonsense" }, "1"],
  ])("matching %j are marked, leaving %s", async (filter, number) => {
    const { user, todo } = await setting();
    expect(await user.delete("/todos", filter)).toMatchObject({ status: 200, text: number });
    expect(await user.get("/todos")).toMatchObject(number === "1" ? listing() : listing(todo));
  });

  test("of one project in the query leave other projects' pending", async () => {
    const { user, project, todo } = await setting();
    const other = await createProject(user);
    await todoIn(other, user);
    expect(await user.delete(`/todos?project_id=${other.id}&author_id=${user.id}`)).toMatchObject({
      status: 200,
      text: "1",
    });
    expect(await user.get("/todos", { project_id: project.id })).toMatchObject(listing(todo));
  });

  test("are each counted once by ten concurrent calls", async () => {
    const { user, project } = await setting();
    for (let i = 0; i < 4; i += 1) await todoIn(project, user);
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.delete("/todos")));
    expect(answers.reduce((sum, { body }) => sum + body, 0)).toBe(5);
  });

  test("with filters that are not numbers are refused", async () => {
    const { user } = await setting();
    expect(await user.delete("/todos", { project_id: "abc" })).toMatchObject({
      status: 400,
      body: { error: "project_id is invalid" },
    });
  });
});

test.each(["/todos", "/todos/1", "/todos/abc"])("%s: anonymous callers get 401", async (path) => {
  expect(await anonymous.delete(path)).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});
