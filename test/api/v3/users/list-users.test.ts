// GET /users
import { expect, test } from "vitest";
import { type Actor, anonymous, createAdmin, createUser, ok, root, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";

const basicKeys = ["avatar_url", "id", "name", "state", "username", "web_url"];
const usersOf = (...users: Actor[]) => ({ status: 200, body: users.map(({ id }) => ({ id })) });

test("users see of each other what everybody may, and no e-mail", async () => {
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

test("not even of themselves do users see more in a list", async () => {
  const user = await createUser();
  const { status, body } = await user.get("/users", { username: user.username });
  expect({ status, keys: Object.keys(body[0]).sort() }).toEqual({ status: 200, keys: basicKeys });
});

test("an administrator sees everything", async () => {
  const user = await createUser({ bio: "Writes programs" });
  expect(await (await createAdmin()).get("/users", { username: user.username })).toMatchObject({
    status: 200,
    body: [{ email: `${user.username}@example.com`, bio: "Writes programs", is_admin: false, projects_limit: 100_000 }],
  });
});

test.each<[string, (user: Actor, word: string) => string]>([
  ["a part of a name", (_user, word) => `of ${word}`],
  ["a part of a name in another case", (_user, word) => `NAME OF ${word.toUpperCase()}`],
  ["a part of a username", ({ username }) => username.slice(1)],
  ["a part of an e-mail", ({ username }) => `${username}@exam`],
])("search finds %s", async (_name, search) => {
  const word = unique("word");
  const user = await createUser({ name: `Name of ${word}` });
  expect(await root.get("/users", { search: search(user, word) })).toMatchObject(usersOf(user));
});

test.each(["%", "_", "\\", "'", '"', "%%", "🧮"])("search takes %s as it is", async (sign) => {
  const word = unique("word");
  const [meant] = [await createUser({ name: `${word} a${sign}b` }), await createUser({ name: `${word} axb` })];
  expect(await root.get("/users", { search: `${word} a${sign}b` })).toMatchObject(usersOf(meant));
});

test("search finds nobody where there is nobody", async () => {
  expect(await root.get("/users", { search: unique("nobody") })).toMatchObject(usersOf());
});

test.each(["", " "])("a blank search (%j) looks for nobody in particular", async (search) => {
  const answer = await root.get("/users", { search, per_page: 1 });
  expect([answer.status, answer.body]).toMatchObject([200, [{ id: 1, username: "root" }]]);
});

test("username finds one user", async () => {
  const user = await createUser();
  await createUser({ username: `${user.username}-2`, email: `${user.username}-2@example.com` });
  expect(await root.get("/users", { username: user.username })).toMatchObject(usersOf(user));
});

test("a part of a username is none", async () => {
  const user = await createUser();
  expect(await root.get("/users", { username: user.username.slice(0, -1) })).toMatchObject(usersOf());
});

/** One user of each kind, all found by one word. */
async function createKinds() {
  const word = unique("kind");
  const active = await createUser({ name: word });
  const blocked = await createUser({ name: word });
  await ok(root.put(`/users/${blocked.id}/block`));
  const external = await createUser({ name: word, external: true });
  return { word, active, blocked, external };
}

test("active leaves out who is blocked", async () => {
  const { word, active, external } = await createKinds();
  expect(await root.get("/users", { search: word, active: true })).toMatchObject(usersOf(active, external));
});

test("blocked leaves out who is not", async () => {
  const { word, blocked } = await createKinds();
  expect(await root.get("/users", { search: word, blocked: true })).toMatchObject(usersOf(blocked));
});

test("external leaves out who is not", async () => {
  const { word, external } = await createKinds();
  expect(await root.get("/users", { search: word, external: true })).toMatchObject(usersOf(external));
});

test("filters that are false leave nobody out", async () => {
  const { word, active, blocked, external } = await createKinds();
  expect(await root.get("/users", { search: word, active: false, blocked: false, external: false })).toMatchObject(
    usersOf(active, blocked, external),
  );
});

test("X-Total counts who is listed", async () => {
  const { word } = await createKinds();
  const answer = await root.get("/users", { search: word, active: true, per_page: 1 });
  expect([answer.status, answer.body.length, answer.headers.get("x-total")]).toEqual([200, 1, "2"]);
});

test.each(["active", "blocked", "external"])("%s is a boolean", async (name) => {
  expect(await root.get("/users", { [name]: "maybe" })).toMatchObject({
    status: 400,
    body: { error: `${name} is invalid` },
  });
});

test("ghost, who stands for who is gone, is not listed", async () => {
  expect(await root.get("/users", { username: "ghost" })).toMatchObject(usersOf());
});

test("the anonymous see no users", async () => {
  expect(await anonymous.get("/users")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("only administrators can filter by external: others are told nothing by it", async () => {
  const { word, active, blocked, external } = await createKinds();
  expect(await active.get("/users", { search: word, external: true })).toMatchObject(
    usersOf(active, blocked, external),
  );
});
