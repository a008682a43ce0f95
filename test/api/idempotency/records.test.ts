// What the database keeps of requests with an Idempotency-Key, and for how long.
import { beforeEach, describe, expect, test } from "vitest";
import { generateToken } from "../../../src/permissions/token.ts";
import { World } from "./keyed-world.ts";
import { Life } from "./stepped-worker.ts";

const HOUR = 3_600;
/** Seconds, over the time after which a request counts as interrupted. */
const INTERRUPTED = 61;
/** The step of a request that has read, and has changed nothing yet. */
const BEFORE_CHANGE = 2;
/** The step at which the change is committed, and the response is not stored. */
const AFTER_CHANGE = 3;

let world: World;

beforeEach(async () => {
  world = await World.create();
});

const records = async () => Number(await world.value("select count(*) from idempotency_records"));

async function post(path: string, body: object, key: string | null) {
  const response = await world.worker.fetch(world.request("POST", path, body, key));
  const { status, headers } = response;
  return { status, isReplay: headers.has("idempotency-replayed"), body: await response.json(), headers };
}

describe("expiry", () => {
  test("a response is replayed for 24 hours, and then the request is carried out again", async () => {
    const first = await post("/user/personal_access_tokens", { name: "t", scopes: ["api"] }, "key");
    await world.pass(23.9 * HOUR);
    const replay = await post("/user/personal_access_tokens", { name: "t", scopes: ["api"] }, "key");
    expect({ status: replay.status, isReplay: replay.isReplay, body: replay.body }).toEqual({
      status: 201,
      isReplay: true,
      body: first.body,
    });
    await world.pass(0.2 * HOUR);
    const later = await post("/user/personal_access_tokens", { name: "t", scopes: ["api"] }, "key");
    expect({ status: later.status, isReplay: later.isReplay }).toEqual({ status: 201, isReplay: false });
    expect(later.body).not.toEqual(first.body);
  });

  test("an expired key is free for another request", async () => {
    await post("/projects", { name: "one" }, "key");
    await world.pass(25 * HOUR);
    expect((await post("/projects", { name: "other" }, "key")).status).toBe(201);
  });

  test("requests with keys delete expired records, 20 at a time", async () => {
    for (let number = 0; number < 45; number += 1) await post("/projects", { name: `p-${number}` }, `key-${number}`);
    await world.pass(25 * HOUR);
    const left: number[] = [];
    for (let number = 0; number < 4; number += 1) {
      await post("/projects", { name: `new-${number}` }, `new-${number}`);
      left.push(await records());
    }
    expect(left).toEqual([26, 7, 3, 4]);
  });
});

describe("an interrupted request", () => {
  test("keeps its key when a repetition is refused, since it may still be carried out", async () => {
    const { at } = await world.repository();
    const path = `${at}/repository/branches`;
    const branch = { branch_name: "new", ref: "main" };
    const interrupted = new Life(BEFORE_CHANGE);
    expect(await interrupted.send(world.worker, world.request("POST", path, branch, "key"))).toBeNull();
    await post(path, branch, null);
    await world.pass(INTERRUPTED);
    expect(await post(path, branch, "key")).toMatchObject({ status: 400, isReplay: false });
    expect(await post(path, { ...branch, branch_name: "other" }, "key")).toMatchObject({
      status: 422,
      body: { message: "The Idempotency-Key was used for another request" },
    });
    await interrupted.resume();
  });

  test("that goes on after its repetition has ended is answered with the repetition's response", async () => {
    const { id } = await world.call("POST", "/projects", { name: "p" });
    const path = `/projects/${id}/issues`;
    const interrupted = new Life(BEFORE_CHANGE);
    expect(await interrupted.send(world.worker, world.request("POST", path, { title: "t" }, "key"))).toBeNull();
    await world.pass(INTERRUPTED);
    const repetition = await post(path, { title: "t" }, "key");
    const response = await interrupted.resume();
    expect([response?.status, await response?.json()]).toEqual([201, repetition.body]);
    expect(await world.value("select count(*) from issues")).toBe(1);
  });

  test("is not carried out again after what it created was deleted: its response is lost", async () => {
    const { id } = await world.call("POST", "/projects", { name: "p" });
    const path = `/projects/${id}/issues`;
    const request = world.request("POST", path, { title: "t" }, "key");
    expect(await new Life(AFTER_CHANGE).send(world.worker, request)).toBeNull();
    const created = await world.value("select id from issues");
    await world.worker.fetch(world.request("DELETE", `${path}/${created}`, {}, null));
    await world.pass(INTERRUPTED);
    expect(await post(path, { title: "t" }, "key")).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("its response was lost") },
    });
    expect(await world.value("select count(*) from issues")).toBe(0);
  });
});

describe("what is kept", () => {
  test("neither key nor token nor anything of the response is readable", async () => {
    const { body } = await post("/user/personal_access_tokens", { name: "secret-name", scopes: ["api"] }, "my-own-key");
    const row = JSON.stringify(await world.worker.d1.prepare("select * from idempotency_records").bind().first());
    const { token } = body as { token: string };
    for (const text of [token, "secret-name", "my-own-key", "the-root-token-of-this-world"]) {
      expect(row).not.toContain(text);
    }
    expect(row).toContain('"state":"answered"');
  });

  test("a digest of the request that depends on the token, so that no password can be guessed from it", async () => {
    const { token } = await world.call("POST", "/user/personal_access_tokens", { name: "t", scopes: ["api"] });
    for (const caller of ["the-root-token-of-this-world", token]) {
      const request = world.request("PUT", "/users/1", { password: "secret-enough" }, "key");
      request.headers.set("private-token", caller);
      expect((await world.worker.fetch(request)).status).toBe(200);
    }
    expect(await world.value("select count(distinct fingerprint) from idempotency_records")).toBe(2);
  });

  test("nothing for an unknown token", async () => {
    const request = world.request("POST", "/projects", { name: "p" }, "key");
    request.headers.set("private-token", generateToken());
    expect({ status: (await world.worker.fetch(request)).status, records: await records() }).toEqual({
      status: 401,
      records: 0,
    });
  });

  test("nothing for a request that is refused", async () => {
    const { status } = await post("/projects", { name: "p", path: "-" }, "key");
    expect({ status, records: await records() }).toEqual({ status: 400, records: 0 });
  });

  test("nothing without a key", async () => {
    const { status } = await post("/projects", { name: "p" }, null);
    expect({ status, records: await records() }).toEqual({ status: 201, records: 0 });
  });

  test("not a response over 1 MiB: the GET of what was created takes its place at a retry", async () => {
    const { id } = await world.call("POST", "/projects", { name: "p" });
    const issue = { title: "large", description: "ä".repeat(600_000) };
    const first = await post(`/projects/${id}/issues`, issue, "key");
    const second = await post(`/projects/${id}/issues`, issue, "key");
    const kept = await world.value("select state from idempotency_records");
    expect({ status: second.status, isReplay: second.isReplay, kept }).toEqual({
      status: 201,
      isReplay: true,
      kept: "changed",
    });
    expect(second.body).toEqual(first.body);
    expect(await world.value("select count(*) from issues")).toBe(1);
  });
});

test("a key whose response was encrypted under a former ROOT_TOKEN replays nothing, and changes nothing", async () => {
  const request = () => world.request("POST", "/projects", { name: "p" }, "key");
  await world.worker.fetch(request());
  const renewed = request();
  renewed.headers.set("private-token", "another-root-token");
  const response = await world.worker.fetch(renewed, { ROOT_TOKEN: "another-root-token" });
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 409,
    body: { message: expect.stringContaining("its response was lost") },
  });
  expect(await world.value("select count(*) from projects")).toBe(1);
});

/** A database whose second batch fails: before it is committed, or after. */
function failingDatabase(d1: D1Database, fails: "before" | "after"): object {
  let batches = 0;
  return {
    prepare: (sql: string) => d1.prepare(sql),
    async batch(statements: D1PreparedStatement[]) {
      batches += 1;
      const lost = new Error("D1_ERROR: Network connection lost.");
      if (batches === 2 && fails === "before") throw lost;
      const results = await d1.batch(statements);
      if (batches === 2) throw lost;
      return results;
    },
  };
}

test.each([
  ["before", false],
  ["after", true],
] as const)("a request that fails %s its change is committed is carried out once", async (fails, isReplayed) => {
  const request = () => world.request("POST", "/projects", { name: "p" }, "key");
  const failed = await world.worker.fetch(request(), { DB: failingDatabase(world.worker.d1, fails) });
  expect(failed.status).toBe(500);
  const { status, isReplay } = await post("/projects", { name: "p" }, "key");
  expect({ status, isReplay }).toEqual({ status: 201, isReplay: isReplayed });
  expect(await world.value("select count(*) from projects")).toBe(1);
});
