// PUT /projects/:id: attributes, access, and that changes are visible everywhere at once.
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinGroup } from "../../../support/belonging.ts";
import { createCast, createGroup, createProject } from "../../../support/factories.ts";

const forbidden = { status: 403, body: { message: "403 Forbidden" } };
const NOTHING_GIVEN =
  "name, path, default_branch, description, issues_enabled, merge_requests_enabled, wiki_enabled, builds_enabled, " +
  "snippets_enabled, shared_runners_enabled, container_registry_enabled, lfs_enabled, public, visibility_level, " +
  "public_builds, request_access_enabled, only_allow_merge_if_build_succeeds, " +
  "only_allow_merge_if_all_discussions_are_resolved are missing, at least one parameter must be provided";

describe("an empty update", () => {
  test("is 400 with the list of attributes", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    expect(await owner.put(`/projects/${id}`)).toMatchObject({ status: 400, body: { error: NOTHING_GIVEN } });
  });

  test("is 400 even for a missing project", async () => {
    const user = await createUser();
    expect(await user.put("/projects/999999999")).toMatchObject({ status: 400, body: { error: NOTHING_GIVEN } });
  });

  test("is 401 for anonymous callers", async () => {
    expect(await anonymous.put("/projects/999999999")).toMatchObject({
      status: 401,
      body: { message: "401 Unauthorized" },
    });
  });
});

test("default_branch alone is a valid update", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  expect(await owner.put(`/projects/${id}`, { default_branch: "main" })).toMatchObject({ status: 200, body: { id } });
});

test("a missing project is 404", async () => {
  const user = await createUser();
  expect(await user.put("/projects/999999999", { description: "x" })).toMatchObject({
    status: 404,
    body: { message: "404 Project Not Found" },
  });
});

describe("updates", () => {
  test.each([
    [{ name: "Another Name" }, { name: "Another Name", path: "path" }],
    [{ path: "another-path" }, { name: "Name", path: "another-path" }],
    [{ description: "What it is" }, { description: "What it is" }],
    [{ description: "" }, { description: "" }],
    [{ issues_enabled: false }, { issues_enabled: false }],
    [{ merge_requests_enabled: "off" }, { merge_requests_enabled: false }],
    [{ wiki_enabled: "0" }, { wiki_enabled: false }],
    [{ builds_enabled: "no" }, { builds_enabled: false }],
    [{ snippets_enabled: 1 }, { snippets_enabled: true }],
    [{ shared_runners_enabled: false }, { shared_runners_enabled: false }],
    [{ container_registry_enabled: false }, { container_registry_enabled: false }],
    [{ lfs_enabled: false }, { lfs_enabled: false }],
    [{ public_builds: false }, { public_builds: false }],
    [{ request_access_enabled: true }, { request_access_enabled: true }],
    [{ only_allow_merge_if_build_succeeds: true }, { only_allow_merge_if_build_succeeds: true }],
    [
      { only_allow_merge_if_all_discussions_are_resolved: true },
      { only_allow_merge_if_all_discussions_are_resolved: true },
    ],
    [{ visibility_level: 10 }, { visibility_level: 10, public: false }],
    [{ public: true }, { visibility_level: 20, public: true }],
  ])("%j are answered and stored", async (attributes, expected) => {
    const owner = await createUser();
    const { id } = await createProject(owner, { name: "Name", path: "path" });
    const answer = await owner.put(`/projects/${id}`, attributes);
    expect([answer, await owner.get(`/projects/${id}`)]).toMatchObject([
      { status: 200, body: expected },
      { status: 200, body: expected },
    ]);
  });

  test("keep omitted attributes", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner, { description: "kept", wiki_enabled: false, visibility_level: 10 });
    const before = await ok(owner.get(`/projects/${id}`));
    await ok(owner.put(`/projects/${id}`, { name: "Changed" }));
    expect({ ...(await ok(owner.get(`/projects/${id}`))), name_with_namespace: "" }).toEqual({
      ...before,
      name: "Changed",
      name_with_namespace: "",
    });
  });

  test("are answered with the runners' token, since only masters may make them", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    expect(await owner.put(`/projects/${id}`, { description: "x" })).toMatchObject({
      status: 200,
      body: { runners_token: expect.any(String) },
    });
  });
});

describe("refused without any change:", () => {
  const TAKEN = ["has already been taken"];
  test.each([
    [{ name: "" }, { name: ["can't be blank"] }],
    [{ path: "" }, { path: ["can't be blank"] }],
    [{ path: "tree" }, { path: ["tree is a reserved name"] }],
    [{ name: "Other" }, { name: TAKEN }],
    [{ path: "OTHER" }, { path: TAKEN }],
    [
      { name: "Other", path: "other" },
      { name: TAKEN, path: TAKEN },
    ],
    [{ path: "other.wiki" }, { name: TAKEN }],
    [{ description: "d".repeat(2001) }, { description: ["is too long (maximum is 2000 characters)"] }],
    [{ description: "fine", path: "other" }, { path: TAKEN }],
  ])("%j", async (attributes, message) => {
    const owner = await createUser();
    await createProject(owner, { name: "Other", path: "other" });
    const { id } = await createProject(owner, { name: "Name", path: "path" });
    const before = await ok(owner.get(`/projects/${id}`));
    const { status, body } = await owner.put(`/projects/${id}`, attributes);
    expect({ status, body, after: (await owner.get(`/projects/${id}`)).body }).toEqual({
      status: 400,
      body: { message },
      after: before,
    });
  });

  test.each([
    [{ visibility_level: 7 }, "visibility_level does not have a valid value"],
    [{ wiki_enabled: "maybe" }, "wiki_enabled is invalid"],
  ])("%j for its type", async (attributes, error) => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    expect(await owner.put(`/projects/${id}`, attributes)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("the project's own name and path", () => {
  test.each([{ name: "Name", path: "path" }, { path: "PATH" }, { path: "path.wiki" }])(
    "%j are accepted",
    async (attributes) => {
      const owner = await createUser();
      const { id } = await createProject(owner, { name: "Name", path: "path" });
      expect(await owner.put(`/projects/${id}`, attributes)).toMatchObject({ status: 200, body: attributes });
    },
  );
});

describe("a new path", () => {
  test("is found at once, and the old one is not", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner, { path: "before" });
    await ok(owner.put(`/projects/${id}`, { path: "after" }));
    const at = (path: string) => owner.get(`/projects/${owner.username}%2F${path}`);
    expect([await at("before"), await at("after")]).toMatchObject([
      { status: 404, body: { message: "404 Project Not Found" } },
      { status: 200, body: { id } },
    ]);
  });

  test("is in every URL of the project", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner, { path: "before" });
    const place = `${owner.username}/after`;
    expect(await owner.put(`/projects/${id}`, { path: "after" })).toMatchObject({
      status: 200,
      body: {
        path_with_namespace: place,
        web_url: `${baseUrl}/${place}`,
        http_url_to_repo: `${baseUrl}/${place}.git`,
        ssh_url_to_repo: `git@${new URL(baseUrl).hostname}:${place}.git`,
      },
    });
  });

  test("is in lists, in the group's detail and in forks", async () => {
    const [owner, forker] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const { id } = await createProject(owner, { namespace_id: group.id, visibility_level: 20, path: "before" });
    const fork = await ok(forker.post(`/projects/fork/${id}`));
    await ok(owner.put(`/projects/${id}`, { path: "after" }));
    const path_with_namespace = `${group.path}/after`;
    expect([
      await owner.get("/projects"),
      await owner.get(`/groups/${group.id}`),
      await forker.get(`/projects/${fork.id}`),
    ]).toMatchObject([
      { status: 200, body: [{ path_with_namespace }] },
      { status: 200, body: { projects: [{ path_with_namespace }] } },
      { status: 200, body: { path: "before", forked_from_project: { path_with_namespace } } },
    ]);
  });

  test("frees the old one", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner, { name: "One", path: "before" });
    await ok(owner.put(`/projects/${id}`, { path: "after" }));
    expect(await owner.post("/projects", { name: "Two", path: "before" })).toMatchObject({
      status: 201,
      body: { path_with_namespace: `${owner.username}/before` },
    });
  });
});

describe("a master", () => {
  test.each([
    { description: "x" },
    { path: "renamed-by-path" },
    { issues_enabled: false },
    { request_access_enabled: true },
  ])("can change %j", async (attributes) => {
    const { cast, project } = await createCast();
    expect(await cast.master.put(`/projects/${project.id}`, attributes)).toMatchObject({
      status: 200,
      body: attributes,
    });
  });

  test.each([
    { name: "Renamed" },
    { visibility_level: 10 },
    { visibility_level: 0 },
    { public: true },
    { public: false },
    { description: "x", name: "Renamed" },
    { description: "x", visibility_level: 20 },
  ])("cannot change %j, and then nothing changes", async (attributes) => {
    const { cast, project } = await createCast();
    const before = await ok(cast.master.get(`/projects/${project.id}`));
    const { status, body } = await cast.master.put(`/projects/${project.id}`, attributes);
    expect({ status, body, after: (await cast.master.get(`/projects/${project.id}`)).body }).toEqual({
      ...forbidden,
      after: before,
    });
  });

  test("who becomes an owner of the group can", async () => {
    const { cast, group, project } = await createCast();
    const newcomer = await createUser();
    await joinGroup(cast.owner, group, newcomer, "owner");
    expect(await newcomer.put(`/projects/${project.id}`, { name: "Renamed", visibility_level: 10 })).toMatchObject({
      status: 200,
      body: { name: "Renamed", visibility_level: 10 },
    });
  });
});
