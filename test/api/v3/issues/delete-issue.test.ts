// DELETE /projects/:id/issues/:issue_id
import { describe, expect, test } from "vitest";
import { type Cast, castNames, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast, createGroup, createIssue, createProject, type Issue } from "../../../support/factories.ts";

const pathOf = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

const noIssue = { status: 404, text: '{"message":"404 Issue Not Found"}' };
const noRecord = { status: 404, text: '{"message":"404 Not found"}' };

async function setting(projectAttributes = {}) {
  const owner = await createUser();
  const project = await createProject(owner, projectAttributes);
  const issue = await createIssue(owner, project);
  return { owner, project, issue };
}

describe("who may delete an issue:", () => {
  test("owners of the group and administrators", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const expected: Partial<Record<keyof Cast, number>> = { anonymous: 401, owner: 200, admin: 200 };
    for (const name of castNames) {
      const issue = await createIssue(cast.owner, project);
      const { status } = await cast[name].delete(pathOf(issue));
      const { status: left } = await cast.owner.get(pathOf(issue));
      const wanted = expected[name] ?? 403;
      expect({ name, status, left }).toEqual({ name, status: wanted, left: wanted === 200 ? 404 : 200 });
    }
  });

  test("the owner of the namespace, but not its author, assignee or a master", async () => {
    const { owner, project } = await setting({ visibility_level: 20 });
    const master = await createUser();
    await joinProject(owner, project, master, "master");
    const issue = await createIssue(master, project, { assignee_id: master.id });
    expect(await master.delete(pathOf(issue))).toMatchObject({ status: 403, text: '{"message":"403 Forbidden"}' });
    expect(await owner.delete(pathOf(issue))).toMatchObject({ status: 200, body: { id: issue.id } });
  });

  test("a refusal does not reveal a confidential issue", async () => {
    const { owner, project } = await setting({ visibility_level: 20 });
    const outsider = await createUser();
    const hidden = await createIssue(owner, project, { confidential: true });
    for (const id of [hidden.id, 999_999_999]) {
      expect(await outsider.delete(`/projects/${project.id}/issues/${id}`)).toMatchObject(noIssue);
    }
    expect(await owner.get(pathOf(hidden))).toMatchObject({ status: 200 });
  });

  test("an issue of another project or of an invisible one answers 404", async () => {
    const { owner, project } = await setting();
    const elsewhere = await createIssue(owner, await createProject(owner));
    expect(await owner.delete(`/projects/${project.id}/issues/${elsewhere.id}`)).toMatchObject(noIssue);
    expect(await owner.delete(`/projects/${project.id}/issues/abc`)).toMatchObject({
      status: 400,
      text: '{"error":"issue_id is invalid"}',
    });
    expect(await (await createUser()).delete(pathOf(elsewhere))).toMatchObject({
      status: 404,
      text: '{"message":"404 Project Not Found"}',
    });
    expect(await owner.get(pathOf(elsewhere))).toMatchObject({ status: 200 });
  });
});

describe("a deleted issue", () => {
  test("is gone with everything on it, and answers 404 to a second call", async () => {
    const { owner, project, issue } = await setting();
    const path = pathOf(issue);
    await ok(owner.put(path, { labels: "a", assignee_id: owner.id, description: `@${owner.username}` }));
    const note = await ok(owner.post(`${path}/notes`, { body: "Hm." }));
    await ok(owner.post(`${path}/award_emoji`, { name: "heart" }));
    await ok(owner.post(`${path}/add_spent_time`, { duration: "1h" }));
    expect(await owner.delete(path)).toMatchObject({ status: 200 });
    expect(await owner.delete(path)).toMatchObject(noIssue);
    expect(await owner.get(path)).toMatchObject(noRecord);
    expect(await owner.put(path, { title: "t" })).toMatchObject(noRecord);
    expect(await owner.post(`${path}/move`, { to_project_id: project.id })).toMatchObject(noIssue);
    expect(await owner.post(`${path}/todo`)).toMatchObject(noRecord);
    expect(await owner.post(`${path}/subscription`)).toMatchObject(noRecord);
    expect(await owner.get(`${path}/time_stats`)).toMatchObject(noRecord);
    expect(await owner.get(`${path}/notes`)).toMatchObject({ status: 404, text: '{"message":"404 Notes Not Found"}' });
    expect(await owner.get(`${path}/notes/${note.id}`)).toMatchObject({
      status: 404,
      text: '{"message":"404 Note Not Found"}',
    });
    expect((await owner.get(`${path}/award_emoji`)).status).toBe(404);
  });

  test("is in no list and in no count", async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    const [gone, closed, kept] = [
      await createIssue(owner, project, { labels: "l" }),
      await createIssue(owner, project, { labels: "l" }),
      await createIssue(owner, project, { labels: "l" }),
    ];
    await ok(owner.put(pathOf(closed), { state_event: "close" }));
    await ok(owner.delete(pathOf(gone)));
    await ok(owner.delete(pathOf(closed)));
    for (const list of ["/issues", `/groups/${group.id}/issues`, `/projects/${project.id}/issues`]) {
      const { status, body, headers } = await owner.get(list);
      const ids = body.map(({ id }: Issue) => id);
      expect({ list, status, ids, total: headers.get("x-total") }).toEqual({
        list,
        status: 200,
        ids: [kept.id],
        total: "1",
      });
    }
    expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { open_issues_count: 1 } });
    expect(await owner.get(`/projects/${project.id}/labels`)).toMatchObject({
      status: 200,
      body: [{ name: "l", open_issues_count: 1, closed_issues_count: 0 }],
    });
  });

  test("leaves no todos, not even done ones", async () => {
    const { owner, project, issue } = await setting();
    const members = await Promise.all([createUser(), createUser()]);
    for (const member of members) {
      await joinProject(owner, project, member, "developer");
      await ok(member.post(`${pathOf(issue)}/todo`));
    }
    const [first] = members;
    await ok(owner.put(pathOf(issue), { assignee_id: owner.id }));
    await ok(first.delete("/todos"));
    await ok(owner.delete(pathOf(issue)));
    for (const user of [owner, ...members]) {
      for (const state of ["pending", "done"]) {
        const { status, body, headers } = await user.get("/todos", { state });
        expect({ status, body, total: headers.get("x-total") }).toEqual({ status: 200, body: [], total: "0" });
      }
    }
  });

  test("never gives its iid to another issue, even if it was the last", async () => {
    const { owner, project, issue } = await setting();
    await ok(owner.delete(pathOf(issue)));
    expect(await owner.post(`/projects/${project.id}/issues`, { title: "t" })).toMatchObject({
      status: 201,
      body: { iid: 2 },
    });
    expect(await owner.get(`/projects/${project.id}/issues`, { iid: 1 })).toMatchObject({ status: 200, body: [] });
  });

  test("takes along the notes of its references", async () => {
    const { owner, project, issue } = await setting();
    const referrer = await createIssue(owner, project, { description: `See #${issue.iid}` });
    expect((await ok(owner.get(`${pathOf(issue)}/notes`))).length).toBe(1);
    await ok(owner.delete(pathOf(referrer)));
    const { status, body, headers } = await owner.get(`${pathOf(issue)}/notes`);
    expect({ status, body, total: headers.get("x-total") }).toEqual({ status: 200, body: [], total: "0" });
  });

  test("can be large", async () => {
    const { owner, project } = await setting();
    const issue = await createIssue(owner, project, { description: "😀".repeat(475_000) });
    expect((await owner.delete(pathOf(issue))).status).toBe(200);
    expect(await owner.get(pathOf(issue))).toMatchObject(noRecord);
  });
});

test("of ten concurrent deletions one succeeds", async () => {
  const { owner, project, issue } = await setting();
  await createIssue(owner, project);
  const answers = await Promise.all(Array.from({ length: 10 }, () => owner.delete(pathOf(issue))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  expect(await owner.get(`/projects/${project.id}`)).toMatchObject({ status: 200, body: { open_issues_count: 1 } });
});

test("deleting costs at most three round trips", async () => {
  const { issue } = await setting();
  const { status, cost } = await (await createAdmin()).delete(pathOf(issue));
  expect({ status, few: cost.roundTrips <= 3 }).toEqual({ status: 200, few: true });
});
