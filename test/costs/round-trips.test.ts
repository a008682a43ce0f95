// Round trips and statements of requests: the budget of docs/architecture.md, on both databases.
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok, root, unique } from "../support/actors.ts";
import type { Answer } from "../support/api.ts";
import { createGroup, createIssue, createProject } from "../support/factories.ts";

/** Something of each kind, and its ids for the paths. */
async function setting() {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const issue = await createIssue(owner, project);
  return { owner, group, project, issue };
}

type Setting = Awaited<ReturnType<typeof setting>>;

const hot: [string, (setting: Setting) => string][] = [
  ["issues of a project", ({ project }) => `/projects/${project.id}/issues`],
  ["one issue", ({ project, issue }) => `/projects/${project.id}/issues/${issue.id}`],
  ["projects", () => "/projects"],
  ["visible projects", () => "/projects/visible"],
  ["owned projects", () => "/projects/owned"],
  ["starred projects", () => "/projects/starred"],
  ["one project", ({ project }) => `/projects/${project.id}`],
  ["one project by path", ({ project }) => `/projects/${encodeURIComponent(project.path_with_namespace)}`],
  ["projects of a group", ({ group }) => `/groups/${group.id}/projects`],
  ["groups", () => "/groups"],
  ["owned groups", () => "/groups/owned"],
  ["one group", ({ group }) => `/groups/${group.path}`],
  ["users", () => "/users"],
  ["one user", ({ owner }) => `/users/${owner.id}`],
  ["namespaces", () => "/namespaces"],
];

test.each(hot)("%s: one round trip, authentication and access included", async (_, path) => {
  const context = await setting();
  const { status, cost } = await context.owner.get(path(context));
  expect({ status, roundTrips: cost.roundTrips }).toEqual({ status: 200, roundTrips: 1 });
});

test.each([
  ["members of a group", ({ group }: Setting) => `/groups/${group.id}/members`],
  ["one member", ({ group, owner }: Setting) => `/groups/${group.id}/members/${owner.id}`],
  ["members of a project", ({ project }: Setting) => `/projects/${project.id}/members`],
  ["users of a project", ({ project }: Setting) => `/projects/${project.id}/users`],
  ["own tokens", () => "/user/personal_access_tokens"],
])("%s: two round trips", async (_, path) => {
  const context = await setting();
  const { status, cost } = await context.owner.get(path(context));
  expect({ status, roundTrips: cost.roundTrips }).toEqual({ status: 200, roundTrips: 2 });
});

const writes: [string, (setting: Setting) => Promise<Answer>][] = [
  ["creating a group", ({ owner }) => owner.post("/groups", { name: unique("g"), path: unique("g") })],
  ["renaming a group", ({ owner, group }) => owner.put(`/groups/${group.id}`, { path: unique("g") })],
  ["deleting a group", ({ owner, group }) => owner.delete(`/groups/${group.id}`)],
  ["a group path that is taken", ({ owner, group }) => owner.post("/groups", { name: unique("g"), path: group.path })],
  ["creating a project", ({ owner, group }) => owner.post("/projects", { name: unique("p"), namespace_id: group.id })],
  [
    "a project path that is taken",
    ({ owner, group, project }) =>
      owner.post("/projects", { name: unique("p"), path: project.path, namespace_id: group.id }),
  ],
  ["renaming a project", ({ owner, project }) => owner.put(`/projects/${project.id}`, { name: unique("p") })],
  ["starring a project", ({ owner, project }) => owner.post(`/projects/${project.id}/star`)],
  ["archiving a project", ({ owner, project }) => owner.post(`/projects/${project.id}/archive`)],
  ["forking a project", ({ owner, project }) => owner.post(`/projects/fork/${project.id}`)],
  ["deleting a project", ({ owner, project }) => owner.delete(`/projects/${project.id}`)],
  [
    "adding a member",
    ({ owner, group }) => owner.post(`/groups/${group.id}/members`, { user_id: root.id, access_level: 20 }),
  ],
  ["creating an issue", ({ owner, project }) => owner.post(`/projects/${project.id}/issues`, { title: "t" })],
  ["making a token", ({ owner }) => owner.post("/user/personal_access_tokens", { name: "t", scopes: ["api"] })],
];

test.each(writes)("%s: three round trips at most", async (_, write) => {
  const answer = await write(await setting());
  expect(answer.status).toBeOneOf([200, 201, 204, 400]);
  expect(answer.cost.roundTrips).toBeLessThanOrEqual(3);
});

describe("a list asks the same number of statements for one row as for many", () => {
  test.each([
    ["issues", ({ project }: Setting) => `/projects/${project.id}/issues`],
    ["projects", () => "/projects"],
    ["projects of a group", ({ group }: Setting) => `/groups/${group.id}/projects`],
    ["groups", () => "/groups"],
    ["members", ({ group }: Setting) => `/groups/${group.id}/members`],
  ])("%s", async (_, path) => {
    const context = await setting();
    const { owner, group, project } = context;
    const one = await owner.get(path(context));
    for (let i = 0; i < 4; i += 1) {
      await createGroup(owner);
      await createProject(owner, { namespace_id: group.id });
      await createIssue(owner, project);
      const { id } = await createUser();
      await ok(owner.post(`/groups/${group.id}/members`, { user_id: id, access_level: 10 }));
    }
    const many = await owner.get(path(context));
    expect({ rows: many.body.length, statements: many.cost.statements }).toEqual({
      rows: 5,
      statements: one.cost.statements,
    });
  });
});

test("a request without credentials does not ask the database", async () => {
  const { status, cost } = await anonymous.get("/users/1");
  expect({ status, roundTrips: cost.roundTrips }).toEqual({ status: 401, roundTrips: 0 });
});
