// POST /projects/:id/issues/:issue_id/todo
import { describe, expect, test } from "vitest";
import { anonymous, type Cast, castNames, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast, createIssue, createProject, type Issue } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";

const todoPath = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}/todo`;
const issuePath = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

const unchanged = { status: 304, text: "" };
const noRecord = { status: 404, text: '{"message":"404 Not found"}' };

/** A personal project with an issue. */
async function setting(projectAttributes = {}, issueAttributes = {}) {
  const author = await createUser();
  const project = await createProject(author, projectAttributes);
  const issue = await createIssue(author, project, issueAttributes);
  return { author, project, issue };
}

test("a marked todo is answered with its project, its author and the issue", async () => {
  const { author, project, issue } = await setting({}, { title: "To be done" });
  const { status, body } = await author.post(todoPath(issue));
  const webUrl = `${baseUrl}/${project.path_with_namespace}`;
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(Number),
      project: {
        id: project.id,
        name: project.name,
        name_with_namespace: `Name of ${author.username} / ${project.name}`,
        path: project.path,
        path_with_namespace: project.path_with_namespace,
        http_url_to_repo: `${webUrl}.git`,
        web_url: webUrl,
      },
      author: {
        id: author.id,
        username: author.username,
        name: `Name of ${author.username}`,
        state: "active",
        avatar_url: null,
        web_url: `${baseUrl}/${author.username}`,
      },
      action_name: "marked",
      target_type: "Issue",
      target: await ok(author.get(issuePath(issue))),
      target_url: `${webUrl}/issues/${issue.iid}`,
      body: "To be done",
      state: "pending",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  });
});

test("a todo of a group's project has the group in its name", async () => {
  const { cast, group, project } = await createCast();
  const issue = await createIssue(cast.owner, project);
  expect(await cast.guest.post(todoPath(issue))).toMatchObject({
    status: 201,
    body: { project: { name_with_namespace: `${group.name} / ${project.name}` } },
  });
});

test("the issue in it is as the caller sees it", async () => {
  const { issue } = await setting({ visibility_level: 20 });
  const reader = await createUser();
  expect(await reader.post(todoPath(issue))).toMatchObject({
    status: 201,
    body: { author: { id: reader.id }, target: { id: issue.id, subscribed: false } },
  });
});

test("the project can be given by its path", async () => {
  const { author, project, issue } = await setting();
  const path = `/projects/${encodeURIComponent(project.path_with_namespace)}/issues/${issue.id}/todo`;
  expect(await author.post(path)).toMatchObject({ status: 201, body: { target: { id: issue.id } } });
});

test("a second one while one is pending is 304", async () => {
  const { author, issue } = await setting();
  const todo = await ok(author.post(todoPath(issue)));
  expect(await author.post(todoPath(issue))).toMatchObject(unchanged);
  expect(await author.get("/todos")).toMatchObject(listing(todo));
});

test("a pending todo from an assignment is 304 as well", async () => {
  const { author, issue } = await setting();
  await ok(author.put(issuePath(issue), { assignee_id: author.id }));
  expect(await author.post(todoPath(issue))).toMatchObject(unchanged);
  expect(await author.get("/todos")).toMatchObject({ status: 200, body: [{ action_name: "assigned" }] });
});

test("another can be created after it is done", async () => {
  const { author, issue } = await setting();
  const first = await ok(author.post(todoPath(issue)));
  await ok(author.delete(`/todos/${first.id}`));
  const second = await author.post(todoPath(issue));
  expect(second).toMatchObject({ status: 201, body: { state: "pending" } });
  expect(second.body.id).not.toBe(first.id);
});

test("users' todos are independent", async () => {
  const { author, issue } = await setting({ visibility_level: 20 });
  const reader = await createUser();
  await ok(author.post(todoPath(issue)));
  expect(await reader.post(todoPath(issue))).toMatchObject({ status: 201, body: { author: { id: reader.id } } });
});

test("todos of different issues are independent", async () => {
  const { author, project, issue } = await setting();
  await ok(author.post(todoPath(issue)));
  const other = await createIssue(author, project);
  expect(await author.post(todoPath(other))).toMatchObject({ status: 201, body: { target: { id: other.id } } });
});

test("twenty concurrent calls create one", async () => {
  const { author, issue } = await setting();
  const answers = await Promise.all(Array.from({ length: 20 }, () => author.post(todoPath(issue))));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(304)]);
  const { body, headers } = await author.get("/todos");
  expect({ todos: body.length, total: headers.get("x-total") }).toEqual({ todos: 1, total: "1" });
});

describe("updated_at of the issue", () => {
  const before = "2016-01-04T15:31:51.081Z";

  test("changes with a new todo, in its answer too", async () => {
    const { author, issue } = await setting({}, { created_at: before });
    const { created_at, target } = await ok(author.post(todoPath(issue)));
    const { updated_at } = await ok(author.get(issuePath(issue)));
    expect([target.updated_at, updated_at]).toEqual([created_at, created_at]);
  });

  test("stays if there is one already", async () => {
    const { author, issue } = await setting({}, { created_at: before });
    const { created_at } = await ok(author.post(todoPath(issue)));
    expect(await author.post(todoPath(issue))).toMatchObject(unchanged);
    expect(await author.get(issuePath(issue))).toMatchObject({ status: 200, body: { updated_at: created_at } });
  });
});

const everyoneInside = { guest: 201, reporter: 201, developer: 201, master: 201, owner: 201, admin: 201 };
const readers: Record<string, [number, Record<keyof Cast, number>]> = {
  private: [0, { anonymous: 401, external: 404, outsider: 404, ...everyoneInside }],
  internal: [10, { anonymous: 401, external: 404, outsider: 201, ...everyoneInside }],
  public: [20, { anonymous: 401, external: 201, outsider: 201, ...everyoneInside }],
};

test.each(Object.entries(readers))(
  "every reader of an issue in a %s project can mark it as a todo",
  async (_, [level, who]) => {
    const { cast, project } = await createCast({}, { visibility_level: level });
    const issue = await createIssue(cast.owner, project);
    const statuses = await Promise.all(
      castNames.map(async (name) => [name, (await cast[name].post(todoPath(issue))).status]),
    );
    expect(Object.fromEntries(statuses)).toEqual(who);
  },
);

describe("an invisible issue", () => {
  test("because it is confidential answers as an unknown one", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const issue = await createIssue(cast.owner, project, { confidential: true });
    const answers = await Promise.all(
      [cast.guest, cast.outsider].flatMap((reader) => [
        reader.post(todoPath(issue)),
        reader.post(todoPath({ ...issue, id: 999_999_999 })),
      ]),
    );
    expect(answers).toMatchObject(Array(4).fill(noRecord));
  });

  test("because it is another project's is 404", async () => {
    const { author, issue } = await setting();
    const other = await createProject(author);
    expect(await author.post(`/projects/${other.id}/issues/${issue.id}/todo`)).toMatchObject(noRecord);
  });

  test("because issues are disabled is 404", async () => {
    const { author, project, issue } = await setting();
    await ok(author.put(`/projects/${project.id}`, { issues_enabled: false }));
    expect(await author.post(todoPath(issue))).toMatchObject(noRecord);
  });

  test("because its project is invisible is 404 for the project", async () => {
    const { issue } = await setting();
    const outsider = await createUser();
    expect(await outsider.post(todoPath(issue))).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
  });

  test("is not found by its iid", async () => {
    const { author, project, issue } = await setting();
    expect(await author.post(`/projects/${project.id}/issues/${issue.iid}/todo`)).toMatchObject(noRecord);
  });
});

test("the author and the assignee can mark a confidential issue in any role", async () => {
  const [owner, guest, outsider] = await Promise.all([createUser(), createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  await joinProject(owner, project, guest, "guest");
  const assigned = await createIssue(owner, project, { confidential: true, assignee_id: guest.id });
  const written = await createIssue(outsider, project, { confidential: true });
  // An assignment may have created a todo, which is marked as done first.
  await ok(guest.delete("/todos"));
  expect([await guest.post(todoPath(assigned)), await outsider.post(todoPath(written))]).toMatchObject([
    { status: 201, body: { target: { id: assigned.id, confidential: true } } },
    { status: 201, body: { target: { id: written.id, confidential: true } } },
  ]);
});

test("an id that is not a number is 400", async () => {
  const { author, project } = await setting();
  expect(await author.post(`/projects/${project.id}/issues/abc/todo`)).toMatchObject({
    status: 400,
    body: { error: "issue_id is invalid" },
  });
});

test("an id beyond any integer is 404", async () => {
  const { author, project } = await setting();
  const path = `/projects/${project.id}/issues/99999999999999999999999/todo`;
  expect(await author.post(path)).toMatchObject(noRecord);
});

test("anonymous callers get 401, whatever they send", async () => {
  expect(await anonymous.post("/projects/0/issues/abc/todo")).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});

test("attributes sent by the client are ignored", async () => {
  const { author, issue } = await setting();
  const other = await createUser();
  const params = { user_id: other.id, author_id: other.id, action_name: "assigned", action: "assigned", state: "done" };
  expect(await author.post(todoPath(issue), params)).toMatchObject({
    status: 201,
    body: { author: { id: author.id }, action_name: "marked", state: "pending" },
  });
  expect(await other.get("/todos")).toMatchObject(listing());
});
