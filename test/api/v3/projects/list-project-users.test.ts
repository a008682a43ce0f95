// GET /projects/:id/users
import { expect, test } from "vitest";
import { type Actor, anonymous, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinGroup, joinProject, shareWith } from "../../../support/belonging.ts";
import { yesterday } from "../../../support/days.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const byId = (users: readonly Actor[]) => users.map(({ id }) => ({ id })).sort((a, b) => a.id - b.id);

test("direct members, group members and members through a share are listed once each", async () => {
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

test("the list of a personal project has its owner in basic shape", async () => {
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

test("an administrator who is not a member is not listed", async () => {
  const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
  const { id } = await createProject(owner);
  expect(await admin.get(`/projects/${id}/users`)).toMatchObject({ status: 200, body: [{ id: owner.id }] });
});

test("expired members are not listed", async () => {
  const [owner, former] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner);
  await joinProject(owner, project, former, "master", { expires_at: yesterday() });
  expect(await owner.get(`/projects/${project.id}/users`)).toMatchObject({ status: 200, body: [{ id: owner.id }] });
});

test("search matches name and username", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner);
  await joinProject(owner, project, member, "guest");
  const search = member.username.toUpperCase();
  expect(await owner.get(`/projects/${project.id}/users`, { search })).toMatchObject({
    status: 200,
    body: [{ id: member.id }],
  });
});

test("the list is paginated", async () => {
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

test("anonymous callers get the users of a public project", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner, { visibility_level: 20 });
  expect(await anonymous.get(`/projects/${id}/users`)).toMatchObject({ status: 200, body: [{ id: owner.id }] });
});

test("the list of an invisible project is 404", async () => {
  const [owner, outsider] = await Promise.all([createUser(), createUser()]);
  const { id } = await createProject(owner);
  expect([await outsider.get(`/projects/${id}/users`), await anonymous.get(`/projects/${id}/users`)]).toMatchObject([
    { status: 404, body: { message: "404 Project Not Found" } },
    { status: 404, body: { message: "404 Project Not Found" } },
  ]);
});

test("a user who leaves is not listed", async () => {
  const [owner, member] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner);
  await joinProject(owner, project, member, "guest");
  await ok(member.delete(`/projects/${project.id}/members/${member.id}`));
  expect(await owner.get(`/projects/${project.id}/users`)).toMatchObject({ status: 200, body: [{ id: owner.id }] });
});

test("search does not match email addresses, since the list is public", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  expect(await anonymous.get(`/projects/${project.id}/users`, { search: `${owner.username}@example` })).toMatchObject({
    status: 200,
    body: [],
  });
});
