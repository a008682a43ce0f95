// Filters and orders of the project lists.
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok, unique } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { joinGroup } from "../../../support/belonging.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const namesOf = ({ status, body }: Answer) => ({
  status,
  names: body.map((project: { name: string }) => project.name),
});

describe("archived", () => {
  test.each([
    [{}, ["kept"]],
    [{ archived: false }, ["kept"]],
    [{ archived: true }, ["archived"]],
    [{ archived: "" }, ["kept"]],
  ])("%j lists %j", async (query, names) => {
    const owner = await createUser();
    await createProject(owner, { name: "kept" });
    const archived = await createProject(owner, { name: "archived" });
    await ok(owner.post(`/projects/${archived.id}/archive`));
    expect(namesOf(await owner.get("/projects", query))).toEqual({ status: 200, names });
  });
});

describe("visibility", () => {
  test.each(["private", "internal", "public"])("%s lists only projects of that level", async (visibility) => {
    const owner = await createUser();
    await createProject(owner, { name: "private" });
    await createProject(owner, { name: "internal", visibility_level: 10 });
    await createProject(owner, { name: "public", visibility_level: 20 });
    expect(namesOf(await owner.get("/projects", { visibility }))).toEqual({ status: 200, names: [visibility] });
  });

  test("private reveals no invisible project", async () => {
    const [owner, outsider] = await Promise.all([createUser(), createUser()]);
    const { name } = await createProject(owner);
    const answer = await outsider.get("/projects/visible", { visibility: "private", search: name });
    expect(namesOf(answer)).toEqual({ status: 200, names: [] });
  });
});

test.each([
  ["visibility=secret", "visibility does not have a valid value"],
  ["visibility=Public", "visibility does not have a valid value"],
  ["visibility=", "visibility does not have a valid value"],
  ["order_by=stars", "order_by does not have a valid value"],
  ["sort=up", "sort does not have a valid value"],
  ["archived=maybe", "archived is invalid"],
  ["simple=2", "simple is invalid"],
  ["page=x&per_page=y", "page is invalid, per_page is invalid"],
  ["visibility=secret&order_by=stars&sort=up", "visibility, order_by and sort"],
])("?%s is 400", async (query, error) => {
  const listOfErrors =
    "visibility does not have a valid value, order_by does not have a valid value, sort does not have a valid value";
  expect(await anonymous.get(`/projects/visible?${query}`)).toMatchObject({
    status: 400,
    body: { error: error === "visibility, order_by and sort" ? listOfErrors : error },
  });
});

describe("the parameters owned and starred", () => {
  test("owned=true lists projects in the caller's namespace or in a group they own", async () => {
    const [viewer, other] = await Promise.all([createUser(), createUser()]);
    const [owned, joined] = await Promise.all([createGroup(viewer), createGroup(other)]);
    await joinGroup(other, joined, viewer, "master");
    await createProject(viewer, { name: "own" });
    await createProject(viewer, { name: "group", namespace_id: owned.id });
    await createProject(other, { name: "joined", namespace_id: joined.id });
    const answer = await viewer.get("/projects", { owned: true, order_by: "name", sort: "asc" });
    expect(namesOf(answer)).toEqual({ status: 200, names: ["group", "own"] });
  });

  test("starred=true lists projects the caller starred", async () => {
    const viewer = await createUser();
    const starred = await createProject(viewer, { name: "starred" });
    await createProject(viewer, { name: "not" });
    await ok(viewer.post(`/projects/${starred.id}/star`));
    expect(namesOf(await viewer.get("/projects", { starred: true }))).toEqual({ status: 200, names: ["starred"] });
  });
});

describe("the search", () => {
  test.each([
    ["the name", "needle in the name"],
    ["the path", "by-path"],
    ["the description", "by description"],
  ])("finds in %s", async (_where, name) => {
    const owner = await createUser();
    await createProject(owner, { name: "needle in the name", path: "one" });
    await createProject(owner, { name: "by-path", path: "with-NEEDLE-inside" });
    await createProject(owner, { name: "by description", description: "a\nNeedle\nsomewhere" });
    await createProject(owner, { name: "something else" });
    const { body, status } = await owner.get("/projects", { search: "needle" });
    expect({
      status,
      found: body.map((project: { name: string }) => project.name).includes(name),
      all: body.length,
    }).toEqual({ status: 200, found: true, all: 3 });
  });

  test("matches the name of the namespace", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    await createProject(owner, { name: "inside", namespace_id: group.id });
    await createProject(owner, { name: "outside" });
    const answer = await owner.get("/projects", { search: group.name.toUpperCase() });
    expect(namesOf(answer)).toEqual({ status: 200, names: ["inside"] });
  });

  test.each(["", " ", "\t"])("for %j is ignored", async (search) => {
    const owner = await createUser();
    await createProject(owner, { name: "anything" });
    expect(namesOf(await owner.get("/projects", { search }))).toEqual({ status: 200, names: ["anything"] });
  });

  test.each([["%"], ["_"], ["'"], ['"'], ["\\"], ["😀"], ["%%_"], ["*"], ["(("], ["'; drop table projects; --"]])(
    "for %j matches literally",
    async (search) => {
      const owner = await createUser();
      await createProject(owner, { name: "with", description: `before ${search} after` });
      await createProject(owner, { name: "without", description: "nothing of the kind" });
      expect(namesOf(await owner.get("/projects", { search }))).toEqual({ status: 200, names: ["with"] });
    },
  );

  test.each([
    ["10,000 letters", "a".repeat(10_000)],
    ["10,000 percent signs", "%".repeat(10_000)],
    ["1,000 emojis", "😀".repeat(1000)],
  ])("for %s matches nothing and does not fail", async (_what, search) => {
    const owner = await createUser();
    await createProject(owner);
    expect(namesOf(await owner.get("/projects", { search }))).toEqual({ status: 200, names: [] });
  });

  test("has the total of its matches", async () => {
    const owner = await createUser();
    await createProject(owner, { name: "needle one" });
    await createProject(owner, { name: "needle two" });
    await createProject(owner, { name: "other" });
    const { status, headers } = await owner.get("/projects", { search: "needle", per_page: 1 });
    expect({ status, total: headers.get("x-total"), pages: headers.get("x-total-pages") }).toEqual({
      status: 200,
      total: "2",
      pages: "2",
    });
  });
});

describe("the order", () => {
  const orders = ["id", "name", "path", "created_at", "updated_at", "last_activity_at"] as const;
  const bothWays = orders.flatMap((order_by) => [[order_by, "asc"] as const, [order_by, "desc"] as const]);

  /** Seven projects in three namespaces; names and paths are the same in each, so that there are ties. */
  async function createTies() {
    const owner = await createUser();
    const [one, two] = await Promise.all([createGroup(owner), createGroup(owner)]);
    await Promise.all(
      ["alpha", "beta"].flatMap((name) =>
        [undefined, one.id, two.id].map((namespace_id) => createProject(owner, { name, namespace_id })),
      ),
    );
    const changed = await createProject(owner, { name: "gamma" });
    await ok(owner.put(`/projects/${changed.id}`, { description: "later" }));
    return owner;
  }

  type Sortable = Record<"id" | "name" | "path" | "created_at" | "last_activity_at", string | number>;

  test.each(bothWays)("by %s %s is monotonic", async (order_by, sort) => {
    const owner = await createTies();
    const { status, body } = await owner.get("/projects", { order_by, sort });
    // A project does not show updated_at; the project that was updated last shows its order.
    const keys: (string | number)[] = body.map((project: Sortable) =>
      order_by === "updated_at" ? Number(project.name === "gamma") : project[order_by],
    );
    const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect({ status, keys }).toEqual({ status: 200, keys: sort === "asc" ? sorted : sorted.reverse() });
  });

  test.each(bothWays)("by %s %s neither repeats nor drops a project over the pages", async (order_by, sort) => {
    const owner = await createTies();
    const whole = await owner.get("/projects", { order_by, sort });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => owner.get("/projects", { order_by, sort, page, per_page: 2 })),
    );
    const paged = pages.flatMap(({ body }) => body.map((project: { id: number }) => project.id));
    expect(paged).toEqual(whole.body.map((project: { id: number }) => project.id));
  });

  test("is newest first by default", async () => {
    const owner = await createUser();
    await createProject(owner, { name: "older" });
    await createProject(owner, { name: "newer" });
    expect(namesOf(await owner.get("/projects"))).toEqual({ status: 200, names: ["newer", "older"] });
  });

  test("mixes public, internal and private projects", async () => {
    const owner = await createAdmin();
    const word = unique("word");
    for (const [index, visibility_level] of [20, 0, 10, 20, 0, 10].entries()) {
      await createProject(owner, { name: `${word} ${index}`, visibility_level });
    }
    const answer = await owner.get("/projects/all", {
      search: word,
      order_by: "name",
      sort: "asc",
      per_page: 4,
      page: 1,
    });
    expect(namesOf(answer)).toEqual({ status: 200, names: [0, 1, 2, 3].map((index) => `${word} ${index}`) });
  });
});
