// The data point of a request, as Analytics Engine receives it.
import { expect, test, vi } from "vitest";
import { dataPoint } from "../../src/observability/data-point.ts";
import { startLocalWorker } from "../support/runtime/worker.ts";

const ROOT_TOKEN = "root-token-of-this-file";

/** Records data points in place of Analytics Engine's dataset. */
function recordingDataset() {
  const points: AnalyticsEngineDataPoint[] = [];
  return { points, writeDataPoint: (point: AnalyticsEngineDataPoint) => void points.push(point) };
}

/** The data points of one request. */
async function pointsOf(path: string, init: RequestInit = {}, cf: object | undefined = undefined) {
  const METRICS = recordingDataset();
  const worker = await startLocalWorker({ ROOT_TOKEN, METRICS });
  const request = new Request(`https://host.test${path}`, init);
  if (cf !== undefined) Object.defineProperty(request, "cf", { value: cf });
  await (await worker.fetch(request)).text();
  return METRICS.points;
}

const asRoot = { headers: { "PRIVATE-TOKEN": ROOT_TOKEN } };

test("a request is one data point with its route, cost, size and place", async () => {
  const cf = { colo: "AMS", continent: "EU", city: "Haarlem", asOrganization: "Initech" };
  const [point, ...others] = await pointsOf("/api/v3/projects/secret%2Fname/issues?search=word", asRoot, cf);
  expect(others).toEqual([]);
  expect(point).toEqual({
    indexes: ["/api/v3/projects/:id/issues"],
    blobs: ["GET", "/api/v3/projects/:id/issues", "4xx", "api", "AMS", "EU"],
    doubles: [expect.any(Number), 1, 0, 0, JSON.stringify({ message: "404 Project Not Found" }).length],
  });
});

test.each([
  ["/api/v3/nothing", ["GET", "unknown", "4xx", "other", null, null]],
  ["/-/health", ["GET", "/-/health", "2xx", "other", null, null]],
  ["/a/b.git/info/refs?service=git-upload-pack", ["GET", "/:namespace/:project/info/refs", "4xx", "git", null, null]],
])("%s outside Cloudflare has no place", async (path, blobs) => {
  expect((await pointsOf(path)).map((point) => point.blobs)).toEqual([blobs]);
});

test("a long route is cut in the index, whose limit is 96 bytes, and whole in the blob", () => {
  const route = "/api/v3/".padEnd(120, "x");
  const { indexes, blobs } = dataPoint({
    time: "2026-01-01T00:00:00.000Z",
    requestId: "id",
    method: "GET",
    route,
    caller: 1,
    status: 200,
    milliseconds: 1,
    roundTrips: 1,
    statements: 1,
    rowsRead: 1,
    rowsWritten: 0,
    bytes: null,
    colo: null,
    continent: null,
  });
  expect([indexes, blobs?.[1]]).toEqual([[route.slice(0, 96)], route]);
});

test("a dataset that throws fails no request and is logged once", async () => {
  const lines: unknown[] = [];
  const log = vi.spyOn(console, "error").mockImplementation((text: unknown) => void lines.push(text));
  const METRICS = {
    writeDataPoint: () => {
      throw new Error("no dataset");
    },
  };
  const worker = await startLocalWorker({ METRICS });
  const call = async () => (await worker.fetch(new Request("https://host.test/api/v3/version"))).status;
  const statuses = [await call(), await call()];
  log.mockRestore();
  expect({ statuses, lines }).toEqual({ statuses: [200, 200], lines: ["A data point could not be written"] });
});
