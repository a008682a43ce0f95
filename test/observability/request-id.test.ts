// X-Request-Id on every response, and Server-Timing for administrators who prefer it.
import { expect, test, vi } from "vitest";
import { anonymous, createUser } from "../support/actors.ts";
import { api, baseUrl, send } from "../support/api.ts";
import { startLocalWorker } from "../support/runtime/worker.ts";

const ROOT_TOKEN = "root-token-of-this-file";
const GENERATED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test.each([
  [200, "GET", `${api}/version`],
  [401, "GET", `${api}/user`],
  [404, "GET", `${api}/nothing`],
  [404, "GET", `${baseUrl}/nothing`],
  [204, "OPTIONS", `${api}/user`],
  [200, "HEAD", `${api}/version`],
  [200, "GET", `${baseUrl}/-/health`],
  [200, "GET", `${baseUrl}/-/readiness`],
  [401, "GET", `${baseUrl}/a/b.git/info/refs?service=git-upload-pack`],
])("a %i of %s %s returns the client's request id", async (status, method, url) => {
  const id = "client_1.2-3";
  const answer = await send(url, { method, headers: { "x-request-id": id } });
  expect([answer.status, answer.headers.get("x-request-id")]).toEqual([status, id]);
});

test("a 500 returns the client's request id", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const worker = await startLocalWorker({ ROOT_TOKEN: "short" });
  const headers = { "x-request-id": "of-a-500" };
  const response = await worker.fetch(new Request("https://host.test/api/v3/version", { headers }));
  log.mockRestore();
  expect([response.status, response.headers.get("x-request-id")]).toEqual([500, "of-a-500"]);
});

test("an id of 128 characters is kept", async () => {
  const id = "a".repeat(128);
  const { headers } = await send("/version", { headers: { "x-request-id": id } });
  expect(headers.get("x-request-id")).toBe(id);
});

test.each(["", "a".repeat(129), "two words", 'a"b', "a,b", "<script>", "trb_looks-like-a-token"])(
  "the id %j is replaced",
  async (id) => {
    const { headers } = await send("/version", { headers: { "x-request-id": id } });
    expect(headers.get("x-request-id")).toMatch(GENERATED);
  },
);

test("a request without an id gets one", async () => {
  expect((await anonymous.get("/version")).headers.get("x-request-id")).toMatch(GENERATED);
});

const hostOf = "https://host.test/api/v3";

/** Status, Server-Timing and Preference-Applied of `GET /user` on a Worker without DATABASE_COST. */
async function timingOf(caller: "root" | "user" | "root as user", prefer: string) {
  const worker = await startLocalWorker({ ROOT_TOKEN });
  const call = async (path: string, headers: Record<string, string>, body?: object) => {
    const init = body && { method: "POST", body: JSON.stringify(body) };
    return worker.fetch(
      new Request(hostOf + path, { headers: { "content-type": "application/json", ...headers }, ...init }),
    );
  };
  const asRoot = { "PRIVATE-TOKEN": ROOT_TOKEN };
  const user = { email: "a@b.example", name: "A", username: "plain", password: "12345678" };
  const { id } = (await (await call("/users", asRoot, user)).json()) as { id: number };
  const path = `/users/${id}/impersonation_tokens`;
  const { token } = (await (await call(path, asRoot, { name: "t", scopes: ["api"] })).json()) as { token: string };
  const headers = { root: asRoot, user: { "PRIVATE-TOKEN": token }, "root as user": { ...asRoot, sudo: "plain" } };
  const response = await call("/user", { ...headers[caller], prefer });
  return [response.status, response.headers.get("server-timing"), response.headers.get("preference-applied")];
}

test.each(["server-timing", "respond-async, Server-Timing", "server-timing;detail=1"])(
  "Prefer: %s shows an administrator the cost of the request",
  async (prefer) => {
    expect(await timingOf("root", prefer)).toEqual([
      200,
      expect.stringMatching(/^total;dur=\d+, db;desc="round-trips=1 statements=1 rows-read=\d+ rows-written=\d+"$/),
      "server-timing",
    ]);
  },
);

test.each([
  ["an administrator", "root", "no-server-timing"],
  ["a user who is no administrator", "user", "server-timing"],
  ["an administrator acting as such a user", "root as user", "server-timing"],
] as const)("%s (%s) gets no Server-Timing for Prefer: %s", async (_, caller, prefer) => {
  expect(await timingOf(caller, prefer)).toEqual([200, null, null]);
});

test("DATABASE_COST shows it to everybody", async () => {
  const { status, cost } = await (await createUser()).get("/user");
  expect([status, cost.roundTrips]).toEqual([200, 1]);
});
