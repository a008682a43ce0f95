// Forks, stars, shares, archives and transfers of projects in API v4
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok, root } from "../../../support/actors.ts";
import { baseUrl, type Caller, type Values } from "../../../support/api.ts";
import { joinGroup, joinProject, shareWith } from "../../../support/belonging.ts";
import { today, yesterday } from "../../../support/days.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe("forks", () => {
  test("are listed for those who may see them, with filters and pages", async () => {
    const [owner, user] = [await createUser(), await createUser()];
    const source = await createProject(owner, { visibility_level: 20 });
    const path = v4(`/projects/${source.id}/fork`);
    const open = await ok(user.post(path, { path: "open" }));
    const hidden = await ok(user.post(path, { path: "hidden", visibility: "private", name: "Hidden" }));
    const list = (caller: Caller, query = {}) =>
      caller.get(v4(`/projects/${source.id}/forks`), { order_by: "id", sort: "asc", ...query });
    const own = await list(user);
    expect([own.status, idsOf(own.body), own.headers.get("x-total")]).toEqual([200, [open.id, hidden.id], "2"]);
    expect(idsOf((await list(owner)).body)).toEqual([open.id]);
    expect(idsOf((await list(user, { search: "Hidden" })).body)).toEqual([hidden.id]);
    expect(idsOf((await list(user, { visibility: "private" })).body)).toEqual([hidden.id]);
    const stranger = await list(anonymous);
    expect([stranger.status, idsOf(stranger.body), "permissions" in stranger.body[0]]).toEqual([200, [open.id], false]);
  });

  test("of a project that one may not see are 404", async () => {
    const [owner, user] = [await createUser(), await createUser()];
    const { id } = await createProject(owner);
    const { status, body } = await user.get(v4(`/projects/${id}/forks`));
    expect([status, body]).toEqual([404, { message: "404 Project Not Found" }]);
  });

  test("a relation is made by administrators, once, and ends with 204", async () => {
    const [admin, owner] = [await createAdmin(), await createUser()];
    const [source, project] = [await createProject(owner), await createProject(owner)];
    const path = v4(`/projects/${project.id}/fork`);
    expect((await owner.post(`${path}/${source.id}`)).status).toBe(403);
    const { status, body } = await admin.post(`${path}/${source.id}`);
    expect([status, body.id, body.forked_from_project.id]).toEqual([201, project.id, source.id]);
    expect((await admin.post(`${path}/${source.id}`)).status).toBe(409);
    expect(await owner.delete(path)).toMatchObject({ status: 204, body: null });
    expect((await owner.delete(path)).status).toBe(304);
    expect((await ok(owner.get(v4(`/projects/${project.id}`)))).forked_from_project).toBeUndefined();
  });
});

test("a project is archived and unarchived by its owner", async () => {
  const [owner, user] = [await createUser(), await createUser()];
  const { id } = await createProject(owner, { visibility_level: 20 });
  const { status, body } = await owner.post(v4(`/projects/${id}/archive`));
  expect([status, body.archived, body.visibility]).toEqual([201, true, "public"]);
  expect((await owner.post(v4(`/projects/${id}/unarchive`))).body.archived).toBe(false);
  expect((await user.post(v4(`/projects/${id}/archive`))).status).toBe(403);
});

test("a star is given and taken once, then it is 304", async () => {
  const user = await createUser();
  const { id } = await createProject(user);
  const { status, body } = await user.post(v4(`/projects/${id}/star`));
  expect([status, body.star_count, body.visibility]).toEqual([201, 1, "private"]);
  expect((await user.post(v4(`/projects/${id}/star`))).status).toBe(304);
  const unstarred = await user.post(v4(`/projects/${id}/unstar`));
  expect([unstarred.status, unstarred.body.star_count]).toEqual([201, 0]);
  expect((await user.post(v4(`/projects/${id}/unstar`))).status).toBe(304);
});

describe("groups of a project", () => {
  test("are its own and, with with_shared, those it is shared with", async () => {
    const [owner, other, guest] = [await createUser(), await createUser(), await createUser()];
    const [group, shared] = [await createGroup(owner), await createGroup(other, { visibility_level: 0 })];
    const project = await createProject(owner, { namespace_id: group.id });
    await joinGroup(other, shared, owner, "owner");
    await joinProject(owner, project, guest, "guest");
    const path = v4(`/projects/${project.id}`);
    const share = await owner.post(`${path}/share`, { group_id: shared.id, group_access: 30 });
    expect([share.status, share.body]).toMatchObject([
      201,
      { project_id: project.id, group_id: shared.id, group_access: 30, expires_at: null },
    ]);
    const list = async (query: Values) => idsOf(await ok(guest.get(`${path}/groups`, query)));
    const alone = await guest.get(`${path}/groups`);
    expect([alone.body, alone.headers.get("x-total")]).toEqual([
      [
        {
          id: group.id,
          name: group.name,
          avatar_url: null,
          web_url: `${baseUrl}/groups/${group.path}`,
          full_name: group.name,
          full_path: group.path,
        },
      ],
      "1",
    ]);
    expect(await list({ with_shared: true })).toEqual([group.id, shared.id]);
    expect(await list({ with_shared: true, skip_groups: [group.id] })).toEqual([shared.id]);
    expect(await list({ with_shared: true, shared_min_access_level: 40 })).toEqual([group.id]);
    expect(await list({ with_shared: true, search: shared.name })).toEqual([shared.id]);
    expect((await owner.delete(`${path}/share/${shared.id}`)).status).toBe(204);
    expect(await list({ with_shared: true })).toEqual([group.id]);
  });

  test("a share is listed through the day on which it expires", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const [current, former] = [await createGroup(owner), await createGroup(owner)];
    await shareWith(owner, project, current, "guest", { expires_at: today() });
    await shareWith(owner, project, former, "guest", { expires_at: yesterday() });
    const { status, body } = await owner.get(v4(`/projects/${project.id}/groups`), { with_shared: true });
    expect({ status, ids: idsOf(body) }).toEqual({ status: 200, ids: [current.id] });
  });

  test("shared ones that the caller may not see are left out with shared_visible_only", async () => {
    const [owner, other] = [await createUser(), await createUser()];
    const shared = await createGroup(other, { visibility_level: 0 });
    const project = await createProject(owner, { visibility_level: 10 });
    await ok(root.post(v4(`/projects/${project.id}/share`), { group_id: shared.id, group_access: 30 }));
    const seen = await createUser();
    const path = v4(`/projects/${project.id}/groups`);
    const all = await seen.get(path, { with_shared: true });
    const visible = await seen.get(path, { with_shared: true, shared_visible_only: true });
    // Whoever sees a project that is shared with a group sees the group.
    expect([idsOf(all.body), idsOf(visible.body)]).toEqual([[shared.id], [shared.id]]);
  });
});

test("users of a project are shown in the basic shape, languages are not known", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner, { visibility_level: 20 });
  const { status, body } = await owner.get(v4(`/projects/${id}/users`));
  expect([status, body]).toMatchObject([200, [{ id: owner.id, locked: false, public_email: "" }]]);
  expect(await owner.get(v4(`/projects/${id}/languages`))).toMatchObject({ status: 200, body: {} });
});

describe("a transfer into a group", () => {
  test("is for owners of the project who may create projects in the group", async () => {
    const [owner, master, groupOwner] = [await createUser(), await createUser(), await createUser()];
    const [project, group] = [await createProject(owner), await createGroup(groupOwner)];
    await joinProject(owner, project, master, "master");
    await joinGroup(groupOwner, group, master, "master");
    const path = v4(`/projects/${project.id}/transfer`);
    expect((await master.put(path, { namespace: group.path })).status).toBe(403);
    expect((await owner.put(path, { namespace: group.path })).status).toBe(403);
    await joinGroup(groupOwner, group, owner, "master");
    const { status, body } = await owner.put(path, { namespace: group.path });
    expect([status, body.path_with_namespace]).toEqual([200, `${group.path}/${project.path}`]);
    expect((await owner.get(`/projects/${project.id}`)).body.namespace.id).toBe(group.id);
  });

  test("needs a group that the caller sees, and the parameter", async () => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    expect(await owner.put(v4(`/projects/${id}/transfer`), { namespace: "nowhere" })).toMatchObject({
      status: 404,
      body: { message: "404 Group Not Found" },
    });
    expect(await owner.put(v4(`/projects/${id}/transfer`), {})).toMatchObject({
      status: 400,
      body: { error: "namespace is missing" },
    });
  });

  test("by administrators answers the group with its projects", async () => {
    const [admin, owner] = [await createAdmin(), await createUser()];
    const [project, group] = [await createProject(owner), await createGroup(owner)];
    const path = v4(`/groups/${group.id}/projects/${project.id}`);
    expect((await owner.post(path)).status).toBe(403);
    const { status, body } = await admin.post(path);
    expect([status, body.full_path, idsOf(body.projects)]).toEqual([201, group.path, [project.id]]);
  });
});

test("administrators create projects for a user", async () => {
  const [admin, user] = [await createAdmin(), await createUser()];
  const path = v4(`/projects/user/${user.id}`);
  const { status, body } = await admin.post(path, { name: "Given", visibility: "internal", topics: ["x"] });
  expect([status, body.path_with_namespace, body.visibility, body.topics]).toEqual([
    201,
    `${user.username}/given`,
    "internal",
    ["x"],
  ]);
  expect((await user.post(path, { name: "Own" })).status).toBe(403);
});
