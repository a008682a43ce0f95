// POST /groups: access, the new group, and the uniqueness of names and paths.
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, ok, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createGroup } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";

const forbidden = { status: 403, body: { message: "403 Forbidden" } };
const failed = (errors: string) => ({ status: 400, body: { message: `Failed to save group {${errors}}` } });
const TAKEN = '["has already been taken"]';

/** An unused name and path. */
const fresh = () => ({ name: unique("name"), path: unique("path") });

describe("a new group", () => {
  test("is answered in the shape of lists, public and without a description by default", async () => {
    const user = await createUser();
    const { name, path } = fresh();
    const { status, body } = await user.post("/groups", { name, path });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        name,
        path,
        description: "",
        visibility_level: 20,
        lfs_enabled: true,
        avatar_url: null,
        web_url: `${baseUrl}/groups/${path}`,
        request_access_enabled: false,
        full_name: name,
        full_path: path,
        parent_id: null,
      },
    });
  });

  test.for([
    [{ description: "What for" }],
    [{ description: "🎉".repeat(255) }],
    [{ visibility_level: 0 }],
    [{ visibility_level: 10 }],
    [{ visibility_level: 20 }],
    [{ lfs_enabled: false }],
    [{ request_access_enabled: true }],
  ])("keeps %j", async ([attributes]) => {
    const user = await createUser();
    const group = await createGroup(user, attributes);
    expect(await user.get(`/groups/${group.id}`)).toMatchObject({ status: 200, body: { ...attributes } });
  });

  test("has its creator as its only member, an owner", async () => {
    const user = await createUser();
    const group = await createGroup(user);
    expect(await user.get(`/groups/${group.id}/members`)).toMatchObject({
      status: 200,
      body: [{ id: user.id, access_level: 50, expires_at: null }],
    });
  });

  test("is at the root: groups do not nest, and parent_id is ignored", async () => {
    const user = await createUser();
    const parent = await createGroup(user);
    const { name, path } = fresh();
    expect(await user.post("/groups", { name, path, parent_id: parent.id })).toMatchObject({
      status: 201,
      body: { parent_id: null, full_path: path, full_name: name },
    });
    expect(await user.get(`/groups/${parent.path}%2F${path}`)).toMatchObject({ status: 404 });
  });

  test("can be created with query parameters alone", async () => {
    const user = await createUser();
    const { name, path } = fresh();
    expect(await user.post(`/groups?name=${name}&path=${path}&visibility_level=0`)).toMatchObject({
      status: 201,
      body: { name, path, visibility_level: 0 },
    });
  });
});

describe("access", () => {
  test("is 401 without credentials, whatever is sent", async () => {
    expect(await anonymous.post("/groups")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
  });

  test.for([
    ["a user", {}, 201],
    ["an administrator", { admin: true }, 201],
    ["an external user", { external: true }, 403],
    ["a user without can_create_group", { can_create_group: false }, 403],
    ["an administrator without can_create_group", { admin: true, can_create_group: false }, 403],
  ] as const)("%s: %j is answered %i", async ([, attributes, status]) => {
    const user = await createUser({ ...attributes });
    const group = fresh();
    expect(await user.post("/groups", group)).toMatchObject(status === 403 ? forbidden : { status, body: group });
  });

  test("is checked after the parameters", async () => {
    const user = await createUser({ can_create_group: false });
    expect(await user.post("/groups")).toMatchObject({
      status: 400,
      body: { error: "name is missing, path is missing" },
    });
  });
});

describe("uniqueness:", () => {
  test("the path of another group is refused in any case, and nothing is stored", async () => {
    const [owner, user] = await Promise.all([createUser(), createUser()]);
    const { path } = await createGroup(owner);
    expect(await user.post("/groups", { name: unique("name"), path })).toMatchObject(failed(`:path=>${TAKEN}`));
    expect(await user.post("/groups", { name: unique("name"), path: path.toUpperCase() })).toMatchObject(
      failed(`:path=>${TAKEN}`),
    );
    expect(await user.get("/groups")).toMatchObject(listing());
  });

  test("the name of another group is refused", async () => {
    const owner = await createUser();
    const { name } = await createGroup(owner);
    expect(await owner.post("/groups", { name, path: unique("path") })).toMatchObject(failed(`:name=>${TAKEN}`));
  });

  test("both are refused together", async () => {
    const owner = await createUser();
    const { name, path } = await createGroup(owner);
    expect(await owner.post("/groups", { name, path })).toMatchObject(failed(`:name=>${TAKEN}, :path=>${TAKEN}`));
  });

  test("a name in different letter case is another name", async () => {
    const owner = await createUser();
    const { name } = await createGroup(owner);
    const attributes = { name: name.toUpperCase(), path: unique("path") };
    expect(await owner.post("/groups", attributes)).toMatchObject({ status: 201, body: attributes });
  });

  test("the path of a user's namespace is refused in any case", async () => {
    const user = await createUser();
    const path = user.username.toUpperCase();
    expect(await user.post("/groups", { name: unique("name"), path })).toMatchObject(failed(`:path=>${TAKEN}`));
  });

  test("the name of a user's namespace, which is the username, is refused", async () => {
    const user = await createUser();
    const attributes = { name: user.username, path: unique("path") };
    expect(await user.post("/groups", attributes)).toMatchObject(failed(`:name=>${TAKEN}`));
  });

  test("a user's display name is free", async () => {
    const user = await createUser({ name: unique("Display Name") });
    const { body } = await user.get("/user");
    expect(await user.post("/groups", { name: body.name, path: unique("path") })).toMatchObject({
      status: 201,
      body: { name: body.name },
    });
  });

  test("of twenty concurrent calls for one path exactly one succeeds, and the others get the error", async () => {
    const users = await Promise.all([createUser(), createUser(), createUser(), createUser()]);
    const path = unique("race");
    const attempts = Array.from({ length: 20 }, (_, i) =>
      users[i % 4]?.post("/groups", { name: unique("name"), path: i % 2 === 0 ? path : path.toUpperCase() }),
    );
    const answers = (await Promise.all(attempts)).map((answer) => ({ status: answer?.status, body: answer?.body }));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 201)).toEqual(Array(19).fill(failed(`:path=>${TAKEN}`)));
  });

  test("of twenty concurrent calls for one name exactly one succeeds", async () => {
    const user = await createUser();
    const name = unique("race");
    const attempts = Array.from({ length: 20 }, () => user.post("/groups", { name, path: unique("path") }));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array(19).fill(400)]);
  });
});

describe("after a refusal", () => {
  test("nothing is stored, and the same path can be taken at once", async () => {
    const user = await createAdmin();
    const { name, path } = fresh();
    expect(await user.post("/groups", { name, path, visibility_level: 5 })).toMatchObject({ status: 400 });
    expect(await user.get(`/groups/${path}`)).toMatchObject({ status: 404 });
    expect(await ok(user.post("/groups", { name, path }))).toMatchObject({ name, path });
  });
});
