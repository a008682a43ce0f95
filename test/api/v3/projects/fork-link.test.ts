// POST /projects/:id/fork/:forked_from_id and DELETE /projects/:id/fork
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { joinGroup, joinProject } from "../../../support/belonging.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const forbidden = { status: 403, body: { message: "403 Forbidden" } };
const unauthorized = { status: 401, body: { message: "401 Unauthorized" } };

async function createTwo() {
  const [admin, owner] = await Promise.all([createAdmin(), createUser()]);
  const [project, source] = await Promise.all([createProject(owner), createProject(owner)]);
  return { admin, owner, project, source };
}

describe("creating the link", () => {
  test("answers it: the project is a fork of another, which counts it", async () => {
    const { admin, owner, project, source } = await createTwo();
    const { status, body } = await admin.post(`/projects/${project.id}/fork/${source.id}`);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        forked_to_project_id: project.id,
        forked_from_project_id: source.id,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: body.created_at,
      },
    });
    expect([await owner.get(`/projects/${project.id}`), await owner.get(`/projects/${source.id}`)]).toMatchObject([
      { status: 200, body: { forked_from_project: { id: source.id } } },
      { status: 200, body: { forks_count: 1 } },
    ]);
  });

  test("of a fork is 409, and its link is unchanged", async () => {
    const { admin, owner, project, source } = await createTwo();
    const third = await createProject(owner);
    await ok(admin.post(`/projects/${project.id}/fork/${source.id}`));
    const answer = await admin.post(`/projects/${project.id}/fork/${third.id}`);
    expect([answer, await owner.get(`/projects/${project.id}`)]).toMatchObject([
      { status: 409, body: { message: "Project already forked" } },
      { status: 200, body: { forked_from_project: { id: source.id } } },
    ]);
  });

  test.each([
    ["anonymous callers", async () => anonymous, unauthorized],
    ["the owner", async (owner: typeof anonymous) => owner, forbidden],
  ])("is refused for %s", async (_who, callerOf, refusal) => {
    const { owner, project, source } = await createTwo();
    const caller = await callerOf(owner);
    expect(await caller.post(`/projects/${project.id}/fork/${source.id}`)).toMatchObject(refusal);
  });

  test("is 403 for users who are not administrators, even without a project", async () => {
    const user = await createUser();
    expect(await user.post("/projects/999999999/fork/999999998")).toMatchObject(forbidden);
  });

  test("of an unknown project is 404", async () => {
    const { admin, source } = await createTwo();
    expect(await admin.post(`/projects/999999999/fork/${source.id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
  });

  test("to an unknown source is 404", async () => {
    const { admin, project } = await createTwo();
    expect(await admin.post(`/projects/${project.id}/fork/999999999`)).toMatchObject({
      status: 404,
      body: { message: "404 Source Project Not Found" },
    });
  });

  test("of a project to itself is refused", async () => {
    const { admin, project } = await createTwo();
    expect(await admin.post(`/projects/${project.id}/fork/${project.id}`)).toMatchObject({
      status: 409,
      body: { message: "Project already forked" },
    });
  });

  test("of two projects to each other lets either be lowered", async () => {
    const { admin, owner, project, source } = await createTwo();
    await ok(admin.post(`/projects/${project.id}/fork/${source.id}`));
    await ok(admin.post(`/projects/${source.id}/fork/${project.id}`));
    expect(await owner.put(`/projects/${source.id}`, { visibility_level: 0 })).toMatchObject({
      status: 200,
      body: { visibility_level: 0 },
    });
  });
});

describe("deleting the link", () => {
  test("answers it: the project is a fork no longer, and the source counts one less", async () => {
    const { admin, owner, project, source } = await createTwo();
    const link = await ok(admin.post(`/projects/${project.id}/fork/${source.id}`));
    const { status, body } = await owner.delete(`/projects/${project.id}/fork`);
    expect({ status, body }).toEqual({ status: 200, body: link });
    const [cut, { forks_count }] = [
      await ok(owner.get(`/projects/${project.id}`)),
      await ok(owner.get(`/projects/${source.id}`)),
    ];
    expect({ shown: "forked_from_project" in cut, forks_count }).toEqual({ shown: false, forks_count: 0 });
  });

  test("of a forked project answers the link that forking created", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const source = await createProject(owner);
    const fork = await ok(owner.post(`/projects/fork/${source.id}`, { namespace: group.id }));
    expect(await owner.delete(`/projects/${fork.id}/fork`)).toMatchObject({
      status: 200,
      body: { forked_to_project_id: fork.id, forked_from_project_id: source.id, created_at: fork.created_at },
    });
  });

  test("and creating it again makes another link", async () => {
    const { admin, owner, project, source } = await createTwo();
    const first = await ok(admin.post(`/projects/${project.id}/fork/${source.id}`));
    await ok(owner.delete(`/projects/${project.id}/fork`));
    const again = await admin.post(`/projects/${project.id}/fork/${source.id}`);
    expect({ status: again.status, another: again.body.id > first.id }).toEqual({ status: 201, another: true });
  });

  test("of a project whose source is deleted: it is no fork, and can become another's", async () => {
    const { admin, owner, project, source } = await createTwo();
    await ok(admin.post(`/projects/${project.id}/fork/${source.id}`));
    await ok(owner.delete(`/projects/${source.id}`));
    expect(await owner.delete(`/projects/${project.id}/fork`)).toMatchObject({ status: 304, text: "" });
    const other = await createProject(owner);
    expect(await admin.post(`/projects/${project.id}/fork/${other.id}`)).toMatchObject({
      status: 201,
      body: { forked_from_project_id: other.id },
    });
  });

  test("of a project that is no fork is 304", async () => {
    const { owner, project } = await createTwo();
    expect(await owner.delete(`/projects/${project.id}/fork`)).toMatchObject({ status: 304, text: "" });
  });

  test("is allowed to an administrator", async () => {
    const { admin, project, source } = await createTwo();
    await ok(admin.post(`/projects/${project.id}/fork/${source.id}`));
    expect(await admin.delete(`/projects/${project.id}/fork`)).toMatchObject({
      status: 200,
      body: { forked_to_project_id: project.id },
    });
  });

  test("is refused for a master", async () => {
    const { owner, project } = await createTwo();
    const master = await createUser();
    await joinProject(owner, project, master, "master");
    expect(await master.delete(`/projects/${project.id}/fork`)).toMatchObject(forbidden);
  });

  test("is refused for anonymous callers", async () => {
    const { project } = await createTwo();
    expect(await anonymous.delete(`/projects/${project.id}/fork`)).toMatchObject(unauthorized);
  });

  test("of a fork in a group is allowed to the group's owner", async () => {
    const [forker, owner] = await Promise.all([createUser(), createUser()]);
    const [group, source] = await Promise.all([createGroup(forker), createProject(forker)]);
    await joinGroup(forker, group, owner, "owner");
    const fork = await ok(forker.post(`/projects/fork/${source.id}`, { namespace: group.id }));
    expect(await owner.delete(`/projects/${fork.id}/fork`)).toMatchObject({
      status: 200,
      body: { forked_to_project_id: fork.id },
    });
  });
});
