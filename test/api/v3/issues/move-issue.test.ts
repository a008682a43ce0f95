// POST /projects/:id/issues/:issue_id/move
import { describe, expect, test } from "vitest";
import { createAdmin, createUser, ok, root } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject, type Issue } from "../../../support/factories.ts";
import { longAgo, moved, moveTo, noteBodies, notPermitted, pathOf, setting } from "./moves.ts";

const noProject = { status: 404, text: '{"message":"404 Project Not Found"}' };
const noIssue = { status: 404, text: '{"message":"404 Issue Not Found"}' };
const sameProject = { status: 400, text: '{"message":"Cannot move issue to project it originates from!"}' };

describe("a move is refused", () => {
  test("without a target project, or with an impossible one", async () => {
    const { owner, issue } = await setting();
    expect(await owner.post(`${pathOf(issue)}/move`)).toMatchObject({
      status: 400,
      text: '{"error":"to_project_id is missing"}',
    });
    expect(
      await owner.post(`/projects/${issue.project_id}/issues/x/move`, { to_project_id: "group/project" }),
    ).toMatchObject({ status: 400, text: '{"error":"issue_id is invalid, to_project_id is invalid"}' });
  });

  test("first of all where the project cannot be read", async () => {
    const { owner, issue, to } = await setting();
    const stranger = await createUser();
    expect(await moveTo(stranger, issue, await createProject(stranger))).toMatchObject(noProject);
    expect(await owner.post(`/projects/999999999/issues/${issue.id}/move`, { to_project_id: to.id })).toMatchObject(
      noProject,
    );
  });

  test("where the issue is missing or invisible, even if the target is missing too", async () => {
    const { owner, from, issue, to } = await setting({ confidential: true }, { visibility_level: 20 });
    const elsewhere = await createIssue(owner, to);
    const reader = await createUser();
    for (const target of [await createProject(reader), { id: 999_999_999 }]) {
      expect(await moveTo(reader, issue, target)).toMatchObject(noIssue);
      expect(await moveTo(reader, { ...issue, id: 999_999_999 }, target)).toMatchObject(noIssue);
    }
    expect(await moveTo(owner, { ...elsewhere, project_id: from.id }, to)).toMatchObject(noIssue);
  });

  test("where the target is missing or invisible, even if the mover may not move", async () => {
    const { owner, issue } = await setting({}, { visibility_level: 20 });
    const hidden = await createProject(await createUser());
    for (const caller of [owner, await createUser()]) {
      for (const target of [hidden, { id: 999_999_999 }, { id: 0 }, { id: -1 }, { id: 2 ** 60 }]) {
        expect(await moveTo(caller, issue, target)).toMatchObject(noProject);
      }
    }
  });

  test.each([
    ["a guest here", "guest", "reporter"],
    ["a guest there", "reporter", "guest"],
  ] as const)("to %s", async (_, here, there) => {
    const { owner, from, to, issue } = await setting();
    const member = await createUser();
    await joinProject(owner, from, member, here);
    await joinProject(owner, to, member, there);
    expect(await moveTo(member, issue, to)).toMatchObject(notPermitted);
    const own = await createIssue(member, from);
    expect(await moveTo(member, own, to)).toMatchObject(notPermitted);
  });

  test("to a guest, for the right, and to a reporter, for moving onto the same project", async () => {
    const { owner, from, issue } = await setting();
    const [guest, reporter] = [await createUser(), await createUser()];
    await joinProject(owner, from, guest, "guest");
    await joinProject(owner, from, reporter, "reporter");
    expect(await moveTo(guest, issue, from)).toMatchObject(notPermitted);
    expect(await moveTo(reporter, issue, from)).toMatchObject(sameProject);
  });

  test("for an issue that has been moved already, to any target", async () => {
    const { owner, from, to, issue } = await setting();
    await moved(owner, issue, to);
    for (const target of [to, await createProject(owner), from]) {
      expect(await moveTo(owner, issue, target)).toMatchObject(notPermitted);
    }
  });

  test("into a project with disabled issues", async () => {
    const { owner, issue, to } = await setting({}, {}, { issues_enabled: false });
    expect(await moveTo(owner, issue, to)).toMatchObject(notPermitted);
  });

  test("and changes nothing", async () => {
    const { owner, from, to, issue } = await setting({ labels: "a" });
    await ok(owner.post(`${pathOf(issue)}/todo`));
    const member = await createUser();
    await joinProject(owner, from, member, "reporter");
    await joinProject(owner, to, member, "guest");
    const before = await ok(owner.get(pathOf(issue)));
    expect(await moveTo(member, issue, to)).toMatchObject(notPermitted);
    expect(await moveTo(owner, issue, from)).toMatchObject(sameProject);
    expect(await owner.get(pathOf(issue))).toMatchObject({ status: 200, body: before });
    expect(await noteBodies(owner, issue)).toEqual([]);
    expect((await ok(owner.get("/todos"))).length).toBe(1);
    expect(await owner.get(`/projects/${to.id}/issues`)).toMatchObject({ status: 200, body: [] });
    expect(await createIssue(owner, to)).toMatchObject({ iid: 1 });
  });
});

describe("a move is allowed", () => {
  test("to a reporter of both projects, and to an administrator", async () => {
    const { owner, from, to, issue } = await setting();
    const reporter = await createUser();
    await joinProject(owner, from, reporter, "reporter");
    await joinProject(owner, to, reporter, "reporter");
    expect(await moveTo(reporter, issue, to)).toMatchObject({ status: 201, body: { project_id: to.id, iid: 1 } });
    const other = await createIssue(owner, from);
    expect(await moveTo(await createAdmin(), other, to)).toMatchObject({
      status: 201,
      body: { project_id: to.id, iid: 2 },
    });
  });

  test("to an administrator between other users' projects, and keeps the author", async () => {
    const { owner, to, issue } = await setting();
    expect(await moveTo(root, issue, to)).toMatchObject({ status: 201, body: { author: { id: owner.id } } });
  });
});

describe("the old issue", () => {
  test("stays, closed, without a note of the closing, and can be read and edited", async () => {
    const { owner, from, to, issue } = await setting({ labels: "a" });
    await moved(owner, issue, to);
    expect(await owner.get(pathOf(issue))).toMatchObject({
      status: 200,
      body: { id: issue.id, iid: 1, project_id: from.id, state: "closed", labels: ["a"], created_at: longAgo },
    });
    expect(await noteBodies(owner, issue)).toEqual([`moved to ${to.path}#1`]);
    expect(await owner.get(`/projects/${from.id}`)).toMatchObject({ status: 200, body: { open_issues_count: 0 } });
    expect(await owner.get(`/projects/${to.id}`)).toMatchObject({ status: 200, body: { open_issues_count: 1 } });
    expect(await owner.put(pathOf(issue), { state_event: "reopen" })).toMatchObject({
      status: 200,
      body: { state: "opened" },
    });
    expect(await moveTo(owner, issue, to)).toMatchObject(notPermitted);
  });

  test("can be continued at its new place", async () => {
    const { owner, to, issue } = await setting();
    const made = await moved(owner, issue, to);
    const third = await createProject(owner);
    const again = await moved(owner, made, third);
    expect(await noteBodies(owner, again)).toEqual([
      expect.stringMatching(/^moved from .*#1$/),
      `moved from ${to.path}#1`,
    ]);
  });
});

describe("concurrently", () => {
  test.each([2, 10])("one of %d moves succeeds, and there is one new issue", async (count) => {
    const { owner, from, to, issue } = await setting();
    await ok(owner.post(`${pathOf(issue)}/notes`, { body: "#1" }));
    const answers = await Promise.all(Array.from({ length: count }, () => moveTo(owner, issue, to)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: count - 1 }, () => 400)]);
    for (const answer of answers) if (answer.status === 400) expect(answer).toMatchObject(notPermitted);
    const { status, body, headers } = await owner.get(`/projects/${to.id}/issues`);
    expect({ status, iids: body.map(({ iid }: Issue) => iid), total: headers.get("x-total") }).toEqual({
      status: 200,
      iids: [1],
      total: "1",
    });
    expect(await noteBodies(owner, body[0])).toEqual([`${from.path}#1`, `moved from ${from.path}#1`]);
    expect(await createIssue(owner, to)).toMatchObject({ iid: 2 });
  });

  test("one of several moves into different projects succeeds", async () => {
    const { owner, issue } = await setting();
    const targets = await Promise.all(Array.from({ length: 5 }, () => createProject(owner)));
    const answers = await Promise.all(targets.map((target) => moveTo(owner, issue, target)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    const counts = await Promise.all(
      targets.map(async ({ id }) => (await ok(owner.get(`/projects/${id}`))).open_issues_count),
    );
    expect(counts.sort()).toEqual([0, 0, 0, 0, 1]);
    expect((await noteBodies(owner, issue)).length).toBe(1);
  });

  test("a move and a deletion never end in an error or in half an issue", async () => {
    const { owner, from, to } = await setting();
    for (let round = 0; round < 5; round += 1) {
      const issue = await createIssue(owner, from, { description: `@${owner.username} #1`, labels: "a" });
      const [move, deletion] = await Promise.all([moveTo(owner, issue, to), owner.delete(pathOf(issue))]);
      expect([201, 404]).toContain(move.status);
      expect(deletion.status).toBe(200);
      if (move.status === 201) expect((await owner.get(pathOf(move.body))).status).toBe(200);
    }
  });
});
