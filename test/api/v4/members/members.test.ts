// Members of groups and projects in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp() {
  const [owner, first, second] = [await createUser(), await createUser(), await createUser()];
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  return { owner, first, second, group, project };
}

type Row = { id: number; access_level: number };
const levelsOf = (rows: readonly Row[]) => rows.map(({ id, access_level }) => [id, access_level]);

test.each(["groups", "projects"] as const)("a member of %s is added once, changed, shown and removed", async (kind) => {
  const { owner, first, group, project } = await setUp();
  const id = kind === "groups" ? group.id : project.id;
  const path = v4(`/${kind}/${id}/members`);
  const added = await owner.post(path, { user_id: first.id, access_level: 30, expires_at: "2099-01-01" });
  expect([added.status, added.body]).toEqual([
    201,
    expect.objectContaining({
      id: first.id,
      access_level: 30,
      expires_at: "2099-01-01",
      created_at: expect.any(String),
      created_by: null,
      membership_state: "active",
    }),
  ]);
  const again = await owner.post(path, { user_id: first.id, access_level: 30 });
  expect([again.status, again.body]).toEqual([409, { message: "Member already exists" }]);
  const changed = await owner.put(`${path}/${first.id}`, { access_level: 20 });
  expect([changed.status, changed.body.access_level]).toEqual([200, 20]);
  expect((await owner.get(`/${kind}/${id}/members/${first.id}`)).body).toMatchObject({ access_level: 20 });
  const removed = await owner.delete(`${path}/${first.id}`);
  expect([removed.status, removed.text]).toEqual([204, ""]);
  const gone = await owner.delete(`${path}/${first.id}`);
  expect([gone.status, gone.body]).toEqual([404, { message: "404 Member Not Found" }]);
});

test("several users are added at once, or one by name", async () => {
  const { owner, first, second, group } = await setUp();
  const path = v4(`/groups/${group.id}/members`);
  const both = await owner.post(path, { user_id: `${first.id},${second.id}`, access_level: 30 });
  expect([both.status, both.body]).toEqual([201, { status: "success" }]);
  const third = await createUser();
  const named = await owner.post(path, { username: third.username, access_level: 10 });
  expect([named.status, named.body.id]).toEqual([201, third.id]);
});

test("the list is narrowed by text and by ids", async () => {
  const { owner, first, second, group } = await setUp();
  const path = v4(`/groups/${group.id}/members`);
  await ok(owner.post(path, { user_id: [first.id, second.id], access_level: 30 }));
  expect(levelsOf((await owner.get(path)).body)).toEqual([
    [owner.id, 50],
    [first.id, 30],
    [second.id, 30],
  ]);
  const found = await owner.get(path, { user_ids: [second.id, 0] });
  expect([levelsOf(found.body), found.headers.get("x-total")]).toEqual([[[second.id, 30]], "1"]);
  expect(levelsOf((await owner.get(path, { query: first.username })).body)).toEqual([[first.id, 30]]);
});

test("all members of a project are those of its group, too, with the higher level", async () => {
  const { owner, first, second, group, project } = await setUp();
  await ok(owner.post(v4(`/groups/${group.id}/members`), { user_id: [first.id, second.id], access_level: 20 }));
  await ok(owner.post(v4(`/projects/${project.id}/members`), { user_id: first.id, access_level: 30 }));
  const path = v4(`/projects/${project.id}/members/all`);
  const { status, body, headers } = await owner.get(path);
  expect([status, levelsOf(body), headers.get("x-total")]).toEqual([
    200,
    [
      [owner.id, 50],
      [first.id, 30],
      [second.id, 20],
    ],
    "3",
  ]);
  expect((await owner.get(`${path}/${second.id}`)).body.access_level).toBe(20);
  const stranger = await createUser();
  const { status: missing, body: refusal } = await owner.get(`${path}/${stranger.id}`);
  expect([missing, refusal]).toEqual([404, { message: "404 Not found" }]);
});

test("an unknown level is 400", async () => {
  const { owner, first, group } = await setUp();
  const answer = await owner.post(v4(`/groups/${group.id}/members`), { user_id: first.id, access_level: 31 });
  expect([answer.status, answer.body]).toEqual([400, { message: { access_level: ["is not included in the list"] } }]);
});
