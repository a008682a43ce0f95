// Round trips of every route of API v4 that the examples of its description call: the budget of docs/architecture.md.
import { expect, test } from "vitest";
import { startFreshServer } from "../openapi/fresh-server.ts";
import { Recorder } from "../openapi/recorder.ts";
import { tellStoryOfV4 } from "../openapi/story-v4.ts";
import { readCost } from "../support/api.ts";
import { operationAt } from "../support/conformance.ts";
import { once } from "../support/once.ts";

const ROOT_TOKEN = "the-root-token-of-the-costs";

/** The most round trips of each operation. */
const measured = once(async () => {
  await using server = await startFreshServer(ROOT_TOKEN);
  const most = new Map<string, number>();
  const recorder = new Recorder(
    server.origin,
    async (request) => {
      const response = await server.fetch(request);
      const { roundTrips } = readCost(response.headers.get("server-timing") ?? "");
      const name = `${request.method} ${operationAt(request.method, request.url)}`;
      most.set(name, Math.max(roundTrips, most.get(name) ?? 0));
      return response;
    },
    4,
  );
  await tellStoryOfV4(recorder, ROOT_TOKEN);
  return [...most];
});

/**
 * A second statement needs what the repository finds, such as the users who uploaded files, or what texts name: issues,
 * labels and milestones.
 */
const readsOfTwo = [
  "GET getLatestProjectPipeline",
  "GET listIssuesClosedByProjectMergeRequest",
  "GET listProjectUploads",
  ...["Issue", "MergeRequest"].flatMap((type) => [
    ...["Label", "Milestone"].map((kind) => `GET listProject${type}Resource${kind}Events`),
    ...["Label", "Milestone"].map((kind) => `GET getProject${type}Resource${kind}Event`),
  ]),
];

test("reads take one round trip, and two at most", async () => {
  const reads = (await measured()).filter(([name]) => name.startsWith("GET "));
  expect(reads.length).toBeGreaterThan(100);
  const over = reads.filter(([name, roundTrips]) => !(roundTrips <= (readsOfTwo.includes(name) ? 2 : 1)));
  expect(over).toEqual([]);
});

test("writes take three round trips at most", async () => {
  const writes = (await measured()).filter(([name]) => !name.startsWith("GET "));
  expect(writes.length).toBeGreaterThan(100);
  expect(writes.filter(([, roundTrips]) => !(roundTrips <= 3))).toEqual([]);
});
