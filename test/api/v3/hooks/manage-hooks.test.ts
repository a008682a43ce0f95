// Hooks are created, read, updated and deleted by masters, and their secrets are never shown.
import { describe, expect, test } from "vitest";
import { type Actor, castNames, createUser, ok } from "../../../support/actors.ts";
import type { Answer, Caller, Values } from "../../../support/api.ts";
import { createCast, createIssue, createProject, type Project } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";
import { addHook, hooksOf, Receiver } from "./receiver.ts";

const url = "https://hooks.example.org/tributary";
const refused = { status: 422, body: { error: "Invalid url given" } };

async function createOwned(): Promise<{ owner: Actor; project: Project; path: string }> {
  const owner = await createUser();
  const project = await createProject(owner);
  return { owner, project, path: hooksOf(project) };
}

const usual = {
  push_events: true,
  tag_push_events: false,
  enable_ssl_verification: true,
  issues_events: false,
  merge_requests_events: false,
  note_events: false,
  build_events: false,
  pipeline_events: false,
  wiki_page_events: false,
};

test("a hook selects push events by default", async () => {
  const { owner, project, path } = await createOwned();
  const answer = await owner.post(path, { url });
  expect(answer).toMatchObject({ status: 201 });
  expect(answer.body).toEqual({
    id: expect.any(Number),
    url,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    project_id: project.id,
    ...usual,
    enabled: true,
    disabled_until: null,
    last_error: null,
    last_error_at: null,
    signing_secret: expect.any(String),
  });
  const { signing_secret: _, ...shown } = answer.body;
  const read = await owner.get(`${path}/${answer.body.id}`);
  expect(read.status).toBe(200);
  expect(read.body).toEqual(shown);
});

test("each setting is stored as given, and empty counts as absent", async () => {
  const { owner, path } = await createOwned();
  const turned = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, !value]));
  const { status, body } = await owner.post(path, { url, ...turned });
  expect({ status, body }).toMatchObject({ status: 201, body: turned });
  const empty = Object.fromEntries(Object.keys(usual).map((name) => [name, ""]));
  expect(await owner.put(`${path}/${body.id}`, { url, ...empty })).toMatchObject({ status: 200, body: turned });
  expect(await owner.post(path, { url, ...empty })).toMatchObject({ status: 201, body: usual });
});

test("an update keeps omitted settings", async () => {
  const { owner, path } = await createOwned();
  const { id } = await ok(owner.post(path, { url, note_events: true }));
  const other = "https://hooks.example.org/other";
  const answer = await owner.put(`${path}/${id}`, { url: other, push_events: false });
  expect(answer).toMatchObject({ status: 200, body: { id, url: other, push_events: false, note_events: true } });
  expect((await owner.get(`${path}/${id}`)).body).toEqual(answer.body);
});

test("hooks are listed newest first, in pages", async () => {
  const { owner, project, path } = await createOwned();
  const ids: number[] = [];
  for (const name of ["a", "b", "c"]) ids.unshift((await addHook(owner, project, `${url}/${name}`)).id);
  const page = await owner.get(path, { per_page: 2 });
  expect(page).toMatchObject({ status: 200, body: [{ id: ids[0] }, { id: ids[1] }] });
  expect(page.headers.get("x-total")).toBe("3");
  expect((await owner.get(path, { per_page: 2, page: 2 })).body).toMatchObject([{ id: ids[2] }]);
});

test("a deleted hook is answered and then gone", async () => {
  const { owner, project, path } = await createOwned();
  const { signing_secret: _, ...hook } = await addHook(owner, project, url);
  expect(await owner.delete(`${path}/${hook.id}`)).toMatchObject({ status: 200, body: hook });
  const gone = { status: 404, body: { message: "404 Not found" } };
  expect(await owner.get(`${path}/${hook.id}`)).toMatchObject(gone);
  expect(await owner.put(`${path}/${hook.id}`, { url })).toMatchObject(gone);
  expect(await owner.delete(`${path}/${hook.id}`)).toMatchObject(gone);
});

test("a hook is found only under its own project", async () => {
  const { owner, project } = await createOwned();
  const { id } = await addHook(owner, project, url);
  const other = hooksOf(await createProject(owner));
  for (const answer of [
    await owner.get(`${other}/${id}`),
    await owner.put(`${other}/${id}`, { url }),
    await owner.delete(`${other}/${id}`),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { message: "404 Not found" } });
  }
});

test("token, user and password are never shown", async () => {
  const { owner, path } = await createOwned();
  const secret = { url: "https://some.user:some-password@hooks.example.org/x", token: "some-token" };
  const made = await owner.post(path, secret);
  expect(made).toMatchObject({ status: 201, body: { url: "https://hooks.example.org/x" } });
  const hook = `${path}/${made.body.id}`;
  for (const answer of [
    made,
    await owner.get(hook),
    await owner.get(path),
    await owner.put(hook, secret),
    await owner.delete(hook),
  ]) {
    expect(answer.status).toBeLessThan(300);
    expect(answer.text).not.toMatch(/some.user|some-password|some-token|authorization/i);
  }
});

describe("an invalid URL, or one that is not HTTP,", () => {
  test.each(["", "nonsense", "ftp://hooks.example.org/", "javascript:alert(1)", "https://", "https://a b/"])(
    "%j is refused",
    async (bad) => {
      const { owner, project, path } = await createOwned();
      const { signing_secret: _, ...hook } = await addHook(owner, project, url);
      expect(await owner.post(path, { url: bad })).toMatchObject(refused);
      expect(await owner.put(`${path}/${hook.id}`, { url: bad })).toMatchObject(refused);
      expect((await owner.get(path)).body).toEqual([hook]);
    },
  );
});

test("creating and updating a hook require a URL", async () => {
  const { owner, project, path } = await createOwned();
  const { id } = await addHook(owner, project, url);
  const missing = { status: 400, body: { error: "url is missing" } };
  expect(await owner.post(path)).toMatchObject(missing);
  expect(await owner.put(`${path}/${id}`, { push_events: false })).toMatchObject(missing);
});

test("a hook disabled by a 410 response is enabled by an update", async () => {
  await using receiver = await Receiver.start(() => ({ status: 410 }));
  const { owner, project, path } = await createOwned();
  const { id } = await addHook(owner, project, receiver.url);
  await createIssue(owner, project);
  const read = async () => (await ok(owner.get(`${path}/${id}`))).enabled;
  await expect.poll(read, { timeout: 20_000 }).toBe(false);
  expect((await owner.get(`${path}/${id}`)).body).toMatchObject({ last_error: expect.stringContaining("410") });
  const alertStatus = async () => (await ok(owner.get(v4(`${path}/${id}`)))).alert_status;
  expect(await alertStatus()).toBe("disabled");
  const changed = await owner.put(`${path}/${id}`, { url: receiver.url });
  expect(changed).toMatchObject({ status: 200, body: { enabled: true, disabled_until: null } });
  expect(await alertStatus()).toBe("executable");
});

test("settings must be boolean, and a token must be valid in a header", async () => {
  const { owner, path } = await createOwned();
  expect(await owner.post(path, { url, push_events: "perhaps" })).toMatchObject({
    status: 400,
    body: { error: "push_events is invalid" },
  });
  for (const token of ["two\r\nlines: x", "x".repeat(1_001)]) {
    expect(await owner.post(path, { url, token })).toMatchObject({
      status: 400,
      body: { message: { token: ["is invalid"] } },
    });
  }
  expect((await owner.get(path)).body).toEqual([]);
});

const expected: Record<string, string> = {
  private: "401 404 404 403 403 403 ok ok ok",
  public: "401 403 403 403 403 403 ok ok ok",
};

describe.each(["private", "public"])("in a %s project", (visibility) => {
  test("masters and up may do everything, others nothing", async () => {
    const { cast, project } = await createCast({}, { visibility_level: visibility === "public" ? 20 : 0 });
    const path = hooksOf(project);
    const calls: ((caller: Caller, id: number) => Promise<Answer>)[] = [
      (caller) => caller.get(path),
      (caller) => caller.post(path, { url } satisfies Values),
      (caller, id) => caller.get(`${path}/${id}`),
      (caller, id) => caller.put(`${path}/${id}`, { url }),
      (caller, id) => caller.post(`${path}/${id}/rotate_secret`),
      (caller, id) => caller.delete(`${path}/${id}`),
    ];
    let { id } = await addHook(cast.owner, project, url);
    for (const call of calls) {
      const outcomes: string[] = [];
      for (const name of castNames) {
        const { status } = await call(cast[name], id);
        outcomes.push(status < 300 ? "ok" : String(status));
        if (status < 300) ({ id } = await addHook(cast.owner, project, url));
      }
      expect(outcomes.join(" ")).toBe(expected[visibility]);
    }
  });
});

test("a project has at most a hundred hooks, even with concurrent calls", async () => {
  const { owner, project, path } = await createOwned();
  const answers = await Promise.all(Array.from({ length: 103 }, () => owner.post(path, { url })));
  const refusals = answers.filter(({ status }) => status !== 201);
  expect(refusals).toHaveLength(3);
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      status: 422,
      body: { message: { base: ["Maximum number of project hooks (100) exceeded"] } },
    });
  }
  const hooks = await ok(owner.get(path, { per_page: 100 }));
  await ok(owner.delete(`${path}/${hooks[0].id}`));
  await addHook(owner, project, url);
});

test("reading takes one round trip, writing two", async () => {
  const { owner, project, path } = await createOwned();
  const { id } = await addHook(owner, project, url);
  expect((await owner.get(path)).cost.roundTrips).toBe(1);
  expect((await owner.get(`${path}/${id}`)).cost.roundTrips).toBe(1);
  expect((await owner.post(path, { url })).cost.roundTrips).toBe(2);
  expect((await owner.put(`${path}/${id}`, { url })).cost.roundTrips).toBe(2);
  expect((await owner.delete(`${path}/${id}`)).cost.roundTrips).toBe(2);
});

test("a token has 1,000 characters at most", async () => {
  const { owner, path } = await createOwned();
  const statuses = [1_000, 1_001].map(
    async (length) => (await owner.post(path, { url, token: "x".repeat(length) })).status,
  );
  expect(await Promise.all(statuses)).toEqual([201, 400]);
});
