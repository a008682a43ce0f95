// Access to the routes of /-/backup, and their refusals.
import { describe, expect, inject, test } from "vitest";
import { backupRoutes } from "../../../src/api/backup/router.ts";
import { createAdmin, createUser, ok, root } from "../../support/actors.ts";
import { server } from "../../support/server.ts";

async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await server.fetch(`${server.origin}${path}`, init);
  return { status: response.status, text: await response.text() };
}

const pathOf = (path: string) =>
  path.replace(/:(\w+)(\{.*?\}(?=\/|$))?/g, (_, name: string) =>
    name === "table" ? "issues" : name === "project" ? "999999999" : "x",
  );

describe.each(backupRoutes)("$method $path", ({ method, path }) => {
  const body = method === "POST" ? "{}" : undefined;

  test("is refused to everybody but administrators", async () => {
    const [user, admin] = [await createUser(), await createAdmin()];
    const statusOf = async (headers: Record<string, string>) =>
      (await send(method, pathOf(path), headers, body)).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ "PRIVATE-TOKEN": "wrong" })).toBe(401);
    expect(await statusOf(user.headers)).toBe(403);
    expect(await statusOf({ ...root.headers, sudo: user.username })).toBe(403);
    expect([401, 403, 500]).not.toContain(await statusOf(admin.headers));
  });

  test("is refused to administrators who are blocked, or whose token may only read users", async () => {
    const [blocked, reader] = [await createAdmin(), await createAdmin()];
    await ok(root.put(`/users/${blocked.id}/block`));
    const { token } = await ok(
      root.post(`/users/${reader.id}/impersonation_tokens`, { name: "reader", scopes: ["read_user"] }),
    );
    const statusOf = async (headers: Record<string, string>) =>
      (await send(method, pathOf(path), headers, body)).status;
    expect(await statusOf(blocked.headers)).toBe(401);
    expect(await statusOf({ "PRIVATE-TOKEN": token })).toBe(401);
  });

  test("takes no token from the query, which servers log", async () => {
    const { status } = await send(method, `${pathOf(path)}?private_token=${inject("rootToken")}`, {}, body);
    expect(status).toBe(401);
  });
});

const unprotected = { developers_can_push: false, developers_can_merge: false };

const rows = (table: string, line: string) =>
  send("POST", `/-/backup/imports/refused/rows/${table}?page=1`, root.headers, line);

test.each<[string, string, string, number, string]>([
  ["an unknown table", "secrets", "{}", 404, "404 Table Not Found"],
  ["a derived table", "user_totals", "{}", 404, "404 Table Not Found"],
  ["an inherited name", "constructor", "{}", 404, "404 Table Not Found"],
  ["an unknown column", "labels", '{"nothing":1}', 400, "The table labels has no column nothing"],
  ["a line that is no JSON", "labels", "{", 400, "A row of labels is no flat JSON object"],
  ["a nested value", "labels", '{"title":[]}', 400, "A row of labels is no flat JSON object"],
  [
    "rows with different columns",
    "labels",
    '{"id":1}\n{"title":"a"}',
    400,
    "The rows of a page have different columns",
  ],
  [
    "a row without a project",
    "labels",
    '{"title":"a","color":"#000000","project_id":999999999,"created_at":"","updated_at":""}',
    422,
    "FOREIGN KEY constraint failed",
  ],
  ["a row that exists", "users", '{"id":3}\n{"id":3}', 422, "constraint failed"],
])("%s is refused", async (_, table, line, status, message) => {
  const answer = await rows(table, line);
  expect(answer).toMatchObject({ status, text: expect.stringContaining(message) });
});

test.each([
  ["of an unknown table", "secrets?until=1", 404, "404 Table Not Found"],
  ["after a negative row id", "users?after=-1", 400, "after is no number"],
  ["until a row id that is no number", "users?until=last", 400, "until is no number"],
])("a read %s is refused", async (_, path, status, message) => {
  const answer = await send("GET", `/-/backup/rows/${path}`, root.headers);
  expect(answer).toMatchObject({ status, text: expect.stringContaining(message) });
});

test("a body that is no JSON object is refused", async () => {
  const answer = await send("POST", "/-/backup/imports/refused/repositories", root.headers, "[]");
  expect(answer).toMatchObject({ status: 400, text: expect.stringContaining("The body is no JSON object") });
});

test("a second pass over a table that the first one fills is refused", async () => {
  const path = "/-/backup/imports/refused/rows/labels?page=1&pass=later";
  expect(await send("POST", path, root.headers, '{"id":1,"title":"a"}')).toMatchObject({
    status: 400,
    text: expect.stringContaining("The table labels has no columns that wait"),
  });
});

test("a ref of a bad name, or to an object that does not exist, is refused", async () => {
  const { body: project } = await root.post("/projects", { name: `refs-${crypto.randomUUID()}` });
  const state = { head: null, protected_branches: [], merges: [] };
  const refs = (name: string, oid: string) =>
    send(
      "POST",
      `/-/backup/imports/refused/repositories/${project.id}/refs`,
      root.headers,
      JSON.stringify({ refs: [{ name, oid }], state }),
    );
  expect(await refs("refs/../x", "a".repeat(40))).toMatchObject({
    status: 422,
    text: expect.stringContaining("no name of a ref"),
  });
  expect(await refs("refs/heads/x", "a".repeat(40))).toMatchObject({
    status: 422,
    text: expect.stringContaining("does not exist"),
  });
});

test("a list of refs in which one has no object is refused", async () => {
  const { body: project } = await root.post("/projects", { name: `refs-${crypto.randomUUID()}` });
  const path = `/-/backup/imports/refused/repositories/${project.id}/refs`;
  const refs = [{ name: "refs/heads/x" }];
  const answer = await send("POST", path, root.headers, JSON.stringify({ refs, state: null }));
  expect(answer).toMatchObject({ status: 400, text: expect.stringContaining("refs or state is malformed") });
});

test.each([
  ["a head of a bad name", { head: "refs/heads/a\nb" }],
  ["a protected branch of a bad name", { protected_branches: [{ ...unprotected, name: "a b" }] }],
  ["a merge without a commit", { merges: [{ merge_request_id: 1, commit: "x" }] }],
])("%s is refused", async (_, change) => {
  const { body: project } = await root.post("/projects", { name: `state-${crypto.randomUUID()}` });
  const state = { head: null, protected_branches: [], merges: [], ...change };
  const path = `/-/backup/imports/refused/repositories/${project.id}/refs`;
  const answer = await send("POST", path, root.headers, JSON.stringify({ refs: [], state }));
  expect(answer).toMatchObject({ status: 422, text: expect.stringContaining("The state has a name of no branch") });
});

test("a pack that is none is refused", async () => {
  const { body: project } = await root.post("/projects", { name: `pack-${crypto.randomUUID()}` });
  const answer = await send(
    "POST",
    `/-/backup/imports/refused/repositories/${project.id}/objects`,
    root.headers,
    "no pack",
  );
  expect(answer.status).toBe(422);
});
