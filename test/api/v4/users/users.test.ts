// GET /user, /users and /users/:id
import { expect, test } from "vitest";
import { createAdmin, createUser, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { v4 } from "../../../support/v4.ts";

test("GET /user has what clients require of the caller", async () => {
  const user = await createUser();
  const { status, body } = await user.get(v4("/user"));
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      id: user.id,
      username: user.username,
      name: `Name of ${user.username}`,
      state: "active",
      email: `${user.username}@example.com`,
      commit_email: `${user.username}@example.com`,
      public_email: "",
      job_title: "",
      avatar_url: null,
      last_sign_in_at: null,
      last_activity_on: null,
      two_factor_enabled: false,
      web_url: `${baseUrl}/${user.username}`,
    },
  });
});

const basic = ["avatar_url", "id", "locked", "name", "public_email", "state", "username", "web_url"];

test("users see the basic shape of others in lists, administrators all of it", async () => {
  const [user, admin] = [await createUser(), await createAdmin()];
  const found = await user.get(v4("/users"), { username: admin.username.toUpperCase() });
  expect([found.status, found.body.length, Object.keys(found.body[0]).sort()]).toEqual([200, 1, basic]);
  const full = await admin.get(v4("/users"), { username: user.username });
  expect(full.body[0]).toMatchObject({ id: user.id, email: `${user.username}@example.com`, is_admin: false });
});

test("the newest users come first, or the order that is asked for", async () => {
  const word = unique("word");
  const [first, second] = [await createUser({ name: `${word} a` }), await createUser({ name: `${word} b` })];
  const ids = async (query: object) =>
    (await first.get(v4("/users"), { search: word, ...query })).body.map(({ id }: { id: number }) => id);
  expect(await ids({})).toEqual([second.id, first.id]);
  expect(await ids({ order_by: "id", sort: "asc", page: 1, search: first.username })).toEqual([first.id]);
});

test("one user is shown without the e-mail address to others", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const { status, body } = await user.get(v4(`/users/${other.id}`));
  expect([status, body.username, "email" in body, body.bot]).toEqual([200, other.username, false, false]);
  const missing = await user.get(v4("/users/999999999"));
  expect([missing.status, missing.body]).toEqual([404, { message: "404 User Not Found" }]);
});
