// Milestones in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp() {
  const owner = await createUser();
  const project = await createProject(owner);
  return { owner, project, path: v4(`/projects/${project.id}/milestones`) };
}

test("a milestone is created, shown and changed", async () => {
  const { owner, project, path } = await setUp();
  const created = await owner.post(path, { title: "v1", description: "First", due_date: "2020-01-02" });
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      iid: 1,
      project_id: project.id,
      title: "v1",
      description: "First",
      state: "active",
      created_at: expect.any(String),
      updated_at: expect.any(String),
      due_date: "2020-01-02",
      start_date: null,
      expired: true,
      web_url: `${baseUrl}/${project.path_with_namespace}/-/milestones/1`,
    },
  ]);
  expect((await owner.get(`${path}/${created.body.id}`)).body).toEqual(created.body);
  const changed = await owner.put(`${path}/${created.body.id}`, { state_event: "close", due_date: "2999-01-01" });
  expect([changed.status, changed.body.state, changed.body.expired]).toEqual([200, "closed", false]);
  expect(await ok(owner.get(`/projects/${project.id}/milestones/${created.body.id}`))).toMatchObject({
    title: "v1",
    state: "closed",
  });
});

test("a deleted milestone is taken off its issues", async () => {
  const { owner, project, path } = await setUp();
  const milestone = await ok(owner.post(`/projects/${project.id}/milestones`, { title: "v1" }));
  const issue = await ok(owner.post(`/projects/${project.id}/issues`, { title: "x", milestone_id: milestone.id }));
  const { status, text } = await owner.delete(`${path}/${milestone.id}`);
  expect([status, text]).toEqual([204, ""]);
  expect((await ok(owner.get(`/projects/${project.id}/issues/${issue.id}`))).milestone).toBeNull();
  const again = await owner.delete(`${path}/${milestone.id}`);
  expect([again.status, again.body]).toEqual([404, { message: "404 Not found" }]);
});

test("the list is narrowed by iids, state, title and text", async () => {
  const { owner, path } = await setUp();
  for (const title of ["alpha", "beta", "gamma"]) await ok(owner.post(path, { title }));
  const list = async (query: object) =>
    (await owner.get(path, { ...query })).body.map(({ title }: { title: string }) => title);
  expect(await list({})).toEqual(["gamma", "beta", "alpha"]);
  expect(await list({ iids: [1, 3] })).toEqual(["gamma", "alpha"]);
  expect(await list({ title: "beta" })).toEqual(["beta"]);
  expect(await list({ search: "A", per_page: 1, page: 2 })).toEqual(["beta"]);
  expect(await list({ state: "closed" })).toEqual([]);
});

test("a list is one round trip", async () => {
  const { owner, path } = await setUp();
  expect((await owner.get(path)).cost.roundTrips).toBe(1);
});
