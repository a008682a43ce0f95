// POST /projects: the new project, its namespace, and access.
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok, type Role, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinGroup } from "../../../support/belonging.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

describe("credentials and parameters", () => {
  test("anonymous callers get 401, whatever they send", async () => {
    expect(await anonymous.post("/projects")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
  });

  test("a request without name and path is 400", async () => {
    const user = await createUser();
    expect(await user.post("/projects", { description: "nameless" })).toMatchObject({
      status: 400,
      body: { error: "name, path are missing, at least one parameter must be provided" },
    });
  });

  test.each([
    [{ visibility_level: 5 }, "visibility_level does not have a valid value"],
    [{ visibility_level: 30 }, "visibility_level does not have a valid value"],
    [{ visibility_level: "" }, "visibility_level does not have a valid value"],
    [{ visibility_level: "secret" }, "visibility_level is invalid, visibility_level does not have a valid value"],
    [{ public: "maybe" }, "public is invalid"],
    [{ issues_enabled: "maybe" }, "issues_enabled is invalid"],
    [{ namespace_id: "mine" }, "namespace_id is invalid"],
  ])("%j is 400 and creates nothing", async (attributes, error) => {
    const user = await createUser();
    const answer = await user.post("/projects", { name: "x", ...attributes });
    expect({ ...answer, left: (await user.get("/projects")).body }).toMatchObject({
      status: 400,
      body: { error },
      left: [],
    });
  });
});

describe("name and path", () => {
  test.each([
    [{ name: "Foo Project" }, { name: "Foo Project", path: "foo-project" }],
    [{ path: "only-path" }, { name: "only-path", path: "only-path" }],
    [{ name: "Größe 2.0" }, { name: "Größe 2.0", path: "grosse-2-0" }],
    [
      { name: "Both", path: "Given_Path" },
      { name: "Both", path: "Given_Path" },
    ],
    [{ name: "🚀 Rocket" }, { name: "🚀 Rocket", path: "rocket" }],
    [
      { name: "x", path: ".hidden" },
      { name: "x", path: ".hidden" },
    ],
    [
      { name: "x", path: "admin" },
      { name: "x", path: "admin" },
    ],
    [
      { name: "tree", path: "forest" },
      { name: "tree", path: "forest" },
    ],
  ])("%j gives %j", async (attributes, expected) => {
    const user = await createUser();
    expect(await user.post("/projects", attributes)).toMatchObject({ status: 201, body: expected });
  });
});

describe("the answer", () => {
  test("is the project as its owner sees it, with the runners' token", async () => {
    const user = await createUser();
    expect(await user.post("/projects", { name: "Fresh" })).toMatchObject({
      status: 201,
      body: {
        name: "Fresh",
        path_with_namespace: `${user.username}/fresh`,
        web_url: `${baseUrl}/${user.username}/fresh`,
        visibility_level: 0,
        creator_id: user.id,
        owner: { id: user.id },
        runners_token: expect.stringMatching(/^\w{20}$/),
      },
    });
  });

  test("is what a GET shows, except the permissions", async () => {
    const user = await createUser();
    const created = await ok(user.post("/projects", { name: "Fresh", description: "About", visibility_level: 10 }));
    const { permissions: _, ...shown } = await ok(user.get(`/projects/${created.id}`));
    expect(shown).toEqual(created);
  });

  test.each([
    "issues_enabled",
    "merge_requests_enabled",
    "wiki_enabled",
    "builds_enabled",
    "snippets_enabled",
    "shared_runners_enabled",
    "container_registry_enabled",
    "lfs_enabled",
    "public_builds",
    "request_access_enabled",
    "only_allow_merge_if_build_succeeds",
    "only_allow_merge_if_all_discussions_are_resolved",
  ])("has the given %s", async (attribute) => {
    const user = await createUser();
    const on = await user.post("/projects", { name: "on", [attribute]: true });
    const off = await user.post("/projects", { name: "off", [attribute]: false });
    expect([on, off]).toMatchObject([
      { status: 201, body: { [attribute]: true } },
      { status: 201, body: { [attribute]: false } },
    ]);
  });
});

describe("visibility", () => {
  test.each([
    [{}, 0],
    [{ visibility_level: 0 }, 0],
    [{ visibility_level: 10 }, 10],
    [{ visibility_level: "20" }, 20],
    [{ public: true }, 20],
    [{ public: false }, 0],
    [{ public: true, visibility_level: 10 }, 10],
    [{ public: false, visibility_level: 20 }, 20],
  ])("%j makes a project of level %d", async (attributes, visibility_level) => {
    const user = await createUser();
    expect(await user.post("/projects", { name: "x", ...attributes })).toMatchObject({
      status: 201,
      body: { visibility_level, public: visibility_level === 20 },
    });
  });

  test.each([
    [0, { visibility_level: 10 }, "internal is not allowed in a private group."],
    [0, { visibility_level: 20 }, "public is not allowed in a private group."],
    [0, { public: true }, "public is not allowed in a private group."],
    [10, { visibility_level: 20 }, "public is not allowed in a internal group."],
  ])("in a group of level %d, %j is 400", async (level, attributes, message) => {
    const user = await createUser();
    const group = await createGroup(user, { visibility_level: level });
    expect(await user.post("/projects", { name: "x", namespace_id: group.id, ...attributes })).toMatchObject({
      status: 400,
      body: { message: { visibility_level: [message] } },
    });
  });
});

describe("the namespace", () => {
  test("is the creator's own by default, and they are its master", async () => {
    const user = await createUser();
    const { id } = await createProject(user);
    expect(await user.get(`/projects/${id}/members`)).toMatchObject({
      status: 200,
      body: [{ id: user.id, access_level: 40 }],
    });
  });

  test("can be a group, and then the creator is no direct member of the project", async () => {
    const user = await createUser();
    const group = await createGroup(user);
    const { id } = await createProject(user, { namespace_id: group.id });
    expect(await user.get(`/projects/${id}/members`)).toMatchObject({ status: 200, body: [] });
  });

  const mayCreate: [Role, number][] = [
    ["guest", 400],
    ["reporter", 400],
    ["developer", 400],
    ["master", 201],
    ["owner", 201],
  ];
  test.each(mayCreate)("of a group, for its %s, is %d", async (role, status) => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    await joinGroup(owner, group, user, role);
    const answer = await user.post("/projects", { name: "x", namespace_id: group.id });
    expect(answer).toMatchObject({
      status,
      body: status === 201 ? { namespace: { id: group.id } } : { message: { namespace: ["is not valid"] } },
    });
  });

  test("can be any group for an administrator", async () => {
    const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
    const group = await createGroup(owner, { visibility_level: 0 });
    expect(await admin.post("/projects", { name: "x", namespace_id: group.id })).toMatchObject({
      status: 201,
      body: { namespace: { id: group.id } },
    });
  });

  test.each([
    ["of another user", async () => (await createProject(await createUser())).namespace.id],
    ["of a group without the user", async () => (await createGroup(await createUser())).id],
    ["that does not exist", async () => 999_999_999],
  ])("%s is 400", async (_which, idOf) => {
    const user = await createUser();
    expect(await user.post("/projects", { name: "x", namespace_id: await idOf() })).toMatchObject({
      status: 400,
      body: { message: { namespace: ["is not valid"] } },
    });
  });
});

describe("the limit", () => {
  const message = (limit: number) =>
    `Your project limit is ${limit} projects! Please contact your administrator to increase it`;

  test("answers 403", async () => {
    const user = await createUser({ projects_limit: 2 });
    await createProject(user);
    await createProject(user);
    expect(await user.post("/projects", { name: "third" })).toMatchObject({
      status: 403,
      body: { error: [message(2)] },
    });
  });

  test.each([
    ["of 0", { projects_limit: 0 }],
    ["of external users", { external: true }],
  ])("%s allows no personal project", async (_which, attributes) => {
    const user = await createUser(attributes);
    expect(await user.post("/projects", { name: "x" })).toMatchObject({
      status: 403,
      body: { error: ["Personal project creation is not allowed. Please contact your administrator with questions"] },
    });
  });

  test("does not apply to groups", async () => {
    const user = await createUser({ projects_limit: 0 });
    const group = await createGroup(user);
    expect(await user.post("/projects", { name: "x", namespace_id: group.id })).toMatchObject({ status: 201 });
  });

  test("has room again after a project is deleted", async () => {
    const user = await createUser({ projects_limit: 1 });
    const { id } = await createProject(user);
    await ok(user.delete(`/projects/${id}`));
    expect(await user.post("/projects", { name: "x" })).toMatchObject({ status: 201, body: { name: "x" } });
  });

  test("holds for concurrent calls", async () => {
    const user = await createUser({ projects_limit: 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.post("/projects", { name: unique("p") })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 201, 403, 403, 403, 403, 403, 403, 403]);
  });
});
