// DELETE /groups/:id: everything in the group is deleted, everything else stays.
import { expect, test } from "vitest";
import { createUser, levels, ok } from "../../../support/actors.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";

const groupNotFound = { status: 404, body: { message: "404 Group Not Found" } };
const projectNotFound = { status: 404, body: { message: "404 Project Not Found" } };

test("the answer is the detail of the deleted group", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  await createProject(owner, { namespace_id: group.id });
  const { body } = await owner.get(`/groups/${group.id}`);
  expect(await owner.delete(`/groups/${group.id}`)).toMatchObject({ status: 200, body });
});

test("the group is 404 by id and by path, and cannot be deleted twice", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  await ok(owner.delete(`/groups/${group.path}`));
  expect(await owner.get(`/groups/${group.id}`)).toMatchObject(groupNotFound);
  expect(await owner.get(`/groups/${group.path}`)).toMatchObject(groupNotFound);
  expect(await owner.delete(`/groups/${group.id}`)).toMatchObject(groupNotFound);
});

test("its name and path are free at once, for other groups and for users", async () => {
  const owner = await createUser();
  const { id, name, path } = await createGroup(owner);
  await ok(owner.delete(`/groups/${id}`));
  const { id: another } = await ok(owner.post("/groups", { name, path }));
  await ok(owner.delete(`/groups/${another}`));
  expect(await createUser({ username: path })).toMatchObject({ username: path });
});

test("its id is never reused", async () => {
  const owner = await createUser();
  const { id, name, path } = await createGroup(owner);
  await ok(owner.delete(`/groups/${id}`));
  const again = await ok(owner.post("/groups", { name, path }));
  expect(again.id).toBeGreaterThan(id);
});

test("its projects are deleted, archived ones too", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const [project, archived] = [
    await createProject(owner, { namespace_id: group.id }),
    await createProject(owner, { namespace_id: group.id }),
  ];
  await ok(owner.post(`/projects/${archived.id}/archive`));
  await ok(owner.delete(`/groups/${group.id}`));
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject(projectNotFound);
  expect(await owner.get(`/projects/${archived.id}`)).toMatchObject(projectNotFound);
  expect(await owner.get(`/projects/${group.path}%2F${project.path}`)).toMatchObject(projectNotFound);
});

test("their issues are deleted", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const issue = await createIssue(owner, project);
  await ok(owner.delete(`/groups/${group.id}`));
  expect(await owner.get(`/projects/${project.id}/issues`)).toMatchObject(projectNotFound);
  expect(await owner.get(`/projects/${project.id}/issues/${issue.id}`)).toMatchObject(projectNotFound);
});

test("its members are members no longer", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const group = await createGroup(owner);
  await ok(owner.post(`/groups/${group.id}/members`, { user_id: member.id, access_level: levels.owner }));
  await ok(owner.delete(`/groups/${group.id}`));
  expect(await member.get("/groups")).toMatchObject(listing());
  expect(await member.get("/groups/owned")).toMatchObject(listing());
  expect(await owner.get(`/groups/${group.id}/members`)).toMatchObject(groupNotFound);
});

test("the members and stars of its projects are deleted", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  await ok(owner.post(`/projects/${project.id}/members`, { user_id: member.id, access_level: levels.guest }));
  await ok(member.post(`/projects/${project.id}/star`));
  await ok(owner.delete(`/groups/${group.id}`));
  expect(await member.get("/projects")).toMatchObject(listing());
  expect(await member.get("/projects/starred")).toMatchObject(listing());
});

test("projects shared with it stay, are unshared, and its members lose access to them", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const [group, project] = [await createGroup(owner), await createProject(owner)];
  await ok(owner.post(`/groups/${group.id}/members`, { user_id: member.id, access_level: levels.guest }));
  await ok(owner.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: levels.developer }));
  expect(await member.get(`/projects/${project.id}`)).toMatchObject({ status: 200 });
  await ok(owner.delete(`/groups/${group.id}`));
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { shared_with_groups: [] } });
  expect(await member.get(`/projects/${project.id}`)).toMatchObject(projectNotFound);
});

test("shares of its projects with other groups are deleted", async () => {
  const owner = await createUser();
  const [group, team] = [await createGroup(owner), await createGroup(owner)];
  const project = await createProject(owner, { namespace_id: group.id });
  await ok(owner.post(`/projects/${project.id}/share`, { group_id: team.id, group_access: levels.developer }));
  await ok(owner.delete(`/groups/${group.id}`));
  expect(await owner.get(`/groups/${team.id}`)).toMatchObject({ status: 200, body: { shared_projects: [] } });
});

test("forks of its projects stay and are forks no longer", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const source = await createProject(owner, { namespace_id: group.id });
  const fork = await ok(owner.post(`/projects/fork/${source.id}`));
  expect(fork).toMatchObject({ forked_from_project: { id: source.id } });
  await ok(owner.delete(`/groups/${group.id}`));
  const { status, body } = await owner.get(`/projects/${fork.id}`);
  expect({ status, body }).toEqual({
    status: 200,
    body: expect.not.objectContaining({ forked_from_project: expect.anything() }),
  });
});

test("the sources of its forks count one fork less", async () => {
  const owner = await createUser();
  const [group, source] = [await createGroup(owner), await createProject(owner)];
  await ok(owner.post(`/projects/fork/${source.id}`, { namespace: group.id }));
  expect(await owner.get(`/projects/${source.id}`)).toMatchObject({ status: 200, body: { forks_count: 1 } });
  await ok(owner.delete(`/groups/${group.id}`));
  expect(await owner.get(`/projects/${source.id}`)).toMatchObject({ status: 200, body: { forks_count: 0 } });
});

test("reads and updates during the deletion find the group or 404", async () => {
  const owner = await createUser();
  const races = Array.from({ length: 10 }, async () => {
    const { id } = await createGroup(owner, { visibility_level: 0 });
    const [, ...others] = await Promise.all([
      owner.delete(`/groups/${id}`),
      owner.put(`/groups/${id}`, { description: "New" }),
      owner.get(`/groups/${id}`),
      owner.put(`/groups/${id}`, { description: "New" }),
    ]);
    return others;
  });
  for (const { status, body } of (await Promise.all(races)).flat()) {
    if (status !== 200) expect({ status, body }).toEqual(groupNotFound);
  }
});

test("other groups of the same users are unchanged", async () => {
  const owner = await createUser();
  const [group, other] = [await createGroup(owner), await createGroup(owner)];
  const project = await createProject(owner, { namespace_id: other.id });
  await ok(owner.delete(`/groups/${group.id}`));
  expect(await owner.get(`/groups/${other.id}`)).toMatchObject({
    status: 200,
    body: { id: other.id, projects: [{ id: project.id }] },
  });
});
