// Rate limits when the binding of the platform fails, and what a refusal costs.
import { expect, test, vi } from "vitest";
import { generateToken } from "../../src/permissions/token.ts";
import { startLocalWorker } from "../support/runtime/worker.ts";

const ROOT_TOKEN = "root-token-of-this-file";

test("requests pass when the binding throws, and one line a minute says so", async () => {
  const lines: unknown[] = [];
  const log = vi.spyOn(console, "error").mockImplementation((text: unknown) => void lines.push(text));
  const failing = { limit: () => Promise.reject(new Error("no counters")) };
  const worker = await startLocalWorker({ ROOT_TOKEN, API_TOKENS: failing, API_ADDRESSES: failing });
  const headers = { "PRIVATE-TOKEN": ROOT_TOKEN };
  const call = async () => (await worker.fetch(new Request("https://host.test/api/v3/user", { headers }))).status;
  const statuses = [await call(), await call(), await call()];
  log.mockRestore();
  expect({ statuses, lines }).toEqual({
    statuses: [200, 200, 200],
    lines: ["A rate limit could not be checked, so that requests pass"],
  });
});

test("a limit that has no binding refuses nothing, though others have one", async () => {
  const worker = await startLocalWorker({ ROOT_TOKEN, API_ADDRESSES: { limit: async () => ({ success: true }) } });
  const headers = { "PRIVATE-TOKEN": generateToken() };
  const { status } = await worker.fetch(new Request("https://host.test/api/v3/user", { headers }));
  expect(status).toBe(401);
});

test("a refused request has queried nothing, and its line has a route and a size", async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  const full = { limit: () => Promise.resolve({ success: false }) };
  const worker = await startLocalWorker({ ROOT_TOKEN, LOG_REQUESTS: "true", API_ADDRESSES: full });
  const response = await worker.fetch(new Request("https://host.test/api/v3/projects/1"));
  log.mockRestore();
  const { route, status, round_trips, bytes } = JSON.parse(lines[0] ?? "");
  expect({ route, status, round_trips, bytes }).toEqual({
    route: "/api/v3/projects/:id",
    status: 429,
    round_trips: 0,
    bytes: (await response.text()).length,
  });
});

test("without REQUESTS_PER_MINUTE the limit is not reported", async () => {
  const full = { limit: () => Promise.resolve({ success: false }) };
  const worker = await startLocalWorker({ ROOT_TOKEN, API_ADDRESSES: full });
  const { status, headers } = await worker.fetch(new Request("https://host.test/api/v3/version"));
  expect([status, headers.get("ratelimit"), headers.get("ratelimit-limit"), headers.get("ratelimit-policy")]).toEqual([
    429,
    '"api-addresses";r=0;t=60',
    null,
    null,
  ]);
});
