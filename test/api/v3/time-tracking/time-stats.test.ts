// GET time_stats, POST time_estimate, reset_time_estimate, add_spent_time, reset_spent_time of an issue
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Answer, Caller } from "../../../support/api.ts";
import { createIssue, createProject } from "../../../support/factories.ts";

const nothing = {
  time_estimate: 0,
  total_time_spent: 0,
  human_time_estimate: null,
  human_total_time_spent: null,
};

const invalidEstimate = { status: 400, body: { message: { time_estimate: ["has an invalid format"] } } };
const invalidSpent = { status: 400, body: { message: { timelogs: ["is invalid"] } } };
const exceeds = {
  status: 400,
  body: { message: { time_spent: ["Time to subtract exceeds the total time spent"] } },
};

async function setting() {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createIssue(owner, project);
  return { owner, project, issue, path: `/projects/${project.id}/issues/${issue.id}` };
}

const estimate = (caller: Caller, path: string, duration: string | number | null) =>
  caller.post(`${path}/time_estimate`, { duration });
const spend = (caller: Caller, path: string, duration: string | number | null) =>
  caller.post(`${path}/add_spent_time`, { duration });
const stats = (caller: Caller, path: string) => caller.get(`${path}/time_stats`);

/** The issue's updated_at. */
const updatedAt = async (caller: Caller, path: string): Promise<string> => (await ok(caller.get(path))).updated_at;

const timelogs = async (caller: Caller, path: string): Promise<number[]> =>
  (await ok(caller.get(`${path}/timelogs`, { per_page: 100 }))).map((log: { time_spent: number }) => log.time_spent);

/** Bodies of the issue's system notes, oldest first. */
const systemNotes = async (caller: Caller, path: string): Promise<string[]> =>
  (await ok(caller.get(`${path}/notes`, { per_page: 100 })))
    .filter((note: { system: boolean }) => note.system)
    .map((note: { body: string }) => note.body);

const tally = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const twentyTimes = (call: () => Promise<Answer>) => Promise.all(Array.from({ length: 20 }, call));

test("an issue without time has zeros, and null for the texts", async () => {
  const { owner, path } = await setting();
  const { status, body } = await stats(owner, path);
  expect({ status, body }).toEqual({ status: 200, body: nothing });
});

test("every call answers all four figures, the same as time_stats afterwards", async () => {
  const { owner, path } = await setting();
  const estimated = { ...nothing, time_estimate: 144_000, human_time_estimate: "1w" };
  const spent = { ...estimated, total_time_spent: 5_400, human_total_time_spent: "1h 30m" };
  for (const [call, body, status, answer] of [
    ["time_estimate", { duration: "1w" }, 200, estimated],
    ["add_spent_time", { duration: "1h 30m" }, 201, spent],
    ["reset_time_estimate", {}, 200, { ...spent, time_estimate: 0, human_time_estimate: null }],
    ["reset_spent_time", {}, 200, nothing],
  ] as const) {
    const given = await owner.post(`${path}/${call}`, body);
    expect({ status: given.status, body: given.body }, call).toEqual({ status, body: answer });
    expect((await stats(owner, path)).body, call).toEqual(answer);
  }
});

describe("an estimate", () => {
  test("replaces the previous one", async () => {
    const { owner, path } = await setting();
    await ok(estimate(owner, path, "1d"));
    expect(await estimate(owner, path, "2h")).toMatchObject({
      status: 200,
      body: { time_estimate: 7_200, human_time_estimate: "2h" },
    });
  });

  test.for(["", "  ", "tomorrow", "0", "0h", "0.4s", "-1h", "1h or so", "99999999999999999999h", null])(
    "of %j is refused and keeps the previous one",
    async (duration) => {
      const { owner, path } = await setting();
      await ok(estimate(owner, path, "3h"));
      const before = await updatedAt(owner, path);
      expect(await estimate(owner, path, duration)).toMatchObject(invalidEstimate);
      expect(await stats(owner, path)).toMatchObject({ status: 200, body: { time_estimate: 10_800 } });
      expect(await updatedAt(owner, path)).toBe(before);
    },
  );

  test("of a plain number is in hours, and can be sent in the query", async () => {
    const { owner, path } = await setting();
    expect(await estimate(owner, path, 2)).toMatchObject({ status: 200, body: { time_estimate: 7_200 } });
    expect(await owner.post(`${path}/time_estimate?duration=one%20and%20a%20half%20days`)).toMatchObject({
      status: 200,
      body: { time_estimate: 43_200, human_time_estimate: "1d 4h" },
    });
  });

  test("entered as a month is shown as a month and two weeks", async () => {
    const { owner, path } = await setting();
    expect(await estimate(owner, path, "1mo")).toMatchObject({
      status: 200,
      body: { time_estimate: 864_000, human_time_estimate: "1mo 2w" },
    });
  });

  test("changes updated_at, unless it is the same", async () => {
    const { owner, path } = await setting();
    const created = await updatedAt(owner, path);
    await ok(estimate(owner, path, "1h"));
    const changed = await updatedAt(owner, path);
    await ok(estimate(owner, path, "60m"));
    expect(changed > created).toBe(true);
    expect(await updatedAt(owner, path)).toBe(changed);
  });

  test("is reset once, and then there is none to reset", async () => {
    const { owner, path } = await setting();
    await ok(estimate(owner, path, "1h"));
    expect(await owner.post(`${path}/reset_time_estimate`)).toMatchObject({ status: 200, body: nothing });
    const reset = await updatedAt(owner, path);
    expect(await owner.post(`${path}/reset_time_estimate`)).toMatchObject({ status: 200, body: nothing });
    expect(await updatedAt(owner, path)).toBe(reset);
  });
});

describe("spent time", () => {
  test("adds up, and can be reduced to zero with a minus", async () => {
    const { owner, path } = await setting();
    await ok(spend(owner, path, "2h"));
    expect(await spend(owner, path, "30m")).toMatchObject({ status: 201, body: { total_time_spent: 9_000 } });
    expect(await spend(owner, path, "-1h")).toMatchObject({ status: 201, body: { total_time_spent: 5_400 } });
    expect(await spend(owner, path, "-1h 30m")).toMatchObject({ status: 201, body: nothing });
    expect(await timelogs(owner, path)).toEqual([7_200, 1_800, -3_600, -5_400]);
  });

  test("cannot be reduced below zero", async () => {
    const { owner, path } = await setting();
    await ok(spend(owner, path, "1h"));
    const before = await updatedAt(owner, path);
    expect(await spend(owner, path, "-3601s")).toMatchObject(exceeds);
    expect(await stats(owner, path)).toMatchObject({ status: 200, body: { total_time_spent: 3_600 } });
    expect(await timelogs(owner, path)).toEqual([3_600]);
    expect(await updatedAt(owner, path)).toBe(before);
  });

  test.for(["", "tomorrow", "0", "-0h", "--1h", "-", "9999999999y", null])("of %j is refused", async (duration) => {
    const { owner, path } = await setting();
    await ok(spend(owner, path, "1h"));
    expect(await spend(owner, path, duration)).toMatchObject(invalidSpent);
    expect(await timelogs(owner, path)).toEqual([3_600]);
  });

  test("of more than a lifetime is counted to the second", async () => {
    const { owner, path } = await setting();
    for (let i = 0; i < 3; i += 1) await ok(spend(owner, path, "2147483647s"));
    expect(await stats(owner, path)).toMatchObject({ status: 200, body: { total_time_spent: 6_442_450_941 } });
  });

  test("changes updated_at", async () => {
    const { owner, path } = await setting();
    const created = await updatedAt(owner, path);
    await ok(spend(owner, path, "1h"));
    const spent = await updatedAt(owner, path);
    expect(spent > created).toBe(true);
    await ok(owner.post(`${path}/reset_spent_time`));
    expect((await updatedAt(owner, path)) > spent).toBe(true);
  });

  test("is reset once, by an entry that subtracts all", async () => {
    const { owner, path } = await setting();
    await ok(spend(owner, path, "2h"));
    await ok(spend(owner, path, "1h"));
    expect(await owner.post(`${path}/reset_spent_time`)).toMatchObject({ status: 200, body: nothing });
    const reset = await updatedAt(owner, path);
    expect(await owner.post(`${path}/reset_spent_time`)).toMatchObject({ status: 200, body: nothing });
    expect(await timelogs(owner, path)).toEqual([7_200, 3_600, -10_800]);
    expect(await updatedAt(owner, path)).toBe(reset);
  });

  test("of one issue does not count for another", async () => {
    const { owner, project, path } = await setting();
    const other = await createIssue(owner, project);
    await ok(spend(owner, path, "2h"));
    expect(await stats(owner, `/projects/${project.id}/issues/${other.id}`)).toMatchObject({ body: nothing });
  });
});

test.each([
  ["time_estimate", 200],
  ["reset_time_estimate", 200],
  ["add_spent_time", 201],
  ["reset_spent_time", 200],
])("%s sets updated_at to now even from a future time", async (call, status) => {
  const { owner, path } = await setting();
  await ok(estimate(owner, path, "2h"));
  await ok(spend(owner, path, "2h"));
  const ahead = "2090-01-01T00:00:00.000Z";
  expect(await owner.put(path, { title: "Ahead", updated_at: ahead })).toMatchObject({ body: { updated_at: ahead } });
  expect(await owner.post(`${path}/${call}`, { duration: "1h" })).toMatchObject({ status });
  expect(Date.parse(await updatedAt(owner, path))).toBeLessThan(Date.now() + 60_000);
});

describe("twenty concurrent calls", () => {
  test("add up exactly", async () => {
    const { owner, path } = await setting();
    expect(tally(await twentyTimes(() => spend(owner, path, "30m")))).toEqual({ 201: 20 });
    expect(await stats(owner, path)).toMatchObject({
      body: { total_time_spent: 36_000, human_total_time_spent: "1d 2h" },
    });
    expect(await timelogs(owner, path)).toEqual(Array.from({ length: 20 }, () => 1_800));
  });

  test("never reduce the time below zero", async () => {
    const { owner, path } = await setting();
    await ok(spend(owner, path, "5h"));
    expect(tally(await twentyTimes(() => spend(owner, path, "-1h")))).toEqual({ 201: 5, 400: 15 });
    expect(await stats(owner, path)).toMatchObject({ body: nothing });
  });

  test("reset it once", async () => {
    const { owner, path } = await setting();
    await ok(spend(owner, path, "5h"));
    expect(tally(await twentyTimes(() => owner.post(`${path}/reset_spent_time`)))).toEqual({ 200: 20 });
    expect(await timelogs(owner, path)).toEqual([18_000, -18_000]);
  });
});

describe("system notes", () => {
  test("have each change in GitLab's wording, with its author", async () => {
    const { owner, path } = await setting();
    await ok(estimate(owner, path, "40h"));
    await ok(owner.post(`${path}/reset_time_estimate`));
    await ok(spend(owner, path, "2h"));
    await ok(spend(owner, path, "-1h"));
    await ok(owner.post(`${path}/reset_spent_time`));
    expect(await systemNotes(owner, path)).toEqual([
      "changed time estimate to 1w",
      "removed time estimate",
      "added 2h of time spent",
      "subtracted 1h of time spent",
      "removed time spent",
    ]);
    const notes = await ok(owner.get(`${path}/notes`));
    expect(new Set(notes.map((note: { author: Actor }) => note.author.id))).toEqual(new Set([owner.id]));
  });

  test("are not added without a change", async () => {
    const { owner, path } = await setting();
    await ok(owner.post(`${path}/reset_time_estimate`));
    await ok(owner.post(`${path}/reset_spent_time`));
    await estimate(owner, path, "tomorrow");
    await spend(owner, path, "tomorrow");
    await spend(owner, path, "-1h");
    await ok(estimate(owner, path, "1h"));
    await ok(estimate(owner, path, "60m"));
    expect(await systemNotes(owner, path)).toEqual(["changed time estimate to 1h"]);
  });

  test("do not count as comments", async () => {
    const { owner, path } = await setting();
    await ok(spend(owner, path, "2h"));
    expect(await owner.get(path)).toMatchObject({ status: 200, body: { user_notes_count: 0 } });
  });
});

test("a read costs one round trip, a write two", async () => {
  const { owner, path } = await setting();
  const answers = [
    await estimate(owner, path, "1h"),
    await spend(owner, path, "1h"),
    await spend(owner, path, "-2h"),
    await owner.post(`${path}/reset_time_estimate`),
    await owner.post(`${path}/reset_spent_time`),
    await stats(owner, path),
    await owner.get(`${path}/timelogs`),
  ];
  expect(answers.map(({ status, cost }) => [status, cost.roundTrips])).toEqual([
    [200, 2],
    [201, 2],
    [400, 2],
    [200, 2],
    [200, 2],
    [200, 1],
    [200, 1],
  ]);
});
