// GET /projects/:id/users
import { expect, test } from "vitest";
import { type Actor, anonymous, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinGroup, joinProject, shareWith } from "../../../support/belonging.ts";
import { yesterday } from "../../../support/days.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const byId = (users: readonly Actor[]) => users.map(({ id }) => ({ id })).sort((a, b) => a.id - b.id);

test("direct members, the group's and those of a share are listed once each", async () => {
  const [owner, direct, grouped, shared, both] = await Promise.all([
    createUser(),
    createUser(),
    createUser(),
    createUser(),
    createUser(),
  ]);
  const other = await createUser();
  const [group, sharing] = await Promise.all([createGroup(owner), createGroup(other)]);
  const project = await createProject(owner, { namespace_id: group.id });
  await joinProject(owner, project, direct, "guest");
  await joinGroup(owner, group, grouped, "guest");
  await joinGroup(other, sharing, shared, "guest");
  await joinProject(owner, project, both, "guest");
  await joinGroup(owner, group, both, "guest");
  await shareWith(owner, project, sharing, "guest");
  const { status, body } = await owner.get(`/projects/${project.id}/users`);
  expect({ status, body: body.sort((a: Actor, b: Actor) => a.id - b.id) }).toMatchObject({
    status: 200,
    body: byId([owner, direct, grouped, shared, both, other]),
  });
});

test("of a personal project the owner is shown in basic shape", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  const { status, body } = await owner.get(`/projects/${id}/users`);
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      {
        name: `Name of ${owner.username}`,
        username: owner.username,
        id: owner.id,
        state: "active",
        avatar_url: null,
        web_url: `${baseUrl}/${owner.username}`,
      },
    ],
  });
});

test("an administrator who belongs to nothing is not listed", async () => {
  const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
  const { id } = await createProject(owner);
  expect(await admin.get(`/projects/${id}/users`)).toMatchObject({ status: 200, body: [{ id: owner.id }] });
});

test("whose membership expired is not listed", async () => {
  const [owner, former] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner);
  await joinProject(owner, project, former, "master", { expires_at: yesterday() });
  expect(await owner.get(`/projects/${project.id}/users`)).toMatchObject({ status: 200, body: [{ id: owner.id }] });
});

test("search narrows by name and username", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner);
  await joinProject(owner, project, member, "guest");
  const search = member.username.toUpperCase();
  expect(await owner.get(`/projects/${project.id}/users`, { search })).toMatchObject({
    status: 200,
    body: [{ id: member.id }],
  });
});

test("the list comes in pages", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner);
  await joinProject(owner, project, member, "guest");
  const answer = await owner.get(`/projects/${project.id}/users`, { per_page: 1, page: 2 });
  expect({ ...answer, total: answer.headers.get("x-total") }).toMatchObject({
    status: 200,
    body: [{ username: expect.any(String) }],
    total: "2",
  });
});

test("the anonymous are shown the users of a public project", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner, { visibility_level: 20 });
  expect(await anonymous.get(`/projects/${id}/users`)).toMatchObject({ status: 200, body: [{ id: owner.id }] });
});

test("of a project that may not be seen there is no list", async () => {
  const [owner, outsider] = await Promise.all([createUser(), createUser()]);
  const { id } = await createProject(owner);
  expect([await outsider.get(`/projects/${id}/users`), await anonymous.get(`/projects/${id}/users`)]).toMatchObject([
    { status: 404, body: { message: "404 Project Not Found" } },
    { status: 404, body: { message: "404 Project Not Found" } },
  ]);
});

test("who leaves is not listed any more", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner);
  await joinProject(owner, project, member, "guest");
  await ok(member.delete(`/projects/${project.id}/members/${member.id}`));
  expect(await owner.get(`/projects/${project.id}/users`)).toMatchObject({ status: 200, body: [{ id: owner.id }] });
});

test("a search by e-mail finds nobody, since the anonymous may ask", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  expect(await anonymous.get(`/projects/${project.id}/users`, { search: `${owner.username}@example` })).toMatchObject({
    status: 200,
    body: [],
  });
});
