// The header Idempotency-Key of POST and PUT.
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok, root, unique } from "../../../support/actors.ts";
import { type Answer, Caller, send } from "../../../support/api.ts";
import { createGroup, createIssue, createProject } from "../../../support/factories.ts";
import { keyed } from "../../../support/keyed.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";
import { once } from "../../../support/once.ts";

const setting = once(async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  return { owner, project, issues: `/projects/${project.id}/issues` };
});

const told = ({ status, body, headers }: Answer) => ({
  status,
  body,
  replayed: headers.get("idempotency-replayed"),
});

const titles = async (path: string, title: string) => {
  const { owner } = await setting();
  const { body } = await owner.get(path, { search: title });
  return body.map((issue: { title: string }) => issue.title);
};

describe("the same request with the same key", () => {
  test("is carried out once and gets the same response", async () => {
    const { owner, issues } = await setting();
    const title = unique("once");
    const caller = keyed(owner, unique("key"));
    const first = await caller.post(issues, { title });
    const second = await caller.post(issues, { title });
    expect(told(first)).toEqual({ status: 201, body: expect.objectContaining({ title }), replayed: null });
    expect(told(second)).toEqual({ ...told(first), replayed: "true" });
    expect(second.text).toBe(first.text);
    expect(await titles(issues, title)).toEqual([title]);
  });

  test("gets the response of its time, not the present state", async () => {
    const { owner, project, issues } = await setting();
    const { id } = await createIssue(owner, project, { title: "before" });
    const caller = keyed(owner, unique("key"));
    const first = await caller.put(`${issues}/${id}`, { title: "mine" });
    await ok(owner.put(`${issues}/${id}`, { title: "later" }));
    expect(told(await caller.put(`${issues}/${id}`, { title: "mine" }))).toEqual({ ...told(first), replayed: "true" });
    expect((await owner.get(`${issues}/${id}`)).body.title).toBe("later");
  });

  test.each<[string, (path: string, title: string, key: string, token: string) => Promise<Answer>]>([
    [
      "with its members in another order",
      (path, title, key, token) => keyed(new Caller(token), key).post(path, { description: "d", title }),
    ],
    [
      "with the token as a parameter",
      (path, title, key, token) =>
        keyed(anonymous, key).post(`${path}?private_token=${token}`, { title, description: "d" }),
    ],
    [
      "with some parameters in the query",
      (path, title, key, token) => keyed(new Caller(token), key).post(`${path}?description=d`, { title }),
    ],
  ])("is recognised %s", async (_, repeat) => {
    const { owner, issues } = await setting();
    const [title, key] = [unique("variant"), unique("key")];
    const first = await keyed(owner, key).post(issues, { title, description: "d" });
    expect(told(await repeat(issues, title, key, owner.token ?? ""))).toEqual({ ...told(first), replayed: "true" });
  });

  test("gets the same secret: a token is shown once, and here again", async () => {
    const caller = keyed(await createUser(), unique("key"));
    const first = await caller.post("/user/personal_access_tokens", { name: "t", scopes: ["api"] });
    const second = await caller.post("/user/personal_access_tokens", { name: "t", scopes: ["api"] });
    expect(told(second)).toEqual({ ...told(first), replayed: "true" });
    expect((await new Caller(second.body.token).get("/user")).status).toBe(200);
  });

  test("gets the same commit", async () => {
    const { owner } = await setting();
    const project = await createProject(owner);
    const path = `/projects/${project.id}/repository/files`;
    const file = { file_path: "a", branch_name: "main", content: "a", commit_message: "Write a" };
    const caller = keyed(owner, unique("key"));
    const first = await caller.post(path, file);
    expect(told(await caller.post(path, file))).toEqual({ ...told(first), status: 201, replayed: "true" });
    expect((await owner.get(`/projects/${project.id}/repository/commits`)).body).toHaveLength(1);
  });

  test("does not merge twice", async () => {
    const { owner, project, path } = await createProposing();
    const { id } = await createMergeRequest(owner, project);
    const caller = keyed(owner, unique("key"));
    const first = await caller.put(`${path}/${id}/merge`);
    expect(first).toMatchObject({ status: 200, body: { state: "merged" } });
    expect(told(await caller.put(`${path}/${id}/merge`))).toEqual({ ...told(first), replayed: "true" });
  });

  test("gets the same response without a body", async () => {
    const { owner } = await setting();
    const project = await createProject(owner);
    await ok(owner.post(`/projects/${project.id}/star`));
    const caller = keyed(owner, unique("key"));
    const first = await caller.post(`/projects/${project.id}/star`);
    expect({ status: first.status, text: first.text }).toEqual({ status: 304, text: "" });
    expect(told(await caller.post(`/projects/${project.id}/star`))).toEqual({ ...told(first), replayed: "true" });
  });
});

describe("another request with the same key", () => {
  const cases: [string, (issues: string, title: string) => [string, string, object]][] = [
    ["other parameters", (issues, title) => ["POST", issues, { title, description: "other" }]],
    ["another path", (issues, title) => ["POST", `${issues}/1/notes`, { title, body: "b" }]],
    ["another method", (issues, title) => ["PUT", `${issues}/1`, { title }]],
    ["a text instead of a number", (issues, title) => ["POST", issues, { title, milestone_id: "0" }]],
  ];

  test.each(cases)("is refused: %s", async (_, other) => {
    const { owner, issues } = await setting();
    const [title, key] = [unique("other"), unique("key")];
    await ok(keyed(owner, key).post(issues, { title, milestone_id: 0 }));
    const [method, path, body] = other(issues, title);
    const headers = { ...keyed(owner, key).headers, "content-type": "application/json" };
    const answer = await send(path, { method, headers, body: JSON.stringify(body) });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 422,
      body: { message: "The Idempotency-Key was used for another request" },
    });
  });

  test("is refused if only the content of a file differs", async () => {
    const { owner, issues } = await setting();
    const { headers } = keyed(owner, unique("key"));
    const upload = (content: string) => {
      const body = new FormData();
      body.set("title", "with a file");
      body.set("file", new File([content], "f.txt"));
      return send(issues, { method: "POST", headers, body });
    };
    expect((await upload("one")).status).toBe(201);
    expect(told(await upload("one"))).toMatchObject({ status: 201, replayed: "true" });
    expect((await upload("two")).status).toBe(422);
  });
});

describe("a key belongs to its caller", () => {
  test("two users may use the same key", async () => {
    const [key, body] = [unique("key"), { name: unique("project") }];
    const [one, other] = [await createUser(), await createUser()];
    const first = await ok(keyed(one, key).post("/projects", body));
    const second = await keyed(other, key).post("/projects", body);
    expect(told(second)).toMatchObject({ status: 201, replayed: null });
    expect(second.body.id).not.toBe(first.id);
  });

  test("with sudo, it belongs to the user that the administrator acts for", async () => {
    const [key, one, other] = [unique("key"), await createUser(), await createUser()];
    const body = { name: unique("sudo") };
    const as = (user: { id: number }) => keyed(root, key, { SUDO: String(user.id) }).post("/projects", body);
    const first = await as(one);
    expect(told(await as(other))).toMatchObject({ status: 201, replayed: null });
    expect(told(await as(one))).toEqual({ ...told(first), replayed: "true" });
  });

  test("a revoked token replays nothing", async () => {
    const user = await createUser();
    const { id, token } = await ok(user.post("/user/personal_access_tokens", { name: "t", scopes: ["api"] }));
    const caller = keyed(new Caller(token), unique("key"));
    const name = unique("project");
    await ok(caller.post("/projects", { name }));
    await ok(user.delete(`/user/personal_access_tokens/${id}`));
    expect(told(await caller.post("/projects", { name }))).toMatchObject({ status: 401, replayed: null });
  });

  test("a request without credentials is refused as without a key", async () => {
    const { issues } = await setting();
    expect(told(await keyed(anonymous, "key").post(issues, { title: "t" }))).toEqual({
      status: 401,
      body: { message: "401 Unauthorized" },
      replayed: null,
    });
  });
});

describe("a refused request", () => {
  test("may be corrected and sent with the same key", async () => {
    const { owner, issues } = await setting();
    const caller = keyed(owner, unique("key"));
    expect((await caller.post(issues, { title: " " })).status).toBe(400);
    expect(told(await caller.post(issues, { title: "corrected" }))).toMatchObject({ status: 201, replayed: null });
  });

  test("is carried out when it is possible", async () => {
    const owner = await createUser();
    const { id, path } = await createGroup(owner);
    const caller = keyed(owner, unique("key"));
    expect((await caller.post("/groups", { name: unique("g"), path })).status).toBe(400);
    await ok(owner.delete(`/groups/${id}`));
    const body = { name: unique("g"), path };
    expect(told(await caller.post("/groups", body))).toMatchObject({ status: 201, replayed: null });
  });
});

test.each([
  ["", "empty"],
  ["a b", "a space"],
  ["a".repeat(256), "too long"],
  ["é", "not ASCII"],
])("a malformed key is refused: %s (%s)", async (key) => {
  const { owner, issues } = await setting();
  const { status, body } = await keyed(owner, key).post(issues, { title: "t" });
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: "The header Idempotency-Key must have 1 to 255 visible ASCII characters." },
  });
});

test("the longest key is accepted", async () => {
  const { owner, issues } = await setting();
  const caller = keyed(owner, unique("~").padEnd(255, "!"));
  await ok(caller.post(issues, { title: "t" }));
  expect(told(await caller.post(issues, { title: "t" }))).toMatchObject({ status: 201, replayed: "true" });
});

test("GET and DELETE ignore the header", async () => {
  const { owner, project, issues } = await setting();
  const { id } = await createIssue(owner, project);
  const caller = keyed(owner, "a b");
  expect((await caller.get(`${issues}/${id}`)).status).toBe(200);
  expect((await caller.delete(`${issues}/${id}`)).status).toBe(200);
  expect((await caller.delete(`${issues}/${id}`)).status).toBe(404);
});

test("pages of any origin may send the header and read the response's", async () => {
  const preflight = await send("/projects", {
    method: "OPTIONS",
    headers: { origin: "https://example.org", "access-control-request-method": "POST" },
  });
  expect(preflight.headers.get("access-control-allow-headers")?.split(",")).toContain("Idempotency-Key");
  const { headers } = await anonymous.get("/version");
  expect(headers.get("access-control-expose-headers")?.split(", ")).toEqual(
    expect.arrayContaining(["Idempotency-Replayed", "Retry-After"]),
  );
});
