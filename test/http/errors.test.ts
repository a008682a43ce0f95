// Shapes of refusals, and the order in which a request is checked.
import { expect, test } from "vitest";
import { type Actor, anonymous, createAdmin, createUser, ok, root, unique } from "../support/actors.ts";
import { type Answer, type Caller, send } from "../support/api.ts";
import { createGroup, createProject } from "../support/factories.ts";

const UNKNOWN = 999_999_999;
const members = (of: { id: number }) => `/groups/${of.id}/members`;

test.each<[string, (user: Actor) => Promise<Answer>, object]>([
  [
    "a missing parameter is named",
    (user) => user.post("/groups", { name: "a" }),
    { status: 400, body: { error: "path is missing" } },
  ],
  [
    "missing parameters are named in the order of their declaration",
    (user) => user.post("/groups"),
    { status: 400, body: { error: "name is missing, path is missing" } },
  ],
  [
    "a word that is not allowed is reported",
    (user) => user.get("/groups?sort=up"),
    { status: 400, body: { error: "sort does not have a valid value" } },
  ],
  [
    "a value that cannot be coerced is reported",
    (user) => user.get("/groups?per_page=many"),
    { status: 400, body: { error: "per_page is invalid" } },
  ],
  [
    "all failures are reported together",
    (user) => user.get("/groups?page=a&per_page=b&order_by=c&sort=d&statistics=e"),
    {
      status: 400,
      body: {
        error:
          "statistics is invalid, order_by does not have a valid value, sort does not have a valid value, page is invalid, per_page is invalid",
      },
    },
  ],
  [
    "an empty update lists the attributes",
    async (user) => user.put(`/groups/${(await createGroup(user)).id}`),
    {
      status: 400,
      body: {
        error:
          "name, path, description, visibility_level, lfs_enabled, request_access_enabled are missing, at least one parameter must be provided",
      },
    },
  ],
  [
    "errors of the model are reported by field",
    async (user) => user.put(`/groups/${(await createGroup(user)).id}`, { path: "-" }),
    {
      status: 400,
      body: {
        message: {
          path: [
            "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
          ],
        },
      },
    },
  ],
  [
    "a group that cannot be created is reported as Ruby inspects the errors",
    async (user) => user.post("/groups", { name: unique("group"), path: "admin" }),
    { status: 400, body: { message: 'Failed to save group {:path=>["admin is a reserved name"]}' } },
  ],
  [
    "a project that cannot be transferred is reported as Ruby inspects the errors",
    async (user) => {
      const group = await createGroup(user);
      const project = await createProject(user, { namespace_id: group.id });
      return root.post(`/groups/${group.id}/projects/${project.id}`);
    },
    { status: 400, body: { message: 'Failed to transfer project {:new_namespace=>["is invalid"]}' } },
  ],
  ["no credentials", () => anonymous.get("/groups"), { status: 401, body: { message: "401 Unauthorized" } }],
  [
    "no permission",
    async (user) => user.delete(`/groups/${(await createGroup(await createUser())).id}`),
    { status: 403, body: { message: "403 Forbidden" } },
  ],
  [
    "an unknown group",
    (user) => user.get(`/groups/${UNKNOWN}`),
    { status: 404, body: { message: "404 Group Not Found" } },
  ],
  [
    "an unknown project",
    (user) => user.get(`/projects/${UNKNOWN}`),
    { status: 404, body: { message: "404 Project Not Found" } },
  ],
  [
    "an unknown user",
    (user) => user.get(`/users/${UNKNOWN}`),
    { status: 404, body: { message: "404 User Not Found" } },
  ],
  [
    "an unknown namespace to fork into",
    async (user) => user.post(`/projects/fork/${(await createProject(user)).id}`, { namespace: unique("none") }),
    { status: 404, body: { message: "404 Target Namespace Not Found" } },
  ],
  [
    "an unknown share",
    async (user) => user.delete(`/projects/${(await createProject(user)).id}/share/${UNKNOWN}`),
    { status: 404, body: { message: "404 Group Link Not Found" } },
  ],
  [
    "an unknown member",
    async (user) => user.get(`${members(await createGroup(user))}/${UNKNOWN}`),
    { status: 404, body: { message: "404 Not found" } },
  ],
  ["an unknown route", () => anonymous.get("/no/such/route"), { status: 404, body: { error: "404 Not Found" } }],
  [
    "a conflict",
    async (user) => user.post(members(await createGroup(user)), { user_id: user.id, access_level: 10 }),
    { status: 409, body: { message: "Member already exists" } },
  ],
  [
    "an unknown level",
    async (user) => user.post(members(await createGroup(user)), { user_id: (await createUser()).id, access_level: 11 }),
    { status: 422, body: { message: "Access level is not known" } },
  ],
  [
    "no change",
    async (user) => {
      const project = await createProject(user);
      await ok(user.post(`/projects/${project.id}/star`));
      return user.post(`/projects/${project.id}/star`);
    },
    { status: 304, text: "" },
  ],
  [
    "a removed endpoint",
    async (user) => {
      const [project, group] = [await createProject(user), await createGroup(user)];
      await ok(user.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: 10 }));
      return user.delete(`/projects/${project.id}/share/${group.id}`);
    },
    { status: 204, text: "" },
  ],
])("%s", async (_name, ask, expected) => {
  expect(await ask(await createUser())).toMatchObject(expected);
});

test.each([
  ["400", (user: Actor) => user.post("/groups")],
  ["401", () => anonymous.get("/groups")],
  ["404", () => anonymous.get("/no/such/route")],
] as [string, (user: Actor) => Promise<Answer>][])("a %s is JSON", async (status, ask) => {
  const answer = await ask(await createUser());
  expect([String(answer.status), answer.headers.get("content-type")]).toEqual([status, "application/json"]);
});

const sendAs = (caller: Caller, type: string, body: string) =>
  send("/groups", { method: "POST", headers: { ...caller.headers, "content-type": type }, body });

test("an invalid body is reported before authentication", async () => {
  expect(await sendAs(anonymous, "application/json", "{")).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/./) },
  });
});

test("a body of an unknown type is reported before authentication", async () => {
  expect(await sendAs(anonymous, "application/xml", "<a/>")).toMatchObject({
    status: 406,
    body: { error: "The requested content-type 'application/xml' is not supported." },
  });
});

test.each([
  "/groups",
  "/projects",
  "/users",
  "/user/personal_access_tokens",
  "/users/1/impersonation_tokens",
  "/groups/1/members",
  "/projects/1/members",
  "/projects/1/share",
])("POST %s without parameters is 401 for anonymous callers", async (path) => {
  expect(await anonymous.post(path)).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("a POST without parameters is 401 with a revoked token", async () => {
  const user = await createUser();
  const { id, token } = await ok(user.post("/user/personal_access_tokens", { name: "short", scopes: ["api"] }));
  await ok(user.delete(`/user/personal_access_tokens/${id}`));
  expect(await send(`/groups?private_token=${token}`, { method: "POST" })).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});

test.each([
  ["/users", "email is missing, password, reset_password are missing, at least one parameter must be provided"],
  ["/users/1/impersonation_tokens", "name is missing"],
])("POST %s without parameters is 400 for users without the right", async (path, error) => {
  expect(await (await createUser()).post(path)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(error) },
  });
});

test("a POST without parameters is 400 for a member without the right", async () => {
  const group = await createGroup(await createUser());
  expect(await (await createUser()).post(members(group))).toMatchObject({
    status: 400,
    body: { error: "user_id is missing, access_level is missing" },
  });
});

test("a POST without parameters is 400 for an invisible target", async () => {
  const project = await createProject(await createUser());
  expect(await (await createUser()).post(`/projects/${project.id}/share`)).toMatchObject({
    status: 400,
    body: {
      error: "group_id is missing, group_access is missing, group_access does not have a valid value",
    },
  });
});

test.each([`/groups/${UNKNOWN}`, `/projects/${UNKNOWN}`, `/users/${UNKNOWN}`])(
  "PUT %s without changes is 400",
  async (path) => {
    expect(await (await createAdmin()).put(path)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/ are missing, at least one parameter must be provided$/) },
    });
  },
);

test("an invisible target is 404 before it is forbidden", async () => {
  const group = await createGroup(await createUser(), { visibility_level: 0 });
  expect(await (await createUser()).put(`/groups/${group.id}`, { name: "a" })).toMatchObject({
    status: 404,
    body: { message: "404 Group Not Found" },
  });
});

test("a forbidden call is 403 before the model checks it", async () => {
  const group = await createGroup(await createUser());
  expect(await (await createUser()).put(`/groups/${group.id}`, { path: "-" })).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});
