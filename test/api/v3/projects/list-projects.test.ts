// GET /projects, /visible, /owned, /starred, /all: which projects each list has for whom.
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createAdmin, createUser, ok, unique } from "../../../support/actors.ts";
import type { Caller } from "../../../support/api.ts";
import { joinGroup, joinProject, shareWith } from "../../../support/belonging.ts";
import { yesterday } from "../../../support/days.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const unauthorized = { status: 401, body: { message: "401 Unauthorized" } };

/** Projects of one user with every kind of membership, and other users' projects. All names share one word. */
async function createWays() {
  const [viewer, stranger, external, admin] = await Promise.all([
    createUser(),
    createUser(),
    createUser({ external: true }),
    createAdmin(),
  ]);
  const [ownedGroup, joinedGroup, guestGroup] = await Promise.all([
    createGroup(viewer),
    createGroup(stranger),
    createGroup(stranger),
  ]);
  await Promise.all([
    joinGroup(stranger, joinedGroup, viewer, "guest"),
    joinGroup(stranger, guestGroup, viewer, "reporter"),
  ]);
  const word = unique("word");
  const make = async (owner: Actor, key: string, attributes = {}) =>
    createProject(owner, { name: `${word} ${key}`, ...attributes });
  const [direct, shared] = await Promise.all([
    make(stranger, "direct"),
    make(stranger, "shared"),
    make(viewer, "own"),
    make(viewer, "owned", { namespace_id: ownedGroup.id }),
    make(stranger, "grouped", { namespace_id: joinedGroup.id }),
    make(stranger, "public", { visibility_level: 20 }),
    make(stranger, "internal", { visibility_level: 10 }),
    make(stranger, "private"),
  ]);
  await joinProject(stranger, direct, viewer, "guest");
  await shareWith(stranger, shared, guestGroup, "developer");
  return { word, viewer, stranger, external, admin, anonymous };
}

type Way = "own" | "owned" | "grouped" | "direct" | "shared" | "public" | "internal" | "private";
const everything: Way[] = ["direct", "grouped", "internal", "own", "owned", "private", "public", "shared"];

describe("the list", () => {
  const listed: [string, "anonymous" | "external" | "viewer" | "stranger" | "admin", Way[]][] = [
    ["/projects", "viewer", ["direct", "grouped", "own", "owned", "shared"]],
    ["/projects", "stranger", ["direct", "grouped", "internal", "private", "public", "shared"]],
    ["/projects", "external", []],
    ["/projects", "admin", []],
    ["/projects/visible", "anonymous", ["public"]],
    ["/projects/visible", "external", ["public"]],
    ["/projects/visible", "viewer", ["direct", "grouped", "internal", "own", "owned", "public", "shared"]],
    ["/projects/visible", "admin", everything],
    ["/projects/owned", "viewer", ["own", "owned"]],
    ["/projects/owned", "stranger", ["direct", "grouped", "internal", "private", "public", "shared"]],
    ["/projects/owned", "admin", []],
    ["/projects/all", "admin", everything],
  ];
  test.each(listed)("%s has for %s %j", async (path, who, expected) => {
    const { word, ...people } = await createWays();
    const answer = await people[who].get(path, { search: word, order_by: "name", sort: "asc" });
    expect(answer).toMatchObject({ status: 200, body: expected.map((way) => ({ name: `${word} ${way}` })) });
  });

  test.each(["/projects", "/projects/owned", "/projects/starred", "/projects/all"])(
    "%s is 401 without credentials",
    async (path) => {
      expect(await anonymous.get(path)).toMatchObject(unauthorized);
    },
  );

  test("/projects/all is 403 for users who are not administrators", async () => {
    const user = await createUser();
    expect(await user.get("/projects/all")).toMatchObject({ status: 403, body: { message: "403 Forbidden" } });
  });

  test("has a project with several kinds of membership once, and counts it once", async () => {
    const [viewer, owner] = await Promise.all([createUser(), createUser()]);
    const [group, other] = await Promise.all([createGroup(owner), createGroup(owner)]);
    const project = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
    await joinGroup(owner, group, viewer, "developer");
    await joinGroup(owner, other, viewer, "developer");
    await joinProject(owner, project, viewer, "guest");
    await shareWith(owner, project, other, "reporter");
    const answer = await viewer.get("/projects");
    expect({ body: answer.body, total: answer.headers.get("x-total") }).toMatchObject({
      body: [{ id: project.id }],
      total: "1",
    });
  });
});

describe("access ends with", () => {
  test.each([
    [
      "a membership of the project",
      (owner: Actor, { project }: Shared, viewer: Actor, expires_at: string) =>
        joinProject(owner, project, viewer, "master", { expires_at }),
    ],
    [
      "a membership of the group",
      (owner: Actor, { group }: Shared, viewer: Actor, expires_at: string) =>
        joinGroup(owner, group, viewer, "master", { expires_at }),
    ],
    [
      "a share",
      async (owner: Actor, { project, other }: Shared, viewer: Actor, expires_at: string) => {
        await joinGroup(owner, other, viewer, "master");
        await shareWith(owner, project, other, "master", { expires_at });
      },
    ],
  ])("%s that expired yesterday: nothing is listed", async (_way, belong) => {
    const [viewer, owner] = await Promise.all([createUser(), createUser()]);
    const [group, other] = await Promise.all([createGroup(owner), createGroup(owner)]);
    const project = await createProject(owner, { namespace_id: group.id });
    await belong(owner, { project, group, other }, viewer, yesterday());
    expect(await viewer.get("/projects")).toMatchObject({ status: 200, body: [] });
  });

  interface Shared {
    readonly project: { readonly id: number };
    readonly group: { readonly id: number };
    readonly other: { readonly id: number };
  }
});

describe("/projects/starred", () => {
  test("lists what the caller starred and nobody else's stars", async () => {
    const [viewer, other] = await Promise.all([createUser(), createUser()]);
    const [mine, theirs, shunned] = await Promise.all([
      createProject(viewer),
      createProject(other, { visibility_level: 20 }),
      createProject(other, { visibility_level: 20 }),
    ]);
    await ok(viewer.post(`/projects/${mine.id}/star`));
    await ok(viewer.post(`/projects/${theirs.id}/star`));
    await ok(other.post(`/projects/${shunned.id}/star`));
    const answer = await viewer.get("/projects/starred", { order_by: "id", sort: "asc" });
    const ids = [mine.id, theirs.id].sort((a, b) => a - b);
    expect(answer).toMatchObject({ status: 200, body: ids.map((id) => ({ id })) });
  });

  test("leaves out projects the caller can no longer see", async () => {
    const [viewer, owner] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    await ok(viewer.post(`/projects/${project.id}/star`));
    await ok(owner.put(`/projects/${project.id}`, { visibility_level: 0 }));
    expect(await viewer.get("/projects/starred")).toMatchObject({ status: 200, body: [] });
  });
});

describe("the shape of listed projects", () => {
  const simple = ["http_url_to_repo", "id", "name", "name_with_namespace", "path", "path_with_namespace", "web_url"];
  const keys = (project: object) => Object.keys(project).sort();

  test.each(["/projects", "/projects/visible", "/projects/owned", "/projects/starred", "/projects/all"])(
    "%s with simple=true is exactly seven keys",
    async (path) => {
      const admin = await createAdmin();
      const project = await createProject(admin);
      await ok(admin.post(`/projects/${project.id}/star`));
      const { status, body } = await admin.get(path, { simple: true, search: project.name });
      expect({ status, shapes: body.map(keys) }).toEqual({ status: 200, shapes: [simple] });
    },
  );

  test("is the seven keys for anonymous callers, with any parameters", async () => {
    const project = await createProject(await createUser(), { visibility_level: 20 });
    const { status, body } = await anonymous.get("/projects/visible", { simple: false, search: project.name });
    expect({ status, shapes: body.map(keys) }).toEqual({ status: 200, shapes: [simple] });
  });

  test.each(["/projects", "/projects/visible", "/projects/owned", "/projects/all"])(
    "of %s has the caller's permissions",
    async (path) => {
      const admin = await createAdmin();
      const { name } = await createProject(admin);
      const permissions = { project_access: { access_level: 40, notification_level: 3 }, group_access: null };
      expect(await admin.get(path, { search: name })).toMatchObject({ status: 200, body: [{ name, permissions }] });
    },
  );

  test.each(["/projects/starred", "/projects/search/:name"])("of %s has no permissions", async (path) => {
    const owner = await createUser();
    const project = await createProject(owner);
    await ok(owner.post(`/projects/${project.id}/star`));
    const { status, body } = await owner.get(path.replace(":name", project.name));
    expect({ status, shown: body.map((one: object) => "permissions" in one) }).toEqual({ status: 200, shown: [false] });
  });

  test("has the levels in the group and in the project separately, and a share's in neither", async () => {
    const [owner, viewer] = await Promise.all([createUser(), createUser()]);
    const [group, other] = await Promise.all([createGroup(owner), createGroup(owner)]);
    const project = await createProject(owner, { namespace_id: group.id });
    await joinGroup(owner, group, viewer, "reporter");
    await joinGroup(owner, other, viewer, "master");
    await shareWith(owner, project, other, "master");
    const permissions = { project_access: null, group_access: { access_level: 20, notification_level: 3 } };
    expect(await viewer.get("/projects")).toMatchObject({ status: 200, body: [{ id: project.id, permissions }] });
  });

  test.each(["/projects", "/projects/visible", "/projects/owned"])(
    "of %s never has the runners' token",
    async (path) => {
      const owner = await createUser();
      const { name } = await createProject(owner);
      const { status, body } = await owner.get(path, { search: name });
      expect({ status, shown: body.map((one: object) => "runners_token" in one) }).toEqual({
        status: 200,
        shown: [false],
      });
    },
  );
});

test("a page of a list has the pagination headers", async () => {
  const owner: Caller & Actor = await createUser();
  for (let i = 0; i < 3; i += 1) await createProject(owner);
  const { status, body, headers } = await owner.get("/projects", { per_page: 2, page: 2 });
  expect({
    status,
    rows: body.length,
    paging: ["x-total", "x-total-pages", "x-per-page", "x-page", "x-next-page", "x-prev-page"].map((name) =>
      headers.get(name),
    ),
  }).toEqual({ status: 200, rows: 1, paging: ["3", "2", "2", "2", "", "1"] });
});
