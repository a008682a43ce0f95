// Races between a change of a project and a change of something it depends on: one of both outcomes, never a mixture.
import { expect, test } from "vitest";
import { createUser, ok, root, unique } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const rounds = Array.from({ length: 8 }, (_, round) => round);

test.each(rounds)("a project created while its group is renamed is found and listed (round %i)", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const name = unique("project");
  const [created] = await Promise.all([
    owner.post("/projects", { name, namespace_id: group.id }),
    owner.put(`/groups/${group.id}`, { path: unique("group") }),
  ]);
  expect(created).toMatchObject({ status: 201, body: { name, namespace: { id: group.id } } });
});

test.each(rounds)("a project moved into a group that is deleted is deleted with it or stays (round %i)", async () => {
  const owner = await createUser();
  const [project, group] = [await createProject(owner), await createGroup(owner)];
  const [moved] = await Promise.all([
    root.post(`/groups/${group.id}/projects/${project.id}`),
    owner.delete(`/groups/${group.id}`),
  ]);
  expect([201, 404]).toContain(moved.status);
  expect((await owner.get(`/projects/${project.id}`)).status).toBe(moved.status === 201 ? 404 : 200);
});

test.each(rounds)("a project linked to a source that is deleted is no fork (round %i)", async () => {
  const owner = await createUser();
  const [project, source] = [await createProject(owner), await createProject(owner)];
  const [linked] = await Promise.all([
    root.post(`/projects/${project.id}/fork/${source.id}`),
    owner.delete(`/projects/${source.id}`),
  ]);
  expect([201, 404, 409]).toContain(linked.status);
  expect(await ok(owner.get(`/projects/${project.id}`))).not.toHaveProperty("forked_from_project");
});

test.each(rounds)("a username and a biography changed at once are both changed (round %i)", async () => {
  const user = await createUser();
  const username = unique("renamed");
  await Promise.all([
    ok(root.put(`/users/${user.id}`, { username })),
    ok(root.put(`/users/${user.id}`, { bio: "Writes tests" })),
  ]);
  const project = await createProject(user);
  expect(project).toMatchObject({ path_with_namespace: `${username}/${project.path}` });
});
