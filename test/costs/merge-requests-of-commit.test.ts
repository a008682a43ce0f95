// The merge requests of a commit are found by indexes: releasers read those of every commit at once.
import { expect, test } from "vitest";
import { ok } from "../support/actors.ts";
import { createMergeRequest, createProposing } from "../support/merge-requests.ts";
import { v4 } from "../support/v4.ts";

test("they cost one round trip, and rows for themselves alone", async () => {
  const { owner, project, at, path, tips } = await createProposing();
  const { iid } = await createMergeRequest(owner, project);
  const merged = await ok(owner.put(v4(`${path}/${iid}/merge`), { squash: true }));
  const listOf = async (sha: string) => {
    const { status, body, cost } = await owner.get(v4(`${at}/repository/commits/${sha}/merge_requests`));
    return { status, count: body.length, cost };
  };
  const shas = [tips.feature ?? "", merged.merge_commit_sha, merged.squash_commit_sha];
  const before = await Promise.all(shas.map(listOf));
  expect(before.map(({ status, count, cost }) => [status, count, cost.roundTrips])).toEqual(
    shas.map(() => [200, 1, 1]),
  );
  for (let n = 0; n < 30; n += 1) {
    await createMergeRequest(owner, project, { source_branch: "other", target_branch: `to-${n}` });
  }
  const after = await Promise.all(shas.map(listOf));
  const more = after.map(({ cost }, at) => (cost.rowsRead ?? 0) - (before[at]?.cost.rowsRead ?? 0));
  // Each of three indexes may be read one entry further than what it finds.
  expect(Math.max(...more)).toBeLessThanOrEqual(3);
});
