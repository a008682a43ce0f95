// PUT /projects/:id/issues/:issue_id: labels, milestone, assignee, due date, confidentiality, state
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok, root } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject, type Issue } from "../../../support/factories.ts";
import { createMilestone } from "../milestones/milestones.ts";
import { longAgo, pathOf, setting } from "./issue-edits.ts";

describe("labels", () => {
  const labelsOf = async (owner: Actor, issue: Issue) => (await ok(owner.get(pathOf(issue)))).labels;

  test("are replaced by the given ones, in order of their titles, each once", async () => {
    const { owner, issue } = await setting({ labels: "old,kept" });
    const edit = await owner.put(pathOf(issue), { labels: " zeta , kept,Alpha,alpha,,zeta, kept" });
    expect(edit).toMatchObject({ status: 200, body: { labels: ["Alpha", "alpha", "kept", "zeta"] } });
    expect(await labelsOf(owner, issue)).toEqual(["Alpha", "alpha", "kept", "zeta"]);
  });

  test.each(["", " , ,"])("are cleared by %j", async (labels) => {
    const { owner, issue } = await setting({ labels: "a,b" });
    expect(await owner.put(pathOf(issue), { labels })).toMatchObject({ status: 200, body: { labels: [] } });
    expect(await labelsOf(owner, issue)).toEqual([]);
  });

  test("stay if they are omitted or null", async () => {
    const { owner, issue } = await setting({ labels: "a,b" });
    expect(await owner.put(pathOf(issue), { title: "t" })).toMatchObject({ status: 200, body: { labels: ["a", "b"] } });
    expect(await owner.put(pathOf(issue), { labels: null })).toMatchObject({
      status: 200,
      body: { labels: ["a", "b"] },
    });
  });

  test("can be 250 on one issue", async () => {
    const { owner, issue } = await setting();
    const labels = Array.from({ length: 250 }, (_, i) => `label ${String(i).padStart(3, "0")}`);
    expect(await owner.put(pathOf(issue), { labels: labels.join(",") })).toMatchObject({
      status: 200,
      body: { labels },
    });
    expect(await labelsOf(owner, issue)).toEqual(labels);
  });
});

describe("milestone", () => {
  test("is set, kept and changed", async () => {
    const { owner, project, issue } = await setting();
    const [first, second] = [
      await createMilestone(owner, project, { title: "one" }),
      await createMilestone(owner, project, { title: "two" }),
    ];
    for (const [edit, id] of [
      [{ milestone_id: first.id }, first.id],
      [{ title: "t" }, first.id],
      [{ milestone_id: String(second.id) }, second.id],
    ] as const) {
      expect(await owner.put(pathOf(issue), edit)).toMatchObject({ status: 200, body: { milestone: { id } } });
    }
  });

  test("is cleared by 0, an empty value, an unknown id and one of another project", async () => {
    const { owner, project, issue } = await setting();
    const own = await createMilestone(owner, project, { title: "own" });
    const foreign = await createMilestone(owner, await createProject(owner), { title: "foreign" });
    for (const milestone_id of [0, "", null, 999_999_999, 2 ** 60, foreign.id]) {
      await ok(owner.put(pathOf(issue), { milestone_id: own.id }));
      expect(await owner.put(pathOf(issue), { milestone_id }), `${milestone_id}`).toMatchObject({
        status: 200,
        body: { milestone: null },
      });
    }
  });
});

describe("assignee", () => {
  test("is set, kept and removed", async () => {
    const { owner, project, issue } = await setting();
    const guest = await createUser();
    await joinProject(owner, project, guest, "guest");
    expect(await owner.put(pathOf(issue), { assignee_id: guest.id })).toMatchObject({
      status: 200,
      body: { assignee: { id: guest.id } },
    });
    for (const assignee_id of [0, "", null]) {
      expect(await owner.put(pathOf(issue), { assignee_id })).toMatchObject({ status: 200, body: { assignee: null } });
      await ok(owner.put(pathOf(issue), { assignee_id: guest.id }));
    }
  });

  test("stays if the new one is unknown or cannot read the project", async () => {
    const { owner, issue } = await setting();
    const outsider = await createUser();
    await ok(owner.put(pathOf(issue), { assignee_id: owner.id }));
    for (const assignee_id of [999_999_999, -1, 2 ** 60, outsider.id]) {
      expect(await owner.put(pathOf(issue), { assignee_id }), `${assignee_id}`).toMatchObject({
        status: 200,
        body: { assignee: { id: owner.id } },
      });
    }
  });

  test("cannot be a blocked user", async () => {
    const { owner, project, issue } = await setting();
    const blocked = await createUser();
    await joinProject(owner, project, blocked, "developer");
    await ok(root.put(`/users/${blocked.id}/block`));
    expect(await owner.put(pathOf(issue), { assignee_id: blocked.id })).toMatchObject({
      status: 200,
      body: { assignee: null },
    });
  });

  test("of a confidential issue must be able to read it, or have written it", async () => {
    const { owner, project } = await setting({}, { visibility_level: 20 });
    const [outsider, guest, reporter] = [await createUser(), await createUser(), await createUser()];
    await joinProject(owner, project, guest, "guest");
    await joinProject(owner, project, reporter, "reporter");
    const issue = await createIssue(outsider, project, { confidential: true });
    const assigned = async ({ id }: Actor) =>
      (await ok(owner.put(pathOf(issue), { assignee_id: id }))).assignee?.id ?? null;
    expect(await assigned(guest)).toBeNull();
    expect(await assigned(reporter)).toBe(reporter.id);
    expect(await assigned(await createUser())).toBe(reporter.id);
    expect(await assigned(outsider)).toBe(outsider.id);
  });

  test("must be able to read the issue after this very edit", async () => {
    const { owner, project } = await setting({}, { visibility_level: 20 });
    const outsider = await createUser();
    const open = await createIssue(owner, project);
    expect(await owner.put(pathOf(open), { confidential: true, assignee_id: outsider.id })).toMatchObject({
      status: 200,
      body: { confidential: true, assignee: null },
    });
    expect(await owner.put(pathOf(open), { confidential: false, assignee_id: outsider.id })).toMatchObject({
      status: 200,
      body: { confidential: false, assignee: { id: outsider.id } },
    });
  });
});

describe("due date", () => {
  test.each([
    ["2027-02-28", "2027-02-28"],
    ["2027-02-30", null],
    ["soon", null],
    ["", null],
    [null, null],
  ])("%j makes it %j", async (due_date, stored) => {
    const { owner, issue } = await setting({ due_date: "2026-01-01" });
    expect(await owner.put(pathOf(issue), { due_date })).toMatchObject({ status: 200, body: { due_date: stored } });
  });

  test("stays if it is omitted", async () => {
    const { owner, issue } = await setting({ due_date: "2026-01-01" });
    expect(await owner.put(pathOf(issue), { title: "t" })).toMatchObject({
      status: 200,
      body: { due_date: "2026-01-01" },
    });
  });
});

test("confidential stays if it is empty or null", async () => {
  const { owner, issue } = await setting({ confidential: true });
  for (const confidential of ["", null]) {
    expect(await owner.put(pathOf(issue), { confidential })).toMatchObject({
      status: 200,
      body: { confidential: true },
    });
  }
});

describe("state", () => {
  test("can be closed and reopened, and is counted", async () => {
    const { owner, project, issue } = await setting();
    const open = async () => (await ok(owner.get(`/projects/${project.id}`))).open_issues_count;
    expect(await owner.put(pathOf(issue), { state_event: "close" })).toMatchObject({
      status: 200,
      body: { state: "closed" },
    });
    expect(await open()).toBe(0);
    expect(await owner.put(pathOf(issue), { state_event: "reopen" })).toMatchObject({
      status: 200,
      body: { state: "opened" },
    });
    expect(await open()).toBe(1);
  });

  test("is answered unchanged if the event has no effect", async () => {
    const { owner, project, issue } = await setting();
    expect(await owner.put(pathOf(issue), { state_event: "reopen" })).toMatchObject({
      status: 200,
      body: { state: "opened", updated_at: longAgo },
    });
    const closed = await ok(owner.put(pathOf(issue), { state_event: "close", updated_at: longAgo }));
    expect(await owner.put(pathOf(issue), { state_event: "close" })).toMatchObject({ status: 200, body: closed });
    expect((await ok(owner.get(`/projects/${project.id}`))).open_issues_count).toBe(0);
  });
});
