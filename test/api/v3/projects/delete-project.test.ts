// DELETE /projects/:id
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";

const absent = { status: 404, body: { message: "404 Project Not Found" } };

test("the answer is true", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  expect(await owner.delete(`/projects/${id}`)).toMatchObject({ status: 200, body: true });
});

test("a second call is 404", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  await ok(owner.delete(`/projects/${id}`));
  expect(await owner.delete(`/projects/${id}`)).toMatchObject(absent);
});

describe("a deleted project disappears at once", () => {
  const places: [string, (project: { id: number; path_with_namespace: string }) => string][] = [
    ["by its number", ({ id }) => `/projects/${id}`],
    ["by its path", ({ path_with_namespace }) => `/projects/${encodeURIComponent(path_with_namespace)}`],
    ["with its users", ({ id }) => `/projects/${id}/users`],
    ["with its members", ({ id }) => `/projects/${id}/members`],
    ["with its issues", ({ id }) => `/projects/${id}/issues`],
  ];
  test.each(places)("%s", async (_what, place) => {
    const owner = await createUser();
    const project = await createProject(owner);
    await createIssue(owner, project);
    await ok(owner.delete(`/projects/${project.id}`));
    expect(await owner.get(place(project))).toMatchObject(absent);
  });

  test.each(["/projects", "/projects/visible", "/projects/owned", "/projects/starred"])("from %s", async (list) => {
    const owner = await createUser();
    const project = await createProject(owner);
    await ok(owner.post(`/projects/${project.id}/star`));
    await ok(owner.delete(`/projects/${project.id}`));
    expect(await owner.get(list, { search: project.name })).toMatchObject({ status: 200, body: [] });
  });

  test("from its group", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const { id } = await createProject(owner, { namespace_id: group.id });
    await ok(owner.delete(`/projects/${id}`));
    expect(await owner.get(`/groups/${group.id}`)).toMatchObject({ status: 200, body: { projects: [] } });
  });
});

test("its path and name are free, for a new project", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const old = await createProject(owner, { name: "Name", path: "path" });
  await joinProject(owner, old, member, "developer");
  await createIssue(owner, old);
  await ok(owner.delete(`/projects/${old.id}`));
  const { id } = await createProject(owner, { name: "Name", path: "path" });
  expect({
    again: id === old.id,
    seen: await owner.get(`/projects/${id}`),
    member: await member.get(`/projects/${id}`),
  }).toMatchObject({
    again: false,
    seen: { status: 200, body: { open_issues_count: 0, star_count: 0 } },
    member: absent,
  });
});

test("its forks stay and show no source", async () => {
  const [owner, forker] = await Promise.all([createUser(), createUser()]);
  const { id } = await createProject(owner, { visibility_level: 20 });
  const fork = await ok(forker.post(`/projects/fork/${id}`));
  await ok(owner.delete(`/projects/${id}`));
  const { status, body } = await forker.get(`/projects/${fork.id}`);
  expect({ status, id: body.id, shown: "forked_from_project" in body }).toEqual({
    status: 200,
    id: fork.id,
    shown: false,
  });
});

test("deleting a fork lowers its source's forks_count", async () => {
  const [owner, forker] = await Promise.all([createUser(), createUser()]);
  const { id } = await createProject(owner, { visibility_level: 20 });
  const fork = await ok(forker.post(`/projects/fork/${id}`));
  await ok(forker.delete(`/projects/${fork.id}`));
  expect(await owner.get(`/projects/${id}`)).toMatchObject({ status: 200, body: { forks_count: 0 } });
});
