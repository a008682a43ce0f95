// `npm start`: settings from the environment, state that survives, an end that leaves nothing behind.
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { boot } from "../../scripts/boot.ts";
import { copyMigrated } from "../support/empty-server.ts";
import { OwnServer } from "../support/own-server.ts";
import { sendRaw } from "../support/raw-request.ts";

/** To start takes a second of CPU: tests that end it come last, and start it where they need it. */
let server: OwnServer;

beforeAll(async () => {
  server = await OwnServer.startFirst();
});

afterAll(() => server[Symbol.asyncDispose]());

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

test("a response without a body announces no encoding, regardless of Accept-Encoding", async () => {
  const call = (method: string, path: string, values: Record<string, string> = {}) => {
    const body = method === "POST" ? new URLSearchParams(values) : null;
    return server.call(path, { method, body, headers: { "accept-encoding": "gzip, deflate, br" } });
  };
  const { path_with_namespace: name } = JSON.parse(await (await call("POST", "/projects", { name: "p" })).text());
  const project = `/projects/${encodeURIComponent(name)}`;
  const { id } = JSON.parse(await (await call("POST", "/groups", { name: "g", path: "g" })).text());
  await call("POST", `${project}/share`, { group_id: String(id), group_access: "30" });
  await call("POST", `${project}/star`);
  const answers = [await call("POST", `${project}/star`), await call("DELETE", `${project}/share/${id}`)];
  expect(answers.map(({ status, headers }) => ({ status, encoding: headers.get("content-encoding") }))).toEqual([
    { status: 304, encoding: null },
    { status: 204, encoding: null },
  ]);
});

test("requests with an unreadable URL are 400, and URLs in responses begin with https behind a reverse proxy that reports TLS", async () => {
  const raw = (...head: string[]) => sendRaw(head, [], server.origin);
  const unreadable = [
    await raw("GET /api/v3/version HTTP/1.1", "Host: a b"),
    await raw("GET /api/v3/version HTTP/1.1", "Host: %"),
    await raw("GET * HTTP/1.1", "Host: localhost"),
  ];
  const message = "400 Bad Request: the Host header or the request line is not valid";
  expect(unreadable.map(({ status, text }) => [status, JSON.parse(text)])).toEqual(
    unreadable.map(() => [400, { message }]),
  );
  const host = ["Host: git.example.com", "X-Forwarded-Proto: https", `PRIVATE-TOKEN: ${server.token}`];
  const { headers } = await raw("GET /api/v3/groups HTTP/1.1", ...host);
  expect(headers.get("link")).toContain("<https://git.example.com/api/v3/groups?");
});

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

test("the server listens on PORT with ROOT_TOKEN, keeps its state in STATE_DIR, and frees the port on Ctrl-C", async () => {
  expect(server.output).toContain(`http://127.0.0.1:${server.port}`);
  expect(server.output).toContain(`http://127.0.0.1:${server.port}/-/sign_in`);
  expect(server.output).toContain(`curl -H 'PRIVATE-TOKEN: ${server.token}'`);
  expect((await fetch(`${server.origin}/api/v3/groups`)).status).toBe(401);
  const group = new URLSearchParams({ name: "Kept", path: "kept" });
  expect((await server.call("/groups", { method: "POST", body: group })).status).toBe(201);
  expect(await server.end("SIGINT")).toEqual([0, null]);
  expect(await isListening(server.port)).toBe(false);

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
