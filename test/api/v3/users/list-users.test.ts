// GET /users
import { expect, test } from "vitest";
import { type Actor, anonymous, createAdmin, createUser, ok, root, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";

const basicKeys = ["avatar_url", "id", "name", "state", "username", "web_url"];
const usersOf = (...users: Actor[]) => ({ status: 200, body: users.map(({ id }) => ({ id })) });

test("users get the public attributes of others, without email addresses", async () => {
  const [viewer, user] = [await createUser(), await createUser()];
  const { status, body } = await viewer.get("/users", { username: user.username });
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      {
        id: user.id,
        username: user.username,
        name: `Name of ${user.username}`,
        state: "active",
        avatar_url: null,
        web_url: `${baseUrl}/${user.username}`,
      },
    ],
  });
});

test("users get only public attributes of themselves in a list", async () => {
  const user = await createUser();
  const { status, body } = await user.get("/users", { username: user.username });
  expect({ status, keys: Object.keys(body[0]).sort() }).toEqual({ status: 200, keys: basicKeys });
});

test("an administrator gets every attribute", async () => {
  const user = await createUser({ bio: "Writes programs" });
  expect(await (await createAdmin()).get("/users", { username: user.username })).toMatchObject({
    status: 200,
    body: [{ email: `${user.username}@example.com`, bio: "Writes programs", is_admin: false, projects_limit: 100_000 }],
  });
});

test.each<[string, (user: Actor, word: string) => string]>([
  ["part of a name", (_user, word) => `of ${word}`],
  ["part of a name in another case", (_user, word) => `NAME OF ${word.toUpperCase()}`],
  ["part of a username", ({ username }) => username.slice(1)],
  ["part of an email address", ({ username }) => `${username}@exam`],
])("search matches %s", async (_name, search) => {
  const word = unique("word");
  const user = await createUser({ name: `Name of ${word}` });
  expect(await root.get("/users", { search: search(user, word) })).toMatchObject(usersOf(user));
});

test.each(["%", "_", "\\", "'", '"', "%%", "🧮"])("search matches %s literally", async (sign) => {
  const word = unique("word");
  const [match] = [await createUser({ name: `${word} a${sign}b` }), await createUser({ name: `${word} axb` })];
  expect(await root.get("/users", { search: `${word} a${sign}b` })).toMatchObject(usersOf(match));
});

test("search without a match is empty", async () => {
  expect(await root.get("/users", { search: unique("nobody") })).toMatchObject(usersOf());
});

test.each(["", " "])("a blank search (%j) is ignored", async (search) => {
  const answer = await root.get("/users", { search, per_page: 1 });
  expect([answer.status, answer.body]).toMatchObject([200, [{ id: 1, username: "root" }]]);
});

test("username matches one user", async () => {
  const user = await createUser();
  await createUser({ username: `${user.username}-2`, email: `${user.username}-2@example.com` });
  expect(await root.get("/users", { username: user.username })).toMatchObject(usersOf(user));
});

test("username does not match parts", async () => {
  const user = await createUser();
  expect(await root.get("/users", { username: user.username.slice(0, -1) })).toMatchObject(usersOf());
});

/** One user of each kind, all with a common word. */
async function createKinds() {
  const word = unique("kind");
  const active = await createUser({ name: word });
  const blocked = await createUser({ name: word });
  await ok(root.put(`/users/${blocked.id}/block`));
  const external = await createUser({ name: word, external: true });
  return { word, active, blocked, external };
}

test("active leaves out blocked users", async () => {
  const { word, active, external } = await createKinds();
  expect(await root.get("/users", { search: word, active: true })).toMatchObject(usersOf(active, external));
});

test("blocked leaves out users who are not", async () => {
  const { word, blocked } = await createKinds();
  expect(await root.get("/users", { search: word, blocked: true })).toMatchObject(usersOf(blocked));
});

test("external leaves out users who are not", async () => {
  const { word, external } = await createKinds();
  expect(await root.get("/users", { search: word, external: true })).toMatchObject(usersOf(external));
});

test("filters with false are ignored", async () => {
  const { word, active, blocked, external } = await createKinds();
  expect(await root.get("/users", { search: word, active: false, blocked: false, external: false })).toMatchObject(
    usersOf(active, blocked, external),
  );
});

test("X-Total counts the listed users", async () => {
  const { word } = await createKinds();
  const answer = await root.get("/users", { search: word, active: true, per_page: 1 });
  expect([answer.status, answer.body.length, answer.headers.get("x-total")]).toEqual([200, 1, "2"]);
});

test.each(["active", "blocked", "external"])("%s must be boolean", async (name) => {
  expect(await root.get("/users", { [name]: "maybe" })).toMatchObject({
    status: 400,
    body: { error: `${name} is invalid` },
  });
});

test("ghost, the owner of deleted users' contributions, is not listed", async () => {
  expect(await root.get("/users", { username: "ghost" })).toMatchObject(usersOf());
});

test("anonymous callers get 401", async () => {
  expect(await anonymous.get("/users")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("the filter external is ignored unless the caller is an administrator", async () => {
  const { word, active, blocked, external } = await createKinds();
  expect(await active.get("/users", { search: word, external: true })).toMatchObject(
    usersOf(active, blocked, external),
  );
});
