// GET /groups/:id/projects: filters, order, shape and pagination of a group's projects.
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createUser, levels, ok, unique } from "../../../support/actors.ts";
import { createGroup, createIssue, createProject, type Group, type Project } from "../../../support/factories.ts";
import { idsOf, listing } from "../../../support/lists.ts";

const notFound = { status: 404, body: { message: "404 Group Not Found" } };

const shareWith = (owner: Actor, project: Project, group: Group) =>
  ok(owner.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: levels.guest }));

async function groupWith<const N extends string>(
  projects: Record<N, Record<string, string | number>>,
): Promise<{ owner: Actor; group: Group; projects: Record<N, Project> }> {
  const owner = await createUser();
  const group = await createGroup(owner, { name: `Autumn ${unique("n")}`, path: unique("p") });
  const made: [string, Project][] = [];
  for (const [key, attributes] of Object.entries<Record<string, string | number>>(projects)) {
    made.push([key, await createProject(owner, { namespace_id: group.id, ...attributes })]);
  }
  return { owner, group, projects: Object.fromEntries(made) as Record<N, Project> };
}

describe("the list", () => {
  test("has projects of the group and projects shared with it, newest first, and no others", async () => {
    const owner = await createUser();
    const [group, other] = [await createGroup(owner), await createGroup(owner)];
    const own = await createProject(owner, { namespace_id: group.id });
    const shared = await createProject(owner, { namespace_id: other.id });
    await createProject(owner, { namespace_id: other.id });
    await shareWith(owner, shared, group);
    const answer = await owner.get(`/groups/${group.id}/projects`);
    expect(answer).toMatchObject(listing(shared, own));
    expect(answer.headers.get("x-total")).toBe("2");
  });

  test("has each project in the shape of the group's detail", async () => {
    const { owner, group } = await groupWith({ one: {} });
    const detail = await owner.get(`/groups/${group.id}`);
    const { status, body } = await owner.get(`/groups/${group.path.toUpperCase()}/projects`);
    expect({ status, body }).toEqual({ status: 200, body: detail.body.projects });
  });

  test("has only seven attributes of each with simple", async () => {
    const { owner, group } = await groupWith({ one: {} });
    const { status, body } = await owner.get(`/groups/${group.id}/projects`, { simple: true });
    expect({ status, keys: Object.keys(body[0]).sort() }).toEqual({
      status: 200,
      keys: ["http_url_to_repo", "id", "name", "name_with_namespace", "path", "path_with_namespace", "web_url"],
    });
  });

  test("has a project that is shared with two groups once in each", async () => {
    const owner = await createUser();
    const [one, two] = [await createGroup(owner), await createGroup(owner)];
    const project = await createProject(owner);
    await shareWith(owner, project, one);
    await shareWith(owner, project, two);
    expect(await owner.get(`/groups/${one.id}/projects`)).toMatchObject(listing(project));
    expect(await owner.get(`/groups/${two.id}/projects`)).toMatchObject(listing(project));
  });
});

describe("archived", () => {
  test.for([
    [{}, "active"],
    [{ archived: false }, "active"],
    [{ archived: true }, "archived"],
  ] as const)("%j lists only the %s ones, shared ones too", async ([query, kind]) => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const projects = { active: [] as Project[], archived: [] as Project[] };
    for (const state of ["active", "archived"] as const) {
      const shared = await createProject(owner);
      await shareWith(owner, shared, group);
      projects[state] = [shared, await createProject(owner, { namespace_id: group.id })];
      if (state === "active") continue;
      for (const { id } of projects.archived) await ok(owner.post(`/projects/${id}/archive`));
    }
    expect(await owner.get(`/groups/${group.id}/projects`, { ...query, sort: "asc" })).toMatchObject(
      listing(...projects[kind]),
    );
  });
});

describe("visibility", () => {
  test.for([
    ["private", 0],
    ["internal", 10],
    ["public", 20],
  ] as const)("%s lists those of level %i", async ([visibility, level]) => {
    const { owner, group } = await groupWith({
      private: { visibility_level: 0 },
      internal: { visibility_level: 10 },
      public: { visibility_level: 20 },
    });
    const answer = await owner.get(`/groups/${group.id}/projects`, { visibility });
    expect(answer).toMatchObject({ status: 200, body: [{ visibility_level: level }] });
    expect(answer.headers.get("x-total")).toBe("1");
  });
});

describe("search", () => {
  test.for([
    ["a part of the name", "bril", ["one"]],
    ["a part of the path", "erries", ["two"]],
    ["a part of the description", "ripe in", ["three"]],
    ["letters of another case", "GABRIL", ["one"]],
    ["a part of the group's name", "autumn", ["one", "three", "two"]],
    ["text without a match", "winter", []],
    ["the empty text, which is no filter", "", ["one", "three", "two"]],
    ["blanks, which are no filter", "  ", ["one", "three", "two"]],
    ["an emoji", "🍒", ["three"]],
    ["another emoji", "🎉", []],
    ["a percent sign, which is literal", "%", ["two"]],
    ["an underscore, which is literal", "_", ["one"]],
    ["quotes", `'";--`, []],
  ] as const)("finds projects by %s", async ([, search, expected]) => {
    const { owner, group, projects } = await groupWith({
      one: { name: "1 Gabril_a", path: "x1" },
      two: { name: "3 x", path: "cherries", description: "100% red" },
      three: { name: "2 y", path: "x3", description: "Ripe in June 🍒" },
    });
    const answer = await owner.get(`/groups/${group.id}/projects`, { search, order_by: "name", sort: "asc" });
    expect(answer).toMatchObject(listing(...expected.map((key) => projects[key])));
    expect(answer.headers.get("x-total")).toBe(String(expected.length));
  });
});

describe("order", () => {
  test.for([
    ["id", ["one", "two", "three"]],
    ["name", ["two", "three", "one"]],
    ["path", ["three", "one", "two"]],
    ["created_at", ["one", "two", "three"]],
    ["updated_at", ["one", "three", "two"]],
    ["last_activity_at", ["two", "three", "one"]],
  ] as const)("by %s, both ways", async ([order_by, expected]) => {
    const { owner, group, projects } = await groupWith({
      one: { name: "c", path: "b" },
      two: { name: "a", path: "c" },
      three: { name: "b", path: "a" },
    });
    await ok(owner.put(`/projects/${projects.two.id}`, { description: "Changed last" }));
    await createIssue(owner, projects.one);
    const ordered = expected.map((key) => projects[key]);
    const list = `/groups/${group.id}/projects`;
    expect(await owner.get(list, { order_by, sort: "asc" })).toMatchObject(listing(...ordered));
    expect(await owner.get(list, { order_by, sort: "desc" })).toMatchObject(listing(...ordered.reverse()));
  });

  test("newest first by default", async () => {
    const { owner, group, projects } = await groupWith({ one: {}, two: {}, three: {} });
    expect(await owner.get(`/groups/${group.id}/projects`)).toMatchObject(
      listing(projects.three, projects.two, projects.one),
    );
  });

  test("is one order of own and shared projects, over all pages", async () => {
    const { owner, group, projects } = await groupWith({ b: { name: "b" }, d: { name: "d" } });
    const shared = [await createProject(owner, { name: "a" }), await createProject(owner, { name: "c" })];
    for (const project of shared) await shareWith(owner, project, group);
    const page = (page: number) =>
      owner.get(`/groups/${group.id}/projects`, { order_by: "name", sort: "asc", page, per_page: 3 });
    expect(await page(1)).toMatchObject({ status: 200, body: [{ name: "a" }, { name: "b" }, { name: "c" }] });
    expect(await page(2)).toMatchObject(listing(projects.d));
    expect(await page(3)).toMatchObject(listing());
  });
});

describe("owned and starred", () => {
  test("owned lists what the caller owns", async () => {
    const [owner, guest] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    await ok(owner.post(`/groups/${group.id}/members`, { user_id: guest.id, access_level: levels.master }));
    const project = await createProject(owner, { namespace_id: group.id });
    const shared = await createProject(guest);
    await shareWith(guest, shared, group);
    expect(await owner.get(`/groups/${group.id}/projects`, { owned: true })).toMatchObject(listing(project));
    expect(await guest.get(`/groups/${group.id}/projects`, { owned: true })).toMatchObject(listing(shared));
  });

  test("starred lists what the caller starred", async () => {
    const { owner, group, projects } = await groupWith({ one: {}, two: {} });
    await ok(owner.post(`/projects/${projects.one.id}/star`));
    const answer = await owner.get(`/groups/${group.id}/projects`, { starred: true });
    expect(answer).toMatchObject(listing(projects.one));
    expect(answer.headers.get("x-total")).toBe("1");
  });

  test("filters combine", async () => {
    const { owner, group, projects } = await groupWith({
      one: { description: "red", visibility_level: 20 },
      two: { description: "red" },
      three: { description: "blue", visibility_level: 20 },
    });
    for (const { id } of Object.values(projects)) await ok(owner.post(`/projects/${id}/star`));
    const filters = { search: "RED", visibility: "public", starred: true, owned: true, archived: false };
    expect(await owner.get(`/groups/${group.id}/projects`, filters)).toMatchObject(listing(projects.one));
  });
});

describe("is refused", () => {
  test.for([
    ["visibility=secret", "visibility does not have a valid value"],
    ["visibility=", "visibility does not have a valid value"],
    ["visibility=Public", "visibility does not have a valid value"],
    ["order_by=star_count", "order_by does not have a valid value"],
    ["sort=up", "sort does not have a valid value"],
    ["archived=perhaps", "archived is invalid"],
    ["simple=perhaps", "simple is invalid"],
    ["owned=perhaps", "owned is invalid"],
    ["starred=perhaps", "starred is invalid"],
  ])("%s", async ([query, error]) => {
    const { owner, group } = await groupWith({});
    expect(await owner.get(`/groups/${group.id}/projects?${query}`)).toMatchObject({ status: 400, body: { error } });
  });

  test("a missing group", async () => {
    const user = await createUser();
    expect(await user.get("/groups/no-such-group/projects")).toMatchObject(notFound);
  });

  test("a user's namespace, which is no group", async () => {
    const user = await createUser();
    const { namespace } = await createProject(user);
    expect(await user.get(`/groups/${user.username}/projects`)).toMatchObject(notFound);
    expect(await user.get(`/groups/${namespace.id}/projects`)).toMatchObject(notFound);
  });

  test("a request without credentials", async () => {
    expect(await anonymous.get("/groups/1/projects")).toMatchObject({
      status: 401,
      body: { message: "401 Unauthorized" },
    });
  });
});

describe("visible projects", () => {
  test("of a member of single projects are those in the group", async () => {
    const [owner, member] = [await createUser(), await createUser()];
    const [group, other] = [await createGroup(owner), await createGroup(owner)];
    const within = await createProject(owner, { namespace_id: group.id });
    for (const { id } of [within, await createProject(owner, { namespace_id: other.id })]) {
      await ok(owner.post(`/projects/${id}/members`, { user_id: member.id, access_level: levels.guest }));
    }
    expect(await member.get(`/groups/${group.id}/projects`)).toMatchObject(listing(within));
  });

  const table = `
    who             own-private own-internal own-public shared-private shared-internal shared-public
    outsider        no          yes          yes        no             yes             yes
    external        no          no           yes        no             no              yes
    member          yes         yes          yes        yes            yes             yes
    external-member yes         yes          yes        yes            yes             yes
    one-of-project  yes         yes          yes        no             yes             yes
    owner           yes         yes          yes        yes            yes             yes
    admin           yes         yes          yes        yes            yes             yes`;
  const [[, ...kinds] = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));

  test.for(rows.map(([who = "", ...cells]) => ({ who, cells })))("for $who", async ({ who, cells }) => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const viewer =
      who === "owner" ? owner : await createUser({ admin: who === "admin", external: who.startsWith("external") });
    const membership = { user_id: viewer.id, access_level: levels.guest };
    if (who.endsWith("member")) await ok(owner.post(`/groups/${group.id}/members`, membership));
    for (const [index, name] of kinds.entries()) {
      const place = name.startsWith("own") ? { namespace_id: group.id } : {};
      const project = await createProject(owner, { name, visibility_level: (index % 3) * 10, ...place });
      if (name.startsWith("shared")) await shareWith(owner, project, group);
      if (who === "one-of-project" && index === 0) await ok(owner.post(`/projects/${project.id}/members`, membership));
    }
    const answer = await viewer.get(`/groups/${group.id}/projects`);
    const found = new Set(answer.body.map((project: Project) => project.name));
    expect({ status: answer.status, seen: kinds.map((kind) => (found.has(kind) ? "yes" : "no")) }).toEqual({
      status: 200,
      seen: cells,
    });
    expect(answer.headers.get("x-total")).toBe(String(idsOf(answer).length));
  });
});
