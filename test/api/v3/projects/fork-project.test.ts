// POST /projects/fork/:id
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok, type Role } from "../../../support/actors.ts";
import { joinGroup, joinProject } from "../../../support/belonging.ts";
import { createGroup, createProject } from "../../../support/factories.ts";

const TAKEN = ["has already been taken"];

describe("a fork", () => {
  test("is in the namespace of the user, belongs to them, and equals its source", async () => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const source = await createProject(owner, {
      name: "The Source",
      path: "src",
      description: "About",
      visibility_level: 10,
    });
    expect(await forker.post(`/projects/fork/${source.id}`)).toMatchObject({
      status: 201,
      body: {
        name: "The Source",
        path: "src",
        description: "About",
        visibility_level: 10,
        path_with_namespace: `${forker.username}/src`,
        creator_id: forker.id,
        owner: { id: forker.id },
        forks_count: 0,
        star_count: 0,
        runners_token: expect.any(String),
      },
    });
  });

  test("shows its source with seven keys", async () => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const { id } = await createProject(owner, { visibility_level: 20 });
    const source = await ok(anonymous.get(`/projects/${id}`));
    const { status, body } = await forker.post(`/projects/fork/${id}`);
    expect({ status, shown: body.forked_from_project }).toEqual({ status: 201, shown: source });
  });

  test("is counted by its source", async () => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const { id } = await createProject(owner, { visibility_level: 20 });
    await ok(forker.post(`/projects/fork/${id}`));
    expect(await owner.get(`/projects/${id}`)).toMatchObject({ status: 200, body: { forks_count: 1 } });
  });

  test("of a fork shows that fork as its source", async () => {
    const [owner, one, two] = await Promise.all([createUser(), createUser(), createUser()]);
    const source = await createProject(owner, { visibility_level: 20 });
    const first = await ok(one.post(`/projects/fork/${source.id}`));
    expect(await two.post(`/projects/fork/${first.id}`)).toMatchObject({
      status: 201,
      body: { forked_from_project: { id: first.id } },
    });
  });

  test("can be created by the source's path", async () => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const source = await createProject(owner, { visibility_level: 20 });
    expect(await forker.post(`/projects/fork/${encodeURIComponent(source.path_with_namespace)}`)).toMatchObject({
      status: 201,
      body: { forked_from_project: { id: source.id } },
    });
  });

  test("copies neither members nor stars", async () => {
    const [owner, member, forker] = await Promise.all([createUser(), createUser(), createUser()]);
    const source = await createProject(owner, { visibility_level: 20 });
    await joinProject(owner, source, member, "master");
    const { id } = await ok(forker.post(`/projects/fork/${source.id}`));
    expect(await forker.get(`/projects/${id}/members`)).toMatchObject({
      status: 200,
      body: [{ id: forker.id, access_level: 40 }],
    });
  });

  test("hides a source its reader cannot see", async () => {
    const [owner, forker, reader] = await Promise.all([createUser(), createUser(), createUser()]);
    const source = await createProject(owner);
    await joinProject(owner, source, forker, "reporter");
    const { id } = await ok(forker.post(`/projects/fork/${source.id}`));
    await joinProject(forker, { id }, reader, "guest");
    const { status, body } = await reader.get(`/projects/${id}`);
    expect({ status, shown: "forked_from_project" in body }).toEqual({ status: 200, shown: false });
  });
});

describe("the target namespace", () => {
  test.each(["id", "path", "name"] as const)("is given by its %s", async (key) => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const target = await createGroup(forker, { name: `Group of ${forker.id}` });
    const source = await createProject(owner, { visibility_level: 20 });
    expect(await forker.post(`/projects/fork/${source.id}`, { namespace: target[key] })).toMatchObject({
      status: 201,
      body: { namespace: { id: target.id }, path_with_namespace: `${target.path}/${source.path}` },
    });
  });

  test("that is a group adds no direct member", async () => {
    const forker = await createUser();
    const [target, source] = await Promise.all([createGroup(forker), createProject(forker)]);
    const { id } = await ok(forker.post(`/projects/fork/${source.id}`, { namespace: target.id }));
    expect(await forker.get(`/projects/${id}/members`)).toMatchObject({ status: 200, body: [] });
  });

  const mayFork: [Role, number][] = [
    ["guest", 404],
    ["reporter", 404],
    ["developer", 404],
    ["master", 201],
    ["owner", 201],
  ];
  test.each(mayFork)("that is a group, for its %s: %d", async (role, status) => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const [target, source] = await Promise.all([createGroup(owner), createProject(owner, { visibility_level: 20 })]);
    await joinGroup(owner, target, forker, role);
    expect(await forker.post(`/projects/fork/${source.id}`, { namespace: target.path })).toMatchObject({
      status,
      body: status === 201 ? { namespace: { id: target.id } } : { message: "404 Target Namespace Not Found" },
    });
  });

  test.each([
    ["that does not exist", async () => 999_999_999],
    ["with an unknown path", async () => "no-such-namespace-anywhere"],
    ["of another user", async () => (await createUser()).username],
    ["of a group without the user", async () => (await createGroup(await createUser(), { visibility_level: 0 })).path],
  ])("%s is 404", async (_which, namespaceOf) => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const { id } = await createProject(owner, { visibility_level: 20 });
    expect(await forker.post(`/projects/fork/${id}`, { namespace: await namespaceOf() })).toMatchObject({
      status: 404,
      body: { message: "404 Target Namespace Not Found" },
    });
  });

  test("can be any group for an administrator", async () => {
    const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
    const [target, source] = await Promise.all([createGroup(owner), createProject(owner)]);
    expect(await admin.post(`/projects/fork/${source.id}`, { namespace: target.id })).toMatchObject({
      status: 201,
      body: { namespace: { id: target.id } },
    });
  });

  test("that is less visible than the source lowers the fork", async () => {
    const forker = await createUser();
    const [target, source] = await Promise.all([
      createGroup(forker, { visibility_level: 0 }),
      createProject(forker, { visibility_level: 20 }),
    ]);
    expect(await forker.post(`/projects/fork/${source.id}`, { namespace: target.id })).toMatchObject({
      status: 201,
      body: { visibility_level: 0 },
    });
  });
});

describe("taken in the target namespace:", () => {
  const fork = async (held: { name: string; path: string }) => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const source = await createProject(owner, { name: "Name", path: "path", visibility_level: 20 });
    await createProject(forker, held);
    const { status, body } = await forker.post(`/projects/fork/${source.id}`);
    return { status, body, left: (await ok(forker.get("/projects"))).length };
  };
  test.each([
    ["the name and the path", { name: "Name", path: "path" }, { name: TAKEN, path: TAKEN }],
    ["the name", { name: "Name", path: "other" }, { name: TAKEN }],
    ["the path", { name: "Other", path: "PATH" }, { path: TAKEN }],
  ])("%s: 409", async (_what, held, message) => {
    expect(await fork(held)).toEqual({ status: 409, body: { message }, left: 1 });
  });

  test("one's own project in its own namespace: 409", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    expect(await owner.post(`/projects/fork/${id}`)).toMatchObject({
      status: 409,
      body: { message: { name: TAKEN, path: TAKEN } },
    });
  });

  test("the names of a first fork: of ten concurrent calls one succeeds", async () => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const { id } = await createProject(owner, { visibility_level: 20 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => forker.post(`/projects/fork/${id}`)));
    const { forks_count } = await ok(owner.get(`/projects/${id}`));
    expect({ made: answers.filter(({ status }) => status === 201).length, forks_count }).toEqual({
      made: 1,
      forks_count: 1,
    });
  });
});

describe("the source", () => {
  test("is 404 if it is invisible", async () => {
    const [owner, outsider] = await Promise.all([createUser(), createUser()]);
    const { id } = await createProject(owner);
    expect(await outsider.post(`/projects/fork/${id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
  });

  test("requires authentication, even if it is public", async () => {
    const { id } = await createProject(await createUser(), { visibility_level: 20 });
    expect(await anonymous.post(`/projects/fork/${id}`)).toMatchObject({
      status: 401,
      body: { message: "401 Unauthorized" },
    });
  });

  test.each([
    ["private", 0, "guest", 409],
    ["private", 0, "reporter", 201],
    ["private", 0, "developer", 201],
    ["internal", 10, "guest", 201],
    ["public", 20, "guest", 201],
  ] as const)("that is %s (%d) answers its %s with %d", async (_word, visibility_level, role, status) => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level });
    await joinProject(owner, project, user, role);
    expect(await user.post(`/projects/fork/${project.id}`)).toMatchObject({
      status,
      body:
        status === 201
          ? { forked_from_project: { id: project.id } }
          : { message: { forked_from_project_id: ["is forbidden"] } },
    });
  });
});

test("a fork counts towards its owner's limit", async () => {
  const [owner, forker] = await Promise.all([createUser(), createUser({ projects_limit: 0 })]);
  const { id } = await createProject(owner, { visibility_level: 20 });
  expect(await forker.post(`/projects/fork/${id}`)).toMatchObject({
    status: 403,
    body: { error: ["Personal project creation is not allowed. Please contact your administrator with questions"] },
  });
});

test("an external guest cannot fork an internal project, which is private to them", async () => {
  const [owner, external] = await Promise.all([createUser(), createUser({ external: true })]);
  const source = await createProject(owner, { visibility_level: 10 });
  await joinProject(owner, source, external, "guest");
  const group = await createGroup(owner);
  await joinGroup(owner, group, external, "master");
  expect(await external.post(`/projects/fork/${source.id}`, { namespace: group.path })).toMatchObject({
    status: 409,
    body: { message: { forked_from_project_id: ["is forbidden"] } },
  });
});
