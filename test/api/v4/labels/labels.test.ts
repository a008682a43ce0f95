// Labels in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp() {
  const owner = await createUser();
  const project = await createProject(owner);
  return { owner, project, path: v4(`/projects/${project.id}/labels`) };
}

const bug = { name: "bug", color: "#FFAABB", description: "A <fault>", priority: 2 };

const presented = {
  name: "bug",
  color: "#FFAABB",
  text_color: "#1F1E24",
  description: "A <fault>",
  description_html: "A &lt;fault&gt;",
  priority: 2,
  subscribed: false,
  is_project_label: true,
};

test("a label is created, and read by id and by title", async () => {
  const { owner, path } = await setUp();
  const created = await owner.post(path, bug);
  expect([created.status, created.body]).toEqual([201, { ...presented, id: expect.any(Number) }]);
  for (const name of [created.body.id, "bug"]) {
    const { status, body } = await owner.get(`${path}/${name}`);
    expect([status, body]).toEqual([200, created.body]);
  }
});

test("a second label of the same name is 409", async () => {
  const { owner, path } = await setUp();
  await ok(owner.post(path, bug));
  const { status, body } = await owner.post(path, bug);
  expect([status, body]).toEqual([409, { message: "Label already exists" }]);
});

test.each(["path", "name"])("a label is changed and deleted, named by %s", async (by) => {
  const { owner, path } = await setUp();
  await ok(owner.post(path, bug));
  const [address, named] = by === "path" ? [`${path}/bug`, {}] : [path, { name: "bug" }];
  const changed = await owner.put(address, { ...named, new_name: "fault", color: "#000" });
  expect([changed.status, changed.body.name, changed.body.text_color]).toEqual([200, "fault", "#FFFFFF"]);
  const deleted = await owner.delete(by === "path" ? `${path}/fault` : `${path}?name=fault`);
  expect([deleted.status, deleted.text, deleted.headers.get("content-type")]).toEqual([204, "", null]);
  expect((await owner.get(`${path}/fault`)).status).toBe(404);
});

test("the list has pages, a search, and counts on demand", async () => {
  const { owner, project, path } = await setUp();
  for (const name of ["a", "b", "c"]) await ok(owner.post(path, { name, color: "#112233" }));
  await ok(owner.post(`/projects/${project.id}/issues`, { title: "One", labels: "b" }));
  const page = await owner.get(path, { per_page: 2, page: 2 });
  expect([page.status, page.body.map(({ name }: { name: string }) => name)]).toEqual([200, ["c"]]);
  expect([page.headers.get("x-total"), page.headers.get("x-total-pages")]).toEqual(["3", "2"]);
  expect(page.body[0]).not.toHaveProperty("open_issues_count");
  const found = await owner.get(path, { search: "B", with_counts: true });
  expect([found.headers.get("x-total"), found.body]).toMatchObject(["1", [{ name: "b", open_issues_count: 1 }]]);
});

test("a page is one round trip", async () => {
  const { owner, path } = await setUp();
  expect((await owner.get(path)).cost.roundTrips).toBe(1);
});

test("what one version creates the other one shows", async () => {
  const { owner, project, path } = await setUp();
  const old = `/projects/${project.id}/labels`;
  const [first, second] = [
    await ok(owner.post(path, bug)),
    await ok(owner.post(old, { name: "old", color: "#112233" })),
  ];
  expect((await owner.get(old)).body).toMatchObject([{ id: first.id, name: "bug", priority: 2 }, { name: "old" }]);
  expect((await owner.get(`${path}/${second.id}`)).body).toMatchObject({ name: "old", text_color: "#FFFFFF" });
});

test("others learn nothing of the labels of a project that they may not see", async () => {
  const { owner, path } = await setUp();
  await ok(owner.post(path, bug));
  const stranger = await createUser();
  for (const answer of [
    await stranger.get(path),
    await stranger.get(`${path}/bug`),
    await stranger.delete(`${path}/bug`),
  ]) {
    expect([answer.status, answer.body]).toEqual([404, { message: "404 Project Not Found" }]);
  }
});
