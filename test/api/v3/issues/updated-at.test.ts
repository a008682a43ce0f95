// updated_at of an issue: which edits change it, and who can set it.
import { describe, expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { createCast, createIssue } from "../../../support/factories.ts";
import { createMilestone } from "../milestones/milestones.ts";
import { longAgo, pathOf, setting } from "./issue-edits.ts";

describe("updated_at", () => {
  test.each<[string, Values]>([
    ["title", { title: "After" }],
    ["description", { description: "d" }],
    ["labels", { labels: "l" }],
    ["due date", { due_date: "2027-01-01" }],
    ["confidentiality", { confidential: true }],
    ["state", { state_event: "close" }],
  ])("becomes now with the %s, and created_at never changes", async (_, edit) => {
    const { owner, issue } = await setting();
    const { status, body } = await owner.put(pathOf(issue), edit);
    expect({ status, created_at: body.created_at }).toEqual({ status: 200, created_at: longAgo });
    expect(Math.abs(Date.now() - Date.parse(body.updated_at))).toBeLessThan(60_000);
  });

  test("becomes now even from a future time", async () => {
    const { owner, issue } = await setting();
    await ok(owner.put(pathOf(issue), { title: "Ahead", updated_at: "2090-01-01T00:00:00.000Z" }));
    const { status, body } = await owner.put(pathOf(issue), { title: "Now" });
    expect({ status, ahead: Date.parse(body.updated_at) > Date.now() + 60_000 }).toEqual({ status: 200, ahead: false });
  });

  test("becomes now with the milestone and with the assignee", async () => {
    const { owner, project, issue } = await setting();
    const { id: milestone_id } = await createMilestone(owner, project, { title: "m" });
    const other = await createIssue(owner, project, { created_at: longAgo });
    for (const edited of [
      owner.put(pathOf(issue), { milestone_id }),
      owner.put(pathOf(other), { assignee_id: owner.id }),
    ]) {
      expect((await ok(edited)).updated_at > longAgo).toBe(true);
    }
  });

  test("stays if an edit sets existing values", async () => {
    const { owner, project } = await setting();
    const { id: milestone_id } = await createMilestone(owner, project, { title: "m" });
    const all = {
      title: "Same",
      description: "d",
      labels: "a,b",
      milestone_id,
      assignee_id: owner.id,
      due_date: "2027-01-01",
      confidential: true,
    };
    const issue = await createIssue(owner, project, { ...all, created_at: longAgo });
    expect(
      await owner.put(pathOf(issue), { ...all, title: " Same ", labels: "b, a", state_event: "reopen" }),
    ).toMatchObject({
      status: 200,
      body: { updated_at: longAgo },
    });
    expect(await owner.get(`${pathOf(issue)}/notes`)).toMatchObject({ status: 200, body: [] });
  });

  test("can be set exactly by an owner, with a close and with any other edit", async () => {
    const { owner, issue } = await setting();
    const updated_at = "2017-06-01T10:20:30.456Z";
    expect(await owner.put(pathOf(issue), { state_event: "close", updated_at })).toMatchObject({
      status: 200,
      body: { state: "closed", updated_at },
    });
    expect(await owner.put(pathOf(issue), { labels: "l", updated_at: "2018-06-01" })).toMatchObject({
      status: 200,
      body: { updated_at: "2018-06-01T00:00:00.000Z" },
    });
    expect(await owner.get(pathOf(issue))).toMatchObject({ body: { updated_at: "2018-06-01T00:00:00.000Z" } });
  });

  test("can be set by the group's owner and administrators, and is ignored from a master", async () => {
    const { cast, project } = await createCast();
    const issue = await createIssue(cast.owner, project);
    for (const [name, year] of [
      ["owner", "2015"],
      ["admin", "2014"],
    ] as const) {
      const { status, body } = await cast[name].put(pathOf(issue), { title: name, updated_at: `${year}-01-01` });
      expect({ status, updated_at: body.updated_at }).toEqual({
        status: 200,
        updated_at: `${year}-01-01T00:00:00.000Z`,
      });
    }
    const byMaster = await cast.master.put(pathOf(issue), { title: "master", updated_at: "2013-01-01" });
    expect(byMaster).toMatchObject({ status: 200, body: { updated_at: expect.not.stringMatching(/^201/) } });
  });
});
