// Tests of the budget of docs/architecture.md, for every route of API v4 that the examples of its description call.
import { expect, test } from "vitest";

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

/** @param measured the most round trips of each operation, by method and name */
export function testBudgetOfV4(measured: () => Promise<ReadonlyMap<string, number>>): void {
  test("reads take one round trip, and two at most", async () => {
    const reads = [...(await measured())].filter(([name]) => name.startsWith("GET "));
    expect(reads.length).toBeGreaterThan(100);
    const over = reads.filter(([name, roundTrips]) => !(roundTrips <= (readsOfTwo.includes(name) ? 2 : 1)));
    expect(over).toEqual([]);
  });

  test("writes take three round trips at most", async () => {
    const writes = [...(await measured())].filter(([name]) => !name.startsWith("GET "));
    expect(writes.length).toBeGreaterThan(100);
    expect(writes.filter(([, roundTrips]) => !(roundTrips <= 3))).toEqual([]);
  });
}
