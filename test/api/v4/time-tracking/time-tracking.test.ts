// Time tracking in API v4
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { createMergeRequest } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";

const kinds = ["issues", "merge_requests"] as const;

async function setUp(kind: (typeof kinds)[number]) {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  await createIssue(owner, await createProject(owner));
  const create = kind === "issues" ? createIssue : createMergeRequest;
  const { id, iid } = await create(owner, project);
  return { owner, path: v4(`/projects/${project.id}/${kind}/${iid}`), old: `/projects/${project.id}/${kind}/${id}` };
}

const stats = (time_estimate: number, total_time_spent: number, human: (string | null)[]) => ({
  time_estimate,
  total_time_spent,
  human_time_estimate: human[0],
  human_total_time_spent: human[1],
});

test.each(kinds)("the time of one of the %s is estimated, spent and reset", async (kind) => {
  const { owner, path, old } = await setUp(kind);
  const answers = [
    await owner.post(`${path}/time_estimate`, { duration: "3h 30m" }),
    await owner.post(`${path}/add_spent_time`, { duration: "1h", summary: "Wrote tests" }),
    await owner.get(`${path}/time_stats`),
    await owner.get(`${old}/time_stats`),
    await owner.post(`${path}/reset_time_estimate`),
    await owner.post(`${path}/reset_spent_time`),
  ];
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, stats(12_600, 0, ["3h 30m", null])],
    [201, stats(12_600, 3_600, ["3h 30m", "1h"])],
    [200, stats(12_600, 3_600, ["3h 30m", "1h"])],
    [200, stats(12_600, 3_600, ["3h 30m", "1h"])],
    [200, stats(0, 3_600, [null, "1h"])],
    [200, stats(0, 0, [null, null])],
  ]);
});

test("readers do not track the time of an issue", async () => {
  const { path } = await setUp("issues");
  const reader = await createUser();
  const { status, body } = await reader.post(`${path}/add_spent_time`, { duration: "1h" });
  expect([status, body]).toEqual([403, { message: "403 Forbidden" }]);
  expect((await reader.get(`${path}/time_stats`)).status).toBe(200);
});

test.each(["time_estimate", "add_spent_time"])("%s without a duration is refused", async (action) => {
  const { owner, path } = await setUp("issues");
  const { status, body } = await owner.post(`${path}/${action}`);
  expect([status, body]).toEqual([400, { error: "duration is missing" }]);
});
