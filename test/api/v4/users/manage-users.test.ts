// Users in API v4: their status and projects, and what administrators do with them
import { describe, expect, test } from "vitest";
import { createAdmin, createUser, ok, unique } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

test("the status of a user is found by id and by name", async () => {
  const user = await createUser();
  for (const name of [user.id, user.username]) {
    const { status, body } = await user.get(v4(`/users/${name}/status`));
    expect([status, body]).toEqual([
      200,
      { emoji: null, message: null, availability: "not_set", message_html: "", clear_status_at: null },
    ]);
  }
  expect(await user.get(v4("/users/nobody-at-all/status"))).toMatchObject({
    status: 404,
    body: { message: "404 User Not Found" },
  });
});

test("the projects of a user are those of the namespace that the caller may see", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const open = await createProject(user, { visibility_level: 10, name: "Open" });
  const hidden = await createProject(user, { name: "Hidden" });
  await createProject(other);
  const list = async (caller: typeof user, query = {}) => {
    const { body, headers } = await caller.get(v4(`/users/${user.username}/projects`), { order_by: "id", ...query });
    return [body.map(({ id }: { id: number }) => id), headers.get("x-total")];
  };
  expect(await list(user)).toEqual([[hidden.id, open.id], "2"]);
  expect(await list(other)).toEqual([[open.id], "1"]);
  expect(await list(user, { search: "hid" })).toEqual([[hidden.id], "1"]);
  expect((await other.get(v4(`/users/${user.id}/projects`), { simple: true })).body[0]).not.toHaveProperty("_links");
  expect((await user.get(v4("/users/0/projects"))).body).toEqual({ message: "404 User Not Found" });
});

describe("administrators", () => {
  const valuesOf = (username: string) => ({ username, name: "New", email: `${username}@example.com` });

  test("create, change and delete users", async () => {
    const admin = await createAdmin();
    const values = valuesOf(unique("made"));
    const { status, body } = await admin.post(v4("/users"), { ...values, force_random_password: true });
    expect([status, body.username, body.email, body.commit_email]).toEqual([
      201,
      values.username,
      values.email,
      values.email,
    ]);
    expect((await admin.post(v4("/users"), { ...values, reset_password: true })).status).toBe(409);
    expect((await ok(admin.put(v4(`/users/${body.id}`), { bio: "Rivers" }))).bio).toBe("Rivers");
    expect(await admin.delete(v4(`/users/${body.id}`))).toMatchObject({ status: 204, body: null });
    expect((await admin.get(v4(`/users/${body.id}`))).status).toBe(404);
  });

  test("need a way to a password", async () => {
    const admin = await createAdmin();
    const { status, body } = await admin.post(v4("/users"), valuesOf(unique("made")));
    expect([status, body]).toEqual([
      400,
      {
        error: "password, reset_password, force_random_password are missing, at least one parameter must be provided",
      },
    ]);
  });

  test("block and unblock with 201", async () => {
    const [admin, user] = [await createAdmin(), await createUser()];
    const { status, body } = await admin.post(v4(`/users/${user.id}/block`));
    expect([status, body]).toEqual([201, true]);
    expect((await user.get(v4("/user"))).status).toBe(401);
    expect((await admin.post(v4(`/users/${user.id}/unblock`))).status).toBe(201);
    expect((await user.get(v4("/user"))).status).toBe(200);
  });

  test("alone manage users", async () => {
    const user = await createUser();
    for (const refused of [
      user.post(v4("/users"), { ...valuesOf(unique("made")), reset_password: true }),
      user.put(v4(`/users/${user.id}`), { bio: "x" }),
      user.delete(v4(`/users/${user.id}`)),
      user.post(v4(`/users/${user.id}/block`)),
    ]) {
      expect((await refused).status).toBe(403);
    }
  });
});

test("a path of a namespace is taken whether it is visible or not", async () => {
  const [user, other] = [await createUser(), await createUser()];
  expect((await user.get(v4(`/namespaces/${other.username.toUpperCase()}/exists`))).body).toEqual({
    exists: true,
    suggests: [],
  });
  expect((await user.get(v4("/namespaces/nobody-at-all/exists"))).body.exists).toBe(false);
  expect((await user.get(v4(`/namespaces/${other.username}/exists`), { parent_id: 1 })).body.exists).toBe(false);
});
