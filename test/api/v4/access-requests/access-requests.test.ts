// Access requests, notification settings and label subscriptions in API v4
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

describe.each(["groups", "projects"])("access requests of %s", (kind) => {
  test("are made, listed, approved and denied", async () => {
    const [owner, user, other] = [await createUser(), await createUser(), await createUser()];
    const create = kind === "groups" ? createGroup : createProject;
    const { id } = await create(owner, { visibility_level: 20, request_access_enabled: true });
    const path = v4(`/${kind}/${id}/access_requests`);
    const { status, body } = await user.post(path);
    expect([status, body]).toMatchObject([201, { id: user.id, locked: false }]);
    expect(body.requested_at).toMatch(/^\d{4}-/);
    await ok(other.post(path));
    const list = await owner.get(path);
    expect([list.body.length, list.headers.get("x-total")]).toEqual([2, "2"]);
    expect((await user.get(path)).status).toBe(403);
    const approved = await owner.put(`${path}/${user.id}/approve`, { access_level: 20 });
    expect([approved.status, approved.body.access_level, approved.body.membership_state]).toEqual([201, 20, "active"]);
    expect(await other.delete(`${path}/${other.id}`)).toMatchObject({ status: 204, body: null });
    expect((await owner.delete(`${path}/${other.id}`)).status).toBe(404);
  });
});

test("notification settings are those of v3", async () => {
  const user = await createUser();
  const { id } = await createProject(user);
  const path = v4(`/projects/${id}/notification_settings`);
  expect(await user.get(path)).toMatchObject({ status: 200, body: { level: "global" } });
  const { status, body } = await user.put(path, { level: "custom", new_note: true });
  expect([status, body.level, body.events.new_note, body.events.new_issue]).toEqual([200, "custom", true, false]);
  expect((await user.get(`/projects/${id}/notification_settings`)).body).toEqual(body);
  const own = await user.put(v4("/notification_settings"), { level: "watch" });
  expect([own.status, own.body.level]).toEqual([200, "watch"]);
  expect((await user.put(path, { level: "loud" })).status).toBe(400);
});

test("a label is subscribed to once, by id or title", async () => {
  const user = await createUser();
  const { id } = await createProject(user);
  const label = await ok(user.post(v4(`/projects/${id}/labels`), { name: "bug", color: "#ff0000" }));
  const path = v4(`/projects/${id}/labels`);
  const { status, body } = await user.post(`${path}/bug/subscribe`);
  expect([status, body.subscribed, body.is_project_label]).toEqual([201, true, true]);
  expect((await user.post(`${path}/${label.id}/subscribe`)).status).toBe(304);
  expect((await user.post(`${path}/${label.id}/unsubscribe`)).body.subscribed).toBe(false);
  expect((await user.post(`${path}/none/subscribe`)).status).toBe(404);
});

test("groups have no labels and milestones of their own", async () => {
  const user = await createUser();
  const { id } = await createGroup(user);
  for (const name of ["labels", "milestones"]) {
    const { status, body, headers } = await user.get(v4(`/groups/${id}/${name}`));
    expect([status, body, headers.get("x-total")]).toEqual([200, [], "0"]);
    expect((await user.get(v4(`/groups/0/${name}`))).status).toBe(404);
  }
});
