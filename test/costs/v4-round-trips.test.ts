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

/** As in v3, where a second statement needs what the first one finds, or the repository is read in between. */
const readsOfTwo = [
  "GET getUserImpersonationToken",
  "GET listUserImpersonationTokens",
  "GET listPersonalAccessTokens",
  "GET getGroupMember",
  "GET getAnyGroupMember",
  "GET listGroupMembers",
  "GET listAllGroupMembers",
  "GET listGroupAccessRequests",
  "GET getProjectMember",
  "GET getAnyProjectMember",
  "GET listProjectMembers",
  "GET listAllProjectMembers",
  "GET listProjectAccessRequests",
  "GET listProjectUsers",
  "GET getProjectCommit",
  "GET listProjectCommitComments",
  "GET listProjectCommitStatuses",
  "GET getLatestProjectPipeline",
  "GET listIssuesClosedByProjectMergeRequest",
  "GET listMergeRequestsClosingProjectIssue",
];

/** The push of the README is recorded; the merge status of the new merge request is stored. */
const writesOfFour = ["POST createProject", "POST createProjectMergeRequest"];

test("reads take one round trip, and two at most", async () => {
  const reads = (await measured()).filter(([name]) => name.startsWith("GET "));
  expect(reads.length).toBeGreaterThan(100);
  const over = reads.filter(([name, roundTrips]) => !(roundTrips <= (readsOfTwo.includes(name) ? 2 : 1)));
  expect(over).toEqual([]);
});

test("writes take three round trips at most, and four where a repository reports what it did", async () => {
  const writes = (await measured()).filter(([name]) => !name.startsWith("GET "));
  expect(writes.length).toBeGreaterThan(100);
  const over = writes.filter(([name, roundTrips]) => !(roundTrips <= (writesOfFour.includes(name) ? 4 : 3)));
  expect(over).toEqual([]);
});
