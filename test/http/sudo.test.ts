// Acting as another user, which only ROOT_TOKEN allows.
import { expect, test } from "vitest";
import { type Actor, anonymous, createAdmin, createUser, root, unique } from "../support/actors.ts";
import { type Answer, Caller, send } from "../support/api.ts";
import { createProject } from "../support/factories.ts";

const signedInAs = (user: Actor) => ({ status: 200, body: { id: user.id, username: user.username } });

/** The source has two spaces before the dash, its documentation one. */
const forbidden = (reason: string) => ({
  status: 403,
  body: { message: expect.stringMatching(new RegExp(`^403 Forbidden +- ${reason}$`)) },
});
const mustBeAdmin = forbidden("Must be admin to use sudo");
const mustBePrivate = forbidden("Private token must be specified in order to use sudo");
const unauthorized = { status: 401, body: { message: "401 Unauthorized" } };
const unknown = (who: string | number) => ({
  status: 404,
  body: { message: `404 No user id or username for: ${who} Not Found` },
});

test.each<[string, (user: Actor) => Promise<Answer>]>([
  ["by id in the query", (user) => root.get("/user", { sudo: user.id })],
  ["by username in the query", (user) => root.get("/user", { sudo: user.username })],
  ["by id in a header", (user) => send("/user", { headers: { ...root.headers, SUDO: String(user.id) } })],
  ["by username in a header", (user) => send("/user", { headers: { ...root.headers, SUDO: user.username } })],
  [
    "beside the private_token in the query",
    (user) => anonymous.get("/user", { private_token: root.token, sudo: user.id }),
  ],
])("root acts as a user: %s", async (_name, ask) => {
  const user = await createUser();
  expect(await ask(user)).toMatchObject(signedInAs(user));
});

test("sudo is read from the body, as a number too", async () => {
  const user = await createUser();
  expect(await root.post("/projects", { name: unique("project"), sudo: user.id })).toMatchObject({
    status: 201,
    body: { creator_id: user.id, owner: { id: user.id } },
  });
});

test("the parameter sudo takes precedence over the header", async () => {
  const [meant, other] = [await createUser(), await createUser()];
  const headers = { ...root.headers, SUDO: other.username };
  expect(await send(`/user?sudo=${meant.id}`, { headers })).toMatchObject(signedInAs(meant));
});

test("an empty sudo is ignored", async () => {
  expect(await root.get("/user", { sudo: "" })).toMatchObject({ status: 200, body: { id: 1 } });
});

test("with sudo the caller has only the rights of the target user", async () => {
  const user = await createUser();
  expect(await root.get("/projects/all", { sudo: user.id })).toMatchObject({
    status: 403,
    body: { message: "403 Forbidden" },
  });
});

test("with sudo the caller sees only what the target user sees", async () => {
  const [user, project] = [await createUser(), await createProject(await createUser())];
  expect(await root.get(`/projects/${project.id}`, { sudo: user.id })).toMatchObject({
    status: 404,
    body: { message: "404 Project Not Found" },
  });
});

test("digits are an id, even if they are a username", async () => {
  const username = `9${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  await createUser({ username });
  expect(await root.get("/user", { sudo: username })).toMatchObject(unknown(username));
});

test("root may use sudo to be root", async () => {
  expect(await root.get("/user", { sudo: "root" })).toMatchObject({ status: 200, body: { id: 1, is_admin: true } });
});

test.each(["/user", "/projects/visible"])("sudo without credentials is 401: GET %s", async (path) => {
  expect(await anonymous.get(path, { sudo: "root" })).toMatchObject(unauthorized);
});

test("sudo with an invalid token is 401", async () => {
  expect(await new Caller(`trb_${"0".repeat(36)}`).get("/user", { sudo: "root" })).toMatchObject(unauthorized);
});

test("sudo with a blocked user's token is 401", async () => {
  const user = await createUser();
  await root.put(`/users/${user.id}/block`);
  expect(await user.get("/user", { sudo: "root" })).toMatchObject(unauthorized);
});

test.each(["root", "1", unique("nobody"), "999999999"])("a user cannot use sudo for anybody: %s", async (sudo) => {
  expect(await (await createUser()).get("/user", { sudo })).toMatchObject(mustBeAdmin);
});

test("a user cannot use sudo for themselves", async () => {
  const user = await createUser();
  expect(await user.get("/user", { sudo: user.id })).toMatchObject(mustBeAdmin);
});

test("a user cannot use sudo on a public route", async () => {
  expect(await (await createUser()).get("/projects/visible", { sudo: "root" })).toMatchObject(mustBeAdmin);
});

test.each<[string, (admin: Actor) => Promise<Answer>]>([
  ["an administrator's impersonation token", (admin) => admin.get("/user", { sudo: "root" })],
  [
    "an administrator's personal token",
    async (admin) => {
      const { body } = await admin.post("/user/personal_access_tokens", { name: "mine", scopes: ["api"] });
      return new Caller(body.token).get("/user", { sudo: "root" });
    },
  ],
  ["ROOT_TOKEN as Bearer", () => send("/user?sudo=root", { headers: { authorization: `Bearer ${root.token}` } })],
  ["ROOT_TOKEN as access_token", () => anonymous.get("/user", { access_token: root.token, sudo: "root" })],
])("sudo requires the administrator's private token, not %s", async (_name, ask) => {
  expect(await ask(await createAdmin())).toMatchObject(mustBePrivate);
});

test.each([unique("nobody"), "999999999", "0", "9".repeat(40), "no body"])(
  "sudo as %s, an unknown user, is 404",
  async (who) => {
    expect(await root.get("/user", { sudo: who })).toMatchObject(unknown(who));
  },
);

test.each(["/projects/visible", "/projects/search/a"])(
  "sudo as an unknown user is 404 on a public route: GET %s",
  async (path) => {
    const who = unique("nobody");
    expect(await root.get(path, { sudo: who })).toMatchObject(unknown(who));
  },
);
