// Costs of merge requests: round trips and statements. growing-lists.test.ts has the rows.
import { describe, expect, test } from "vitest";
import { ok, unique } from "../support/actors.ts";
import type { Answer } from "../support/api.ts";
import { createFullMergeRequest, createMergeRequest, createProposing } from "../support/merge-requests.ts";
import { once } from "../support/once.ts";

async function setting() {
  const context = await createProposing();
  const { owner, project, path } = context;
  const milestone = await ok(owner.post(`/projects/${project.id}/milestones`, { title: "m" }));
  const wish = { labels: "x", milestone_id: milestone.id, assignee_id: owner.id, description: "#1" };
  const names = await createFullMergeRequest(owner, project, wish);
  return { ...context, ...names, one: `${path}/${names.merge_request_id}` };
}

type Setting = Awaited<ReturnType<typeof setting>>;

describe("one round trip, authentication and access included", () => {
  const sharedSetting = once(setting);

  test.each<[string, (context: Setting) => string]>([
    ["the list", ({ path }) => path],
    ["the list by state", ({ path }) => `${path}?state=opened&order_by=updated_at`],
    ["the list by iid", ({ path }) => `${path}?iid[]=1&iid[]=2`],
    ["one with a stored status", ({ one }) => one],
    ["its notes", ({ one }) => `${one}/notes`],
    ["its comments", ({ one }) => `${one}/comments`],
    ["its discussions", ({ one }) => `${one}/discussions`],
    ["a single discussion", ({ one, discussion_id }) => `${one}/discussions/${discussion_id}`],
    ["its awards", ({ one }) => `${one}/award_emoji`],
    ["its time", ({ one }) => `${one}/time_stats`],
  ])("%s", async (_, path) => {
    const context = await sharedSetting();
    await ok(context.owner.get(context.one));
    const { status, cost } = await context.owner.get(path(context));
    expect({ status, roundTrips: cost.roundTrips }).toEqual({ status: 200, roundTrips: 1 });
  });
});

describe("three round trips at most", () => {
  test.each<[string, number, (context: Setting) => Promise<Answer>]>([
    [
      "creating one with everything",
      201,
      ({ owner, path }) =>
        owner.post(path, {
          title: "See !1",
          description: `@${owner.username} @all !1`,
          source_branch: "other",
          target_branch: "main",
          labels: "x,new",
          assignee_id: owner.id,
        }),
    ],
    [
      "a duplicate",
      409,
      ({ owner, path }) => owner.post(path, { title: "t", source_branch: "feature", target_branch: "main" }),
    ],
    [
      "editing everything",
      200,
      ({ owner, one }) =>
        owner.put(one, {
          title: "WIP: t",
          description: "!1 #2",
          target_branch: "other",
          labels: "new",
          milestone_id: 0,
          assignee_id: 0,
          state_event: "close",
        }),
    ],
    ["deleting", 200, ({ owner, one }) => owner.delete(one)],
    ["subscribing", 304, ({ owner, one }) => owner.post(`${one}/subscription`)],
    ["discussing", 201, ({ owner, one }) => owner.post(`${one}/discussions`, { body: `@${owner.username} !1` })],
    [
      "replying",
      201,
      ({ owner, one, discussion_id: id }) => owner.post(`${one}/discussions/${id}/notes`, { body: "@all !1" }),
    ],
    [
      "resolving",
      200,
      ({ owner, one, discussion_id: id }) => owner.put(`${one}/discussions/${id}`, { resolved: true }),
    ],
    [
      "an issue for its discussions",
      201,
      ({ owner, at }) => owner.post(`${at}/issues`, { title: "t", merge_request_for_resolving_discussions: 1 }),
    ],
    ["checking whether it can be merged", 200, ({ owner, one }) => owner.get(one)],
  ])("%s", async (_, expected, request) => {
    const { status, cost } = await request(await setting());
    expect(status).toBe(expected);
    expect(cost.roundTrips).toBeLessThanOrEqual(3);
  });
});

test("the list costs the same statements for one row as for thirty", async () => {
  const { owner, project, path } = await setting();
  const one = await owner.get(path);
  for (let n = 0; n < 29; n += 1) {
    await createMergeRequest(owner, project, { source_branch: unique("branch"), labels: `x,label ${n}` });
  }
  const many = await owner.get(path, { per_page: 100 });
  expect({ rows: many.body.length, roundTrips: many.cost.roundTrips, statements: many.cost.statements }).toEqual({
    rows: 30,
    roundTrips: 1,
    statements: one.cost.statements,
  });
});

test("discussions cost the same statements for one as for several, however long they are", async () => {
  const { owner, one, discussion_id } = await setting();
  const list = () => owner.get(`${one}/discussions`);
  const first = await list();
  for (const body of ["1", "2", "3"]) {
    await ok(owner.post(`${one}/discussions/${discussion_id}/notes`, { body }));
    await ok(owner.post(`${one}/discussions`, { body }));
  }
  const many = await list();
  expect({ rows: many.body.length, statements: many.cost.statements }).toEqual({
    rows: 4,
    statements: first.cost.statements,
  });
});
