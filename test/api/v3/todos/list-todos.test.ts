// GET /todos
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createUser, levels, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { joinGroup, joinProject, shareWith } from "../../../support/belonging.ts";
import { yesterday } from "../../../support/days.ts";
import { createGroup, createIssue, createProject, type Issue, type Project } from "../../../support/factories.ts";
import { listing, pageThrough } from "../../../support/lists.ts";

const mark = (user: Actor, { project_id, id }: Issue) => ok(user.post(`/projects/${project_id}/issues/${id}/todo`));

/** A user with a todo on an issue of their own project. */
async function setting() {
  const user = await createUser();
  const project = await createProject(user);
  const todo = await mark(user, await createIssue(user, project));
  return { user, project, todo };
}

/** A user with this many todos, each on an issue of its own. */
async function todosOf(user: Actor, project: Project, count: number) {
  const todos = [];
  for (let i = 0; i < count; i += 1) todos.push(await mark(user, await createIssue(user, project)));
  return todos;
}

test("the caller's pending todos are listed, newest first", async () => {
  const { user, project, todo } = await setting();
  const [done, later] = await todosOf(user, project, 2);
  await ok(user.delete(`/todos/${done.id}`));
  expect(await user.get("/todos")).toMatchObject(listing(later, todo));
});

test("each has the shape it was created with", async () => {
  const { user, todo } = await setting();
  const { status, body } = await user.get("/todos");
  expect({ status, body }).toEqual({ status: 200, body: [todo] });
});

test("the list has only the caller's todos, for administrators too", async () => {
  const { project } = await setting();
  const admin = await createUser({ admin: true });
  expect([await admin.get("/todos"), await admin.get("/todos", { project_id: project.id })]).toMatchObject([
    listing(),
    listing(),
  ]);
});

test("anonymous callers get 401", async () => {
  expect(await anonymous.get("/todos")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("the list is paginated, and X-Total is its length", async () => {
  const user = await createUser();
  const project = await createProject(user);
  const todos = await todosOf(user, project, 7);
  await ok(user.delete(`/todos/${todos[3].id}`));
  const left = todos.filter((_, at) => at !== 3).reverse();
  const { rows, totals } = await pageThrough(user, "/todos", {}, 2);
  expect({ ids: rows.map(({ id }) => id), totals: [...totals] }).toEqual({
    ids: left.map(({ id }) => id),
    totals: [6],
  });
});

test("a page past the end is empty and has the total", async () => {
  const { user } = await setting();
  const { status, text, headers } = await user.get("/todos", { page: 5 });
  expect({ status, text, total: headers.get("x-total") }).toEqual({ status: 200, text: "[]", total: "1" });
});

test("the list is empty without todos", async () => {
  const { status, text, headers } = await (await createUser()).get("/todos");
  expect({ status, text, total: headers.get("x-total") }).toEqual({ status: 200, text: "[]", total: "0" });
});

describe("state", () => {
  test("done lists the done ones", async () => {
    const { user, project, todo } = await setting();
    await todosOf(user, project, 1);
    await ok(user.delete(`/todos/${todo.id}`));
    expect(await user.get("/todos", { state: "done" })).toMatchObject({
      status: 200,
      body: [{ id: todo.id, state: "done" }],
    });
  });

  test.each(["pending", "", "all", "Done", "nonsense"])("%j lists the pending ones", async (state) => {
    const { user, project, todo } = await setting();
    const [done] = await todosOf(user, project, 1);
    await ok(user.delete(`/todos/${done.id}`));
    expect(await user.get("/todos", { state })).toMatchObject(listing(todo));
  });
});

describe("filters", () => {
  test.each<[Values, boolean]>([
    [{ type: "Issue" }, true],
    [{ type: "MergeRequest" }, false],
    [{ type: "issue" }, true],
    [{ type: "Commit" }, true],
    [{ type: "" }, true],
    [{ action: "marked" }, true],
    [{ action: "assigned" }, false],
    [{ action: "mentioned" }, false],
    [{ action: "directly_addressed" }, false],
    [{ action: "build_failed" }, false],
    [{ action: "nonsense" }, true],
    [{ action: "" }, true],
    [{ project_id: 999_999_999 }, false],
    [{ project_id: "" }, true],
    [{ author_id: 999_999_999 }, false],
    [{ author_id: 0 }, false],
    [{ author_id: "" }, true],
  ])("%j of a marked todo on an issue: %j", async (query, found) => {
    const { user, todo } = await setting();
    const answer = await user.get("/todos", query);
    expect(answer).toMatchObject(found ? listing(todo) : listing());
    expect(answer.headers.get("x-total")).toBe(found ? "1" : "0");
  });

  test("project_id and author_id match, and all filters must", async () => {
    const { user, project, todo } = await setting();
    const [other] = await todosOf(user, await createProject(user), 1);
    const queries: [Values, { id: number }[]][] = [
      [{ project_id: project.id }, [todo]],
      [{ author_id: user.id }, [other, todo]],
      [{ project_id: project.id, author_id: user.id, type: "Issue", action: "marked", state: "pending" }, [todo]],
      [{ project_id: project.id, author_id: 1 }, []],
      [{ project_id: project.id, state: "done" }, []],
    ];
    for (const [query, todos] of queries) expect(await user.get("/todos", query)).toMatchObject(listing(...todos));
  });

  test("ids that are not numbers are all reported", async () => {
    const { user } = await setting();
    expect(await user.get("/todos", { project_id: "a/b", author_id: "me", page: "x" })).toMatchObject({
      status: 400,
      body: { error: "author_id is invalid, project_id is invalid, page is invalid" },
    });
  });
});

describe("todos caused by others", () => {
  test("have a note's text and link to it", async () => {
    const [author, reader] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(author, { visibility_level: 20 });
    const issue = await createIssue(author, project);
    const body = `Over to you, @${reader.username}`;
    const note = await ok(author.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body }));
    const { status, body: todos } = await reader.get("/todos");
    expect({ status, todos }).toMatchObject({
      status: 200,
      todos: [{ action_name: "mentioned", author: { id: author.id }, target: { id: issue.id }, body }],
    });
    expect(todos[0].target_url).toBe(`${todos[0].target.web_url}#note_${note.id}`);
  });

  test("are matched by each filter", async () => {
    const [author, reader] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(author, { visibility_level: 20 });
    await joinProject(author, project, reader, "reporter");
    await createIssue(author, project, { assignee_id: reader.id });
    await createIssue(author, project, { description: `Hello @${reader.username}` });
    await createIssue(author, project, { description: `@${reader.username} hello` });
    await mark(reader, await createIssue(author, project));
    const causes: Values[] = [
      { action: "assigned" },
      { action: "mentioned" },
      { action: "directly_addressed" },
      { action: "marked" },
      { author_id: author.id },
      { author_id: reader.id },
    ];
    const found = await Promise.all(
      causes.map(async (query) =>
        (await ok(reader.get("/todos", query))).map(({ action_name }: { action_name: string }) => action_name),
      ),
    );
    expect(found).toEqual([
      ["assigned"],
      ["mentioned"],
      ["directly_addressed"],
      ["marked"],
      ["directly_addressed", "mentioned", "assigned"],
      ["marked"],
    ]);
  });
});

describe("a todo is listed and counted only while its issue is visible:", () => {
  const gone = async (user: Actor, ...left: { id: number }[]) => {
    const answer = await user.get("/todos");
    expect(answer).toMatchObject(listing(...left));
    expect(answer.headers.get("x-total")).toBe(String(left.length));
  };

  /** A user with a todo in their own project and one in another user's project, where they are a guest. */
  async function guestSetting(projectAttributes: Values = {}, issueAttributes: Values = {}) {
    const { user: guest, todo: own } = await setting();
    const owner = await createUser();
    const project = await createProject(owner, projectAttributes);
    await joinProject(owner, project, guest, "guest");
    const issue = await createIssue(owner, project, issueAttributes);
    return { guest, own, owner, project, issue };
  }

  test("not after its owner leaves the private project, and again when they return", async () => {
    const { guest, own, owner, project, issue } = await guestSetting();
    const todo = await mark(guest, issue);
    await gone(guest, todo, own);
    await ok(owner.delete(`/projects/${project.id}/members/${guest.id}`));
    await gone(guest, own);
    await joinProject(owner, project, guest, "guest");
    await gone(guest, todo, own);
  });

  test("not after the membership expires", async () => {
    const { guest, own, owner, project, issue } = await guestSetting();
    await mark(guest, issue);
    const attributes = { access_level: levels.guest, expires_at: yesterday() };
    await ok(owner.put(`/projects/${project.id}/members/${guest.id}`, attributes));
    await gone(guest, own);
  });

  test("not after the project becomes private", async () => {
    const { user, todo: own } = await setting();
    const owner = await createUser();
    const project = await createProject(owner, { visibility_level: 10 });
    const todo = await mark(user, await createIssue(owner, project));
    await gone(user, todo, own);
    await ok(owner.put(`/projects/${project.id}`, { visibility_level: 0 }));
    await gone(user, own);
  });

  test("not after issues are disabled", async () => {
    const { user, project } = await setting();
    await ok(user.put(`/projects/${project.id}`, { issues_enabled: false }));
    await gone(user);
  });

  test("not after the issue becomes confidential", async () => {
    const { guest, own, owner, issue } = await guestSetting();
    await mark(guest, issue);
    await ok(owner.put(`/projects/${issue.project_id}/issues/${issue.id}`, { confidential: true }));
    await gone(guest, own);
  });

  test("not after the issue is deleted", async () => {
    const { guest, own, owner, issue } = await guestSetting();
    await mark(guest, issue);
    await ok(owner.delete(`/projects/${issue.project_id}/issues/${issue.id}`));
    await gone(guest, own);
  });

  test("not after the project is deleted", async () => {
    const { user, project } = await setting();
    await ok(user.delete(`/projects/${project.id}`));
    await gone(user);
  });

  test("not after a reporter of a confidential issue is lowered", async () => {
    const { guest, own, owner, project, issue } = await guestSetting({ visibility_level: 20 }, { confidential: true });
    const member = `/projects/${project.id}/members/${guest.id}`;
    await ok(owner.put(member, { access_level: levels.reporter }));
    const todo = await mark(guest, issue);
    await gone(guest, todo, own);
    await ok(owner.put(member, { access_level: levels.guest }));
    await gone(guest, own);
  });

  test("by the level in each project", async () => {
    const [user, owner] = await Promise.all([createUser(), createUser()]);
    const [one, other] = await Promise.all([createProject(owner), createProject(owner)]);
    const secrets = [];
    for (const project of [one, other]) {
      await joinProject(owner, project, user, "reporter");
      secrets.push(await mark(user, await createIssue(owner, project, { confidential: true })));
    }
    await ok(owner.put(`/projects/${other.id}/members/${user.id}`, { access_level: levels.guest }));
    await gone(user, secrets[0]);
  });

  test.each(["group", "share"])("for a member through a %s while they are one", async (way) => {
    const [user, owner] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    await joinGroup(owner, group, user, "reporter");
    const project = await createProject(owner, way === "group" ? { namespace_id: group.id } : {});
    if (way === "share") await shareWith(owner, project, group, "developer");
    const todo = await mark(user, await createIssue(owner, project, { confidential: true }));
    await gone(user, todo);
    await ok(owner.delete(`/groups/${group.id}/members/${user.id}`));
    await gone(user);
  });
});

test("the list shows current values", async () => {
  const { user, project, todo } = await setting();
  const path = `renamed-${project.path}`;
  await ok(user.put(`/projects/${project.id}`, { path }));
  const { body } = await user.get("/todos");
  expect(body).toMatchObject([{ id: todo.id, project: { path }, target_url: body[0].target.web_url }]);
  expect(body[0].target.web_url).toContain(`/${path}/issues/`);
});

test("the list costs one round trip and one statement, however long it is", async () => {
  const { user, project } = await setting();
  const one = await user.get("/todos");
  await todosOf(user, project, 4);
  const many = await user.get("/todos");
  const figures = [one, many].map(({ body, cost }) => [body.length, cost.roundTrips, cost.statements]);
  expect(figures).toEqual([
    [1, 1, 1],
    [5, 1, 1],
  ]);
});
