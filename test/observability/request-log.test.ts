// The log line of a request: its fields, and that it never contains what a client wrote.
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type LocalWorker, startLocalWorker } from "../support/runtime/worker.ts";

const ROOT_TOKEN = "root-token-of-the-log";

/** Each in its own place of a request. None may appear in any line. */
const secrets = {
  title: "Acquire-Initech",
  description: "for-nine-million",
  group: "merger-team",
  project: "project-thunder",
  search: "layoffs-in-may",
  parameter: "trb_000000000000000000000000000000parameter",
  password: "basic-password",
  body: "token-in-a-body",
  user: "user-of-basic",
  email: "ceo@initech.example",
} as const;

/** A D1 binding that quotes the statement's values in its error, as engines do. */
const failing = {
  prepare: (sql: string) => ({ bind: (...params: unknown[]) => ({ sql, params }) }),
  batch: (statements: { params: unknown[] }[]) => {
    const values = JSON.stringify(statements.flatMap(({ params }) => params));
    throw new Error(`D1_ERROR: near "${values}": syntax error`, {
      cause: new SyntaxError(`Unexpected token 's', "${values}" is not valid JSON`),
    });
  },
};

let worker: LocalWorker;
let broken: LocalWorker;
beforeAll(async () => {
  const vars = { ROOT_TOKEN, LOG_REQUESTS: "true" };
  worker = await startLocalWorker(vars);
  broken = await startLocalWorker({ ...vars, DB: failing });
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The lines that `action` has logged, by any method of the console. */
async function linesOf(action: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  for (const method of ["debug", "error", "info", "log", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      lines.push(parts.map((part) => (part instanceof Error ? String(part.stack) : String(part))).join(" "));
    });
  }
  await action();
  return lines;
}

const call = (path: string, init: RequestInit = {}, to = worker): Promise<Response> =>
  to.fetch(new Request(`https://host.test${path}`, init));

const asRoot = (path: string, init: RequestInit = {}, to = worker): Promise<Response> =>
  call(path, { ...init, headers: { "PRIVATE-TOKEN": ROOT_TOKEN, ...init.headers } }, to);

const json = (body: object): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const only = (lines: string[]): Record<string, unknown> => {
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? "");
};

test("the line of a request has its route, caller, status, cost and size", async () => {
  const lines = await linesOf(async () => {
    const response = await asRoot("/api/v3/projects/999?private=1", { headers: { "x-request-id": "from-the-client" } });
    await response.text();
  });
  expect(only(lines)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    request_id: "from-the-client",
    method: "GET",
    route: "/api/v3/projects/:id",
    caller: 1,
    status: 404,
    ms: expect.any(Number),
    round_trips: 1,
    statements: 1,
    rows_read: expect.any(Number),
    rows_written: expect.any(Number),
    bytes: JSON.stringify({ message: "404 Project Not Found" }).length,
    client: "api",
  });
});

test.each([
  ["an API route without credentials", "/api/v3/user", {}, ["GET", "/api/v3/user", null, 401, "api"]],
  ["a route open to the anonymous", "/api/v3/version", {}, ["GET", "/api/v3/version", null, 200, "api"]],
  ["HEAD, as the route of GET", "/api/v3/version", { method: "HEAD" }, ["HEAD", "/api/v3/version", null, 200, "api"]],
  ["a preflight", "/api/v3/user", { method: "OPTIONS" }, ["OPTIONS", "/api/v3/*", null, 204, "api"]],
  ["an unknown route", "/api/v3/nothing/at/all", {}, ["GET", null, null, 404, "other"]],
  ["health", "/-/health", {}, ["GET", "/-/health", null, 200, "other"]],
  ["readiness", "/-/readiness", {}, ["GET", "/-/readiness", null, 200, "other"]],
  [
    "git",
    "/merger-team/project-thunder.git/info/refs?service=git-upload-pack",
    {},
    ["GET", "/:namespace/:project/info/refs", null, 401, "git"],
  ],
] as const)("%s is logged", async (_, path, init, expected) => {
  const { method, route, caller, status, client } = only(await linesOf(() => call(path, init)));
  expect([method, route, caller, status, client]).toEqual(expected);
});

test("the size of a response is that of its body, which a 304 does not have", async () => {
  let text = "";
  const lines = await linesOf(async () => {
    const response = await call("/api/v3/version");
    text = await response.text();
    await call("/api/v3/version", { headers: { "if-none-match": response.headers.get("etag") ?? "" } });
  });
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.map(({ status, bytes }) => [status, bytes])).toEqual([
    [200, text.length],
    [304, 0],
  ]);
});

test("the caller is the user that sudo names", async () => {
  let id = 0;
  const lines = await linesOf(async () => {
    const user = { email: "a@b.example", name: "A", username: "sudoed", password: "12345678" };
    const created = await asRoot("/api/v3/users", json(user));
    id = ((await created.json()) as { id: number }).id;
    await asRoot("/api/v3/user", { headers: { sudo: "sudoed" } });
  });
  expect(lines.map((line) => JSON.parse(line).caller)).toEqual([1, id]);
});

test("a wrong setting is logged as a 500 with its name, and health checks are logged all the same", async () => {
  const wrong = await startLocalWorker({ LOG_REQUESTS: "true", ROOT_TOKEN: "short" });
  const lines = await linesOf(async () => {
    await call("/api/v3/version", {}, wrong);
    await call("/-/health", {}, wrong);
  });
  const [error, version, health] = lines.map((line) => JSON.parse(line));
  expect(error.errors[0].error).toContain("ROOT_TOKEN: must have at least 8 characters");
  expect([version.status, version.request_id === error.request_id, health.status]).toEqual([500, true, 200]);
});

test.each(["/-/explore", "/-/nothing"])(
  "a page whose database fails is shown as broken, with the id of the line that has the reason: %s",
  async (path) => {
    const cookie = `__Host-tributary_session=trs_${"a".repeat(40)}`;
    let shown = { status: 0, text: "" };
    const lines = await linesOf(async () => {
      const response = await call(
        path,
        { headers: { accept: "text/html", cookie, "x-request-id": "broken-1" } },
        broken,
      );
      shown = { status: response.status, text: await response.text() };
    });
    expect({ ...shown, line: JSON.parse(lines[0] ?? "") }).toEqual({
      status: 500,
      text: expect.stringContaining("Its log has the reason under broken-1."),
      line: expect.objectContaining({
        request_id: "broken-1",
        errors: expect.arrayContaining([
          { error: 'SyntaxError: Unexpected token "..." is not valid JSON', stack: expect.any(Array) },
        ]),
      }),
    });
  },
);

test("LOG_REQUESTS is off by default", async () => {
  const silent = await startLocalWorker({ ROOT_TOKEN });
  expect(await linesOf(() => call("/api/v3/version", {}, silent))).toEqual([]);
});

/** Requests that carry every secret, and the statuses they have on a database that works. */
async function sendSecrets(to: LocalWorker): Promise<number[]> {
  const { title, description, group, project, search, parameter, password, body, user, email } = secrets;
  const path = `/api/v3/projects/${group}%2F${project}`;
  const basic = { authorization: `Basic ${btoa(`${user}:${password}`)}` };
  const gitPath = `/${group}/${project}.git`;
  const requests = [
    () => asRoot("/api/v3/groups", json({ name: title, path: group, description }), to),
    async () => {
      const found = await asRoot(`/api/v3/groups/${group}`, {}, to);
      const { id = 0 } = (await found.json()) as { id?: number };
      return asRoot("/api/v3/projects", json({ name: project, namespace_id: id, description }), to);
    },
    () => asRoot(`${path}/issues?labels=${search}`, json({ title, description }), to),
    () => asRoot(`${path}/issues?search=${search}`, {}, to),
    () => asRoot(`${path}/repository/files?file_path=${search}&ref=${title}`, {}, to),
    () => asRoot("/api/v3/users", json({ email, name: title, username: user, password }), to),
    () => asRoot(`${path}/issues?state=${search}`, {}, to),
    () => asRoot(`${path}/nothing/${title}`, {}, to),
    () => asRoot(`/${group}/${project}/issues/${title}?q=${search}`, {}, to),
    () => call(`${path}?private_token=${parameter}`, {}, to),
    () => call(`${path}?private_token=${ROOT_TOKEN}`, {}, to),
    () => call(path, { headers: { authorization: `Bearer ${parameter}` } }, to),
    () => call(`${path}/issues`, json({ private_token: body, title }), to),
    () => call(`${gitPath}/info/refs?service=git-upload-pack&x=${search}`, { headers: basic }, to),
    () => call(`${gitPath}/git-upload-pack`, { method: "POST", headers: basic, body: title }, to),
    () => call(`/-/readiness?${search}`, { headers: { "PRIVATE-TOKEN": parameter, "x-request-id": parameter } }, to),
  ];
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await request()).status);
  return statuses;
}

const leaksOf = (lines: string[]): string[] =>
  [ROOT_TOKEN, ...Object.values(secrets)].filter((secret) => lines.some((line) => line.includes(secret)));

test("no line of a successful or refused request contains a token, a path, a title or the value of a parameter", async () => {
  let statuses: number[] = [];
  const lines = await linesOf(async () => {
    statuses = await sendSecrets(worker);
    await worker.settle(1_000);
  });
  expect(statuses).toEqual([201, 201, 201, 200, 404, 201, 400, 404, 404, 404, 200, 404, 401, 401, 415, 200]);
  expect(lines.length).toBeGreaterThan(statuses.length);
  expect(leaksOf(lines)).toEqual([]);
});

test("no line of a 500 does either, though the database quotes values in its errors", async () => {
  let statuses: number[] = [];
  const lines = await linesOf(async () => {
    statuses = await sendSecrets(broken);
  });
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(5);
  expect(lines.some((line) => line.includes('"status":500,"errors"'))).toBe(true);
  expect(leaksOf(lines)).toEqual([]);
});
