// POST /session: password logins do not exist.
import { expect, test } from "vitest";
import { anonymous, createUser, root } from "../../../support/actors.ts";

const unauthorized = { status: 401, body: { message: "401 Unauthorized" } };

test("a right password is 401, since passwords are not stored", async () => {
  const password = "secret-enough";
  const { username } = await createUser({ password });
  expect(await anonymous.post("/session", { login: username, password })).toMatchObject(unauthorized);
});

test.each([{}, { login: "root" }, { email: "admin@example.com", password: "wrong" }])("%j is 401", async (values) => {
  expect(await anonymous.post("/session", values)).toMatchObject(unauthorized);
});

test("a session is 401 even for an authenticated user", async () => {
  expect(await root.post("/session", { login: "root", password: root.token })).toMatchObject(unauthorized);
});
