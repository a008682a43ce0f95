// PUT /projects/:id: limits of a project's visibility, and effects on its forks.
import { describe, expect, test } from "vitest";
import { type Actor, anonymous, createUser, ok } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const levelsOf = async (reader: Actor, ids: number[]) =>
  Promise.all(ids.map(async (id) => (await ok(reader.get(`/projects/${id}`))).visibility_level));

describe("more visible than its group", () => {
  test.each([
    [0, { visibility_level: 10 }, "internal is not allowed in a private group."],
    [0, { public: true }, "public is not allowed in a private group."],
    [10, { visibility_level: 20 }, "public is not allowed in a internal group."],
  ])("of level %d, %j is 400 and changes nothing", async (level, attributes, message) => {
    const owner = await createUser();
    const group = await createGroup(owner, { visibility_level: level });
    const { id } = await createProject(owner, { namespace_id: group.id });
    const answer = await owner.put(`/projects/${id}`, { ...attributes, description: "changed" });
    const after = await owner.get(`/projects/${id}`);
    expect([answer, after]).toMatchObject([
      { status: 400, body: { message: { visibility_level: [message] } } },
      { status: 200, body: { visibility_level: 0, description: null } },
    ]);
  });
});

describe("a fork", () => {
  test.each([
    [0, 10, "internal"],
    [0, 20, "public"],
    [10, 20, "public"],
  ])("with a source of level %d cannot get level %d: 400, and nothing changes", async (source, level, word) => {
    const owner = await createUser();
    const [project, group] = await Promise.all([
      createProject(owner, { visibility_level: source }),
      createGroup(owner),
    ]);
    const fork = await ok(owner.post(`/projects/fork/${project.id}`, { namespace: group.id }));
    const answer = await owner.put(`/projects/${fork.id}`, { visibility_level: level });
    expect([answer, await owner.get(`/projects/${fork.id}`)]).toMatchObject([
      {
        status: 400,
        body: {
          message: { visibility_level: [`${word} is not allowed since the fork source project has lower visibility.`] },
        },
      },
      { status: 200, body: { visibility_level: source } },
    ]);
  });

  test("can be lowered and raised again up to its source's level", async () => {
    const owner = await createUser();
    const [project, group] = await Promise.all([createProject(owner, { visibility_level: 10 }), createGroup(owner)]);
    const fork = await ok(owner.post(`/projects/fork/${project.id}`, { namespace: group.id }));
    await ok(owner.put(`/projects/${fork.id}`, { visibility_level: 0 }));
    expect(await owner.put(`/projects/${fork.id}`, { visibility_level: 10 })).toMatchObject({
      status: 200,
      body: { visibility_level: 10 },
    });
  });

  test.each([
    ["that is unlinked", (owner: Actor, _source: number, fork: number) => owner.delete(`/projects/${fork}/fork`)],
    ["whose source is deleted", (owner: Actor, source: number) => owner.delete(`/projects/${source}`)],
  ])("%s has no limit", async (_how, release) => {
    const owner = await createUser();
    const [project, group] = await Promise.all([createProject(owner), createGroup(owner)]);
    const fork = await ok(owner.post(`/projects/fork/${project.id}`, { namespace: group.id }));
    await ok(release(owner, project.id, fork.id));
    expect(await owner.put(`/projects/${fork.id}`, { visibility_level: 20 })).toMatchObject({
      status: 200,
      body: { visibility_level: 20 },
    });
  });
});

describe("a lowered project", () => {
  /** A public project, its fork, and the fork's fork, each in a group of its own. */
  async function createLine(owner: Actor): Promise<[number, number, number]> {
    const [one, two] = await Promise.all([createGroup(owner), createGroup(owner)]);
    const { id } = await createProject(owner, { visibility_level: 20 });
    const fork = await ok(owner.post(`/projects/fork/${id}`, { namespace: one.id }));
    const forkOfFork = await ok(owner.post(`/projects/fork/${fork.id}`, { namespace: two.id }));
    return [id, fork.id, forkOfFork.id];
  }

  test.each([
    [{ visibility_level: 10 }, 10],
    [{ visibility_level: 0 }, 0],
    [{ public: false }, 0],
  ])("by %j lowers its forks and their forks", async (attributes, level) => {
    const owner = await createUser();
    const line = await createLine(owner);
    await ok(owner.put(`/projects/${line[0]}`, attributes));
    expect(await levelsOf(owner, line)).toEqual([level, level, level]);
  });

  test("in the middle of a chain keeps its source", async () => {
    const owner = await createUser();
    const line = await createLine(owner);
    await ok(owner.put(`/projects/${line[1]}`, { visibility_level: 0 }));
    expect(await levelsOf(owner, line)).toEqual([20, 0, 0]);
  });

  test("keeps forks that are lower already", async () => {
    const owner = await createUser();
    const line = await createLine(owner);
    await ok(owner.put(`/projects/${line[1]}`, { visibility_level: 0 }));
    await ok(owner.put(`/projects/${line[0]}`, { visibility_level: 10 }));
    expect(await levelsOf(owner, line)).toEqual([10, 0, 0]);
  });

  test("raises no fork when it is raised again", async () => {
    const owner = await createUser();
    const line = await createLine(owner);
    await ok(owner.put(`/projects/${line[0]}`, { visibility_level: 0 }));
    await ok(owner.put(`/projects/${line[0]}`, { visibility_level: 20 }));
    expect(await levelsOf(owner, line)).toEqual([20, 0, 0]);
  });

  test("lowers the forks of other users, who still own them", async () => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const { id } = await createProject(owner, { visibility_level: 20 });
    const fork = await ok(forker.post(`/projects/fork/${id}`));
    await ok(owner.put(`/projects/${id}`, { visibility_level: 0 }));
    expect([await forker.get(`/projects/${fork.id}`), await owner.get(`/projects/${fork.id}`)]).toMatchObject([
      { status: 200, body: { visibility_level: 0 } },
      { status: 404, body: { message: "404 Project Not Found" } },
    ]);
  });

  test("is invisible at once", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner, { visibility_level: 20 });
    await ok(owner.put(`/projects/${id}`, { visibility_level: 0 }));
    expect(await anonymous.get(`/projects/${id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
  });
});
