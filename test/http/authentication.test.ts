// Who a request comes from.
import { expect, test } from "vitest";
import { anonymous, createUser, root } from "../support/actors.ts";

test("a request without credentials is 401 where a user is wanted", async () => {
  expect(await anonymous.get("/groups")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
});

test("ROOT_TOKEN is root's private token", async () => {
  expect(await root.get("/user")).toMatchObject({ status: 200, body: { id: 1, username: "root", is_admin: true } });
});

test("an impersonation token is the user's", async () => {
  const user = await createUser();
  expect(await user.get("/user")).toMatchObject({ status: 200, body: { id: user.id, username: user.username } });
});
