// POST /groups/:id/projects/:project_id: effects on the moved project.
import { describe, expect, test } from "vitest";
import { createAdmin, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinGroup, joinProject } from "../../../support/belonging.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

/** A personal project and another user's group. */
async function createMove(projectAttributes = {}, groupAttributes = {}) {
  const [admin, owner, groupOwner] = await Promise.all([createAdmin(), createUser(), createUser()]);
  const [project, group] = await Promise.all([
    createProject(owner, projectAttributes),
    createGroup(groupOwner, groupAttributes),
  ]);
  const move = () => admin.post(`/groups/${group.id}/projects/${project.id}`);
  return { admin, owner, groupOwner, project, group, move };
}

describe("a project that moved into a group", () => {
  test("has new URLs, the group as its namespace, and no owner", async () => {
    const { owner, project, group, move } = await createMove();
    await ok(move());
    const { status, body } = await owner.get(`/projects/${project.id}`);
    const place = `${group.path}/${project.path}`;
    expect({ status, body, owner: "owner" in body }).toMatchObject({
      status: 200,
      body: {
        path_with_namespace: place,
        name_with_namespace: `${group.name} / ${project.name}`,
        web_url: `${baseUrl}/${place}`,
        namespace: { id: group.id, kind: "group", owner_id: null },
      },
      owner: false,
    });
  });

  test("is found by its new path, and not by its old one", async () => {
    const { owner, project, group, move } = await createMove();
    await ok(move());
    const at = (namespace: string) => owner.get(`/projects/${namespace}%2F${project.path}`);
    expect([await at(owner.username), await at(group.path)]).toMatchObject([
      { status: 404, body: { message: "404 Project Not Found" } },
      { status: 200, body: { id: project.id } },
    ]);
  });

  test("leaves its old path and name free", async () => {
    const { owner, project, move } = await createMove();
    await ok(move());
    expect(await owner.post("/projects", { name: project.name, path: project.path })).toMatchObject({
      status: 201,
      body: { path: project.path },
    });
  });

  test("keeps its direct members and gains the group's", async () => {
    const { owner, groupOwner, project, group, move } = await createMove();
    const [member, groupMember] = await Promise.all([createUser(), createUser()]);
    await joinProject(owner, project, member, "guest");
    await joinGroup(groupOwner, group, groupMember, "guest");
    await ok(move());
    const seen = await Promise.all([owner, member, groupMember].map((user) => user.get(`/projects/${project.id}`)));
    expect(seen).toMatchObject([
      { status: 200, body: { permissions: { project_access: { access_level: 40 }, group_access: null } } },
      { status: 200, body: { permissions: { project_access: { access_level: 10 }, group_access: null } } },
      { status: 200, body: { permissions: { project_access: null, group_access: { access_level: 10 } } } },
    ]);
  });

  test("has its creator as a master, who no longer owns it", async () => {
    const { owner, project, move } = await createMove();
    await ok(move());
    expect([
      await owner.put(`/projects/${project.id}`, { description: "still" }),
      await owner.delete(`/projects/${project.id}`),
    ]).toMatchObject([
      { status: 200, body: { description: "still" } },
      { status: 403, body: { message: "403 Forbidden" } },
    ]);
  });

  test.each([
    ["/projects", 1],
    ["/projects/owned", 0],
  ])("is in its creator's %s %d times", async (list, times) => {
    const { owner, project, move } = await createMove();
    await ok(move());
    expect(await owner.get(list)).toMatchObject({
      status: 200,
      body: Array.from({ length: times }, () => ({ id: project.id })),
    });
  });

  test.each(["/projects", "/projects/owned"])("is in the group owner's %s", async (list) => {
    const { groupOwner, project, move } = await createMove();
    await ok(move());
    expect(await groupOwner.get(list)).toMatchObject({ status: 200, body: [{ id: project.id }] });
  });

  test("no longer counts towards its creator's limit", async () => {
    const [admin, owner] = await Promise.all([createAdmin(), createUser({ projects_limit: 1 })]);
    const [project, group] = await Promise.all([createProject(owner), createGroup(admin)]);
    await ok(admin.post(`/groups/${group.id}/projects/${project.id}`));
    expect(await owner.post("/projects", { name: "next" })).toMatchObject({ status: 201, body: { name: "next" } });
  });
});

describe("visibility", () => {
  test.each([
    [20, 20, 20],
    [20, 10, 10],
    [20, 0, 0],
    [10, 20, 10],
    [0, 20, 0],
  ])("%d in a group of level %d becomes %d", async (visibility_level, level, expected) => {
    const { owner, project, move } = await createMove({ visibility_level }, { visibility_level: level });
    await ok(move());
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({
      status: 200,
      body: { visibility_level: expected },
    });
  });

  test("lowered by the group also lowers the forks", async () => {
    const { project, move } = await createMove({ visibility_level: 20 }, { visibility_level: 0 });
    const forker = await createUser();
    const fork = await ok(forker.post(`/projects/fork/${project.id}`));
    await ok(move());
    expect(await forker.get(`/projects/${fork.id}`)).toMatchObject({ status: 200, body: { visibility_level: 0 } });
  });
});

describe("a project whose transfer is refused is unchanged:", () => {
  const refusal = (reason: string) => ({
    status: 400,
    body: { message: `Failed to transfer project {:new_namespace=>["${reason}"]}` },
  });

  test.each([
    [
      "the group has one with its path",
      { name: "Other", path: "PATH" },
      "Project with same path in target namespace already exists",
    ],
    [
      "the group has one with its name",
      { name: "Name", path: "other" },
      "Project with same name in target namespace already exists",
    ],
  ])("%s", async (_why, held, reason) => {
    const { owner, groupOwner, project, group, move } = await createMove({
      name: "Name",
      path: "path",
      visibility_level: 20,
    });
    await createProject(groupOwner, { ...held, namespace_id: group.id });
    const before = await ok(owner.get(`/projects/${project.id}`));
    const answer = await move();
    expect({ answer, after: (await owner.get(`/projects/${project.id}`)).body }).toMatchObject({
      answer: refusal(reason),
      after: before,
    });
  });

  test("it is in that group already", async () => {
    const { move } = await createMove();
    await ok(move());
    expect(await move()).toMatchObject(refusal("is invalid"));
  });

  test("its owner is no administrator", async () => {
    const { owner, project, group } = await createMove();
    const answer = await owner.post(`/groups/${group.id}/projects/${project.id}`);
    expect([answer, await owner.get(`/projects/${project.id}`)]).toMatchObject([
      { status: 403, body: { message: "403 Forbidden" } },
      { status: 200, body: { namespace: { owner_id: owner.id } } },
    ]);
  });
});

test("a project can be given by its path", async () => {
  const { admin, owner, project, group } = await createMove();
  const path = encodeURIComponent(project.path_with_namespace);
  const answer = await admin.post(`/groups/${group.path}/projects/${path}`);
  expect([answer, await owner.get(`/projects/${project.id}`)]).toMatchObject([
    { status: 201, body: { id: group.id, projects: [{ id: project.id }] } },
    { status: 200, body: { namespace: { id: group.id } } },
  ]);
});
