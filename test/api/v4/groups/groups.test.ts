// Groups in API v4
import { expect, test } from "vitest";
import { createUser, ok, unique } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

test("a group is created and shown, in both versions", async () => {
  const owner = await createUser();
  const path = unique("g");
  const { status, body } = await owner.post(v4("/groups"), {
    name: path,
    path,
    visibility: "internal",
    parent_id: null,
  });
  expect([status, body]).toMatchObject([
    201,
    { path, visibility: "internal", full_path: path, parent_id: null, shared_with_groups: [] },
  ]);
  expect(await ok(owner.get(`/groups/${path}`))).toMatchObject({ id: body.id, visibility_level: 10 });
  const old = await createGroup(owner, { visibility_level: 20 });
  expect((await owner.get(v4(`/groups/${old.path}`))).body).toMatchObject({ id: old.id, visibility: "public" });
});

test("a parent is refused", async () => {
  const owner = await createUser();
  const parent = await createGroup(owner);
  const path = unique("g");
  const { status, body } = await owner.post(v4("/groups"), { name: path, path, parent_id: parent.id });
  expect([status, body]).toEqual([400, { error: "parent_id is not supported: groups do not nest" }]);
});

test("a group is changed and deleted", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const path = v4(`/groups/${group.id}`);
  const changed = await owner.put(path, { description: "New", visibility: "private" });
  expect([changed.status, changed.body.description, changed.body.visibility]).toEqual([200, "New", "private"]);
  const deleted = await owner.delete(path);
  expect([deleted.status, deleted.body]).toEqual([202, { message: "202 Accepted" }]);
  expect((await owner.get(path)).status).toBe(404);
});

test("the list has what one may see, or only where one has a level", async () => {
  const [owner, member] = [await createUser(), await createUser()];
  const name = unique("listed");
  const open = await createGroup(owner, { name: `${name}-a`, visibility_level: 20 });
  const joined = await createGroup(owner, { name: `${name}-b`, visibility_level: 0 });
  await ok(owner.post(`/groups/${joined.id}/members`, { user_id: member.id, access_level: 20 }));
  const list = async (query: object) => idsOf((await member.get(v4("/groups"), { search: name, ...query })).body);
  expect(await list({})).toEqual([open.id, joined.id]);
  expect(await list({ all_available: false })).toEqual([joined.id]);
  expect(await list({ min_access_level: 20 })).toEqual([joined.id]);
  expect(await list({ min_access_level: 30 })).toEqual([]);
  expect(await list({ owned: true })).toEqual([]);
  expect(await list({ visibility: "public" })).toEqual([open.id]);
  expect(await list({ skip_groups: `${open.id}` })).toEqual([joined.id]);
});

test("projects of a group are listed with those shared with it, or without them", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const [inside, shared] = [await createProject(owner, { namespace_id: group.id }), await createProject(owner)];
  await ok(owner.post(`/projects/${shared.id}/share`, { group_id: group.id, group_access: 30 }));
  const path = v4(`/groups/${group.id}/projects`);
  const list = async (query: object) => idsOf((await owner.get(path, { order_by: "id", sort: "asc", ...query })).body);
  expect(await list({})).toEqual([inside.id, shared.id]);
  expect(await list({ with_shared: false, include_subgroups: true })).toEqual([inside.id]);
  expect((await owner.get(path)).body[0]).not.toHaveProperty("statistics");
  const { body } = await owner.get(v4(`/groups/${group.id}`));
  expect([idsOf(body.projects), idsOf(body.shared_projects)]).toEqual([[inside.id], [shared.id]]);
  expect((await owner.get(v4(`/groups/${group.id}`), { with_projects: false })).body).not.toHaveProperty("projects");
});

test.each(["subgroups", "descendant_groups"])("%s is an empty list with the headers of a page", async (name) => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const { status, body, headers } = await owner.get(v4(`/groups/${group.id}/${name}`));
  expect([status, body, headers.get("x-total"), headers.get("x-total-pages")]).toEqual([200, [], "0", "1"]);
});
