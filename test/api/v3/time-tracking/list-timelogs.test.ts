// GET /projects/:id/issues/:issue_id/timelogs
import { expect, test } from "vitest";
import { type Actor, createUser, ok, root } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { pageThrough } from "../../../support/lists.ts";

async function setting() {
  const [owner, reporter] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  await joinProject(owner, project, reporter, "reporter");
  const issue = await createIssue(owner, project);
  const path = `/projects/${project.id}/issues/${issue.id}`;
  const spend = (actor: Actor, duration: string) => ok(actor.post(`${path}/add_spent_time`, { duration }));
  return { owner, reporter, project, path, spend };
}

test("an issue without time entries answers an empty list", async () => {
  const { owner, path } = await setting();
  const { status, body, headers } = await owner.get(`${path}/timelogs`);
  expect({ status, body, total: headers.get("x-total") }).toEqual({ status: 200, body: [], total: "0" });
});

test("each entry has its user, time and duration, which is negative for removed time", async () => {
  const { owner, reporter, path, spend } = await setting();
  await spend(owner, "1h 30m");
  await spend(reporter, "-1h");
  await ok(owner.post(`${path}/reset_spent_time`));
  const { status, body, headers } = await (await createUser()).get(`${path}/timelogs`);
  const user = ({ id, username }: Actor) => ({
    id,
    username,
    name: `Name of ${username}`,
    state: "active",
    avatar_url: null,
    web_url: `${baseUrl}/${username}`,
  });
  const common = { id: expect.any(Number), created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) };
  expect({ status, body, total: headers.get("x-total") }).toEqual({
    status: 200,
    body: [
      { ...common, user: user(owner), time_spent: 5_400, human_time_spent: "1h 30m" },
      { ...common, user: user(reporter), time_spent: -3_600, human_time_spent: "-1h" },
      { ...common, user: user(owner), time_spent: -1_800, human_time_spent: "-30m" },
    ],
    total: "3",
  });
});

test("pages are disjoint and complete, oldest first, and X-Total is exact on each", async () => {
  const { owner, project, path, spend } = await setting();
  const other = await createIssue(owner, project);
  await ok(owner.post(`/projects/${project.id}/issues/${other.id}/add_spent_time`, { duration: "1h" }));
  for (let minutes = 1; minutes <= 7; minutes += 1) await spend(owner, `${minutes}m`);
  const { rows, totals } = await pageThrough(owner, `${path}/timelogs`);
  expect(rows.map((log) => log.time_spent)).toEqual([60, 120, 180, 240, 300, 360, 420]);
  expect(totals).toEqual(new Set([7]));
  expect(await owner.get(`${path}/timelogs`, { page: "x" })).toMatchObject({
    status: 400,
    body: { error: "page is invalid" },
  });
});

test("entries are kept when their user is deleted", async () => {
  const { owner, reporter, path, spend } = await setting();
  await spend(reporter, "1h");
  await ok(root.delete(`/users/${reporter.id}`));
  expect(await owner.get(`${path}/timelogs`)).toMatchObject({
    status: 200,
    body: [{ user: { username: "ghost" }, time_spent: 3_600 }],
  });
  expect(await owner.get(`${path}/time_stats`)).toMatchObject({ body: { total_time_spent: 3_600 } });
});
