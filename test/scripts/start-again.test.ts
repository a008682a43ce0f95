// `npm start` more than once: other settings, state that survives, a state that is in use or that Miniflare has made.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { boot } from "../../scripts/boot.ts";
import { copyMigrated } from "../support/empty-server.ts";
import { isListening } from "../support/is-listening.ts";
import { OwnServer } from "../support/own-server.ts";

/** To start takes a second of CPU: tests that end it come last, and start it where they need it. */
let server: OwnServer;

beforeAll(async () => {
  server = await OwnServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

test("LOG_REQUESTS and RATE_LIMITS, off by default, switch request lines and limits on", async () => {
  await server.call("/version");
  expect(server.output).not.toContain("request_id");
  await using own = await OwnServer.start({ LOG_REQUESTS: "true", RATE_LIMITS: "true" });
  const guess = () => fetch(`${own.origin}/api/v3/user`, { headers: { "PRIVATE-TOKEN": "a-guess" } });
  // 30 a minute fail with 401, and a new minute may begin between them.
  const answers: Response[] = [];
  for (let n = 0; n < 61; n += 1) answers.push(await guess());
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get("ratelimit-policy")).toBe('"failed-sign-ins";q=30;w=60');
  await own.end("SIGINT");
  expect(own.output).toContain('"route":"/api/v3/user","caller":null,"status":401');
  expect(own.output).not.toContain("a-guess");
});

test("what was written is there after the next start, and SIGTERM frees the port, too", async () => {
  const group = new URLSearchParams({ name: "Kept", path: "kept" });
  expect((await server.call("/groups", { method: "POST", body: group })).status).toBe(201);
  expect(await server.end("SIGINT")).toEqual([0, null]);
  await server.start();
  expect(await (await server.call("/groups?search=kept")).json()).toMatchObject([{ path: "kept" }]);
  await server.end("SIGTERM");
  expect(await isListening(server.port)).toBe(false);
});

test("a second server on the same STATE_DIR is refused until the first has ended, even by a kill", async () => {
  await server.start();
  const another = { STATE_DIR: server.stateDir };
  await expect(OwnServer.start(another)).rejects.toThrow(`in use by the server on port ${server.port}`);
  await server.end("SIGKILL");
  await using successor = await OwnServer.start(another);
  expect((await fetch(`${successor.origin}/api/v3/groups`)).status).toBe(401);
});

test("a state that Miniflare has made, as wrangler does, is served with its repositories", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tributary-state-"));
  const stateDir = join(folder, 'a "state" of ünusual name');
  try {
    // By Miniflare, too.
    await copyMigrated(stateDir);
    const vars = { ROOT_TOKEN: server.token };
    const database = inject("database");
    const onMiniflare = await boot({ port: 0, stateDir, database, vars, bundle: inject("bundle") });
    const at = async (path: string, body: Record<string, string>) => {
      const url = new URL(`/api/v3${path}`, onMiniflare.url);
      const headers = { "PRIVATE-TOKEN": server.token };
      return (await fetch(url, { method: "POST", headers, body: new URLSearchParams(body) })).status;
    };
    const file = { file_path: "README", branch_name: "main", content: "Hello", commit_message: "Say hello" };
    expect([await at("/projects", { name: "p" }), await at("/projects/1/repository/files", file)]).toEqual([201, 201]);
    await onMiniflare.dispose();
    await using own = await OwnServer.start({ STATE_DIR: stateDir });
    const read = await own.call("/projects/1/repository/files?file_path=README&ref=main");
    expect(await read.json()).toMatchObject({ content: Buffer.from("Hello").toString("base64") });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
