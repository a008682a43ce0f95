// GET /namespaces and /namespaces/:id
import { expect, test } from "vitest";
import { createAdmin, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createGroup } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

test("the list has the caller's own namespace and groups", async () => {
  const user = await createUser();
  const group = await createGroup(user);
  const { status, body } = await user.get(v4("/namespaces"));
  expect([status, body]).toEqual([
    200,
    [
      expect.objectContaining({ kind: "user", path: user.username, web_url: `${baseUrl}/${user.username}` }),
      {
        id: group.id,
        name: group.name,
        path: group.path,
        kind: "group",
        full_path: group.path,
        parent_id: null,
        avatar_url: null,
        web_url: `${baseUrl}/groups/${group.path}`,
      },
    ],
  ]);
});

test("owned_only leaves out groups in which the caller is only a member", async () => {
  const [owner, member] = [await createUser(), await createUser()];
  const group = await createGroup(owner);
  await ok(owner.post(`/groups/${group.id}/members`, { user_id: member.id, access_level: 30 }));
  const all = await member.get(v4("/namespaces"));
  const owned = await member.get(v4("/namespaces"), { owned_only: true });
  expect([all.body.length, all.headers.get("x-total")]).toEqual([2, "2"]);
  expect([owned.body.length, owned.headers.get("x-total")]).toEqual([1, "1"]);
});

test("a namespace is named by id or path, and is 404 for those who do not belong to it", async () => {
  const [owner, other, admin] = [await createUser(), await createUser(), await createAdmin()];
  const group = await createGroup(owner);
  const statusFor = async (caller: typeof owner, name: string | number) =>
    (await caller.get(v4(`/namespaces/${name}`))).status;
  expect([await statusFor(owner, group.id), await statusFor(owner, group.path.toUpperCase())]).toEqual([200, 200]);
  expect([await statusFor(other, group.id), await statusFor(admin, group.id)]).toEqual([404, 200]);
  const { body } = await other.get(v4(`/namespaces/${group.id}`));
  expect(body).toEqual({ message: "404 Namespace Not Found" });
});
