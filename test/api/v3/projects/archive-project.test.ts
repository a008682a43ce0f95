// POST /projects/:id/archive and /unarchive
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createCast, createGroup, createProject } from "../../../support/factories.ts";

test.each([
  ["archive", "archive", true],
  ["unarchive", "unarchive", false],
])("%s answers the project, the second time too", async (_what, verb, archived) => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  const first = await owner.post(`/projects/${id}/${verb}`);
  const second = await owner.post(`/projects/${id}/${verb}`);
  expect([first, second]).toMatchObject([
    { status: 201, body: { id, archived } },
    { status: 201, body: { id, archived } },
  ]);
});

test.each(["archive", "unarchive", "star"])("the response to %s omits the runners' token", async (verb) => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  const { status, body } = await owner.post(`/projects/${id}/${verb}`);
  expect({ status, shown: "runners_token" in body }).toEqual({ status: 201, shown: false });
});

test("an archived project can be read, and stays archived until it is unarchived", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  await ok(owner.post(`/projects/${id}/archive`));
  const inside = await owner.get(`/projects/${id}`);
  await ok(owner.post(`/projects/${id}/unarchive`));
  expect([inside, await owner.get(`/projects/${id}`)]).toMatchObject([
    { status: 200, body: { archived: true } },
    { status: 200, body: { archived: false } },
  ]);
});

test("an archived project leaves the lists, and returns", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  await ok(owner.post(`/projects/${id}/archive`));
  const archived = await owner.get("/projects");
  await ok(owner.post(`/projects/${id}/unarchive`));
  expect([archived, await owner.get("/projects")]).toMatchObject([
    { status: 200, body: [] },
    { status: 200, body: [{ id }] },
  ]);
});

test("an archived project stays in its group's detail", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const { id } = await createProject(owner, { namespace_id: group.id });
  await ok(owner.post(`/projects/${id}/archive`));
  expect(await owner.get(`/groups/${group.id}`)).toMatchObject({ status: 200, body: { projects: [{ id }] } });
});

test.each(["archive", "unarchive"])("a master cannot %s", async (verb) => {
  const { cast, project } = await createCast();
  expect(await cast.master.post(`/projects/${project.id}/${verb}`)).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});
