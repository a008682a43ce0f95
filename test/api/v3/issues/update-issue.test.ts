// PUT /projects/:id/issues/:issue_id
import { describe, expect, test } from "vitest";
import { type Cast, castNames, createUser, ok } from "../../../support/actors.ts";
import { send } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createCast, createIssue, createProject } from "../../../support/factories.ts";
import { createMilestone } from "../milestones/milestones.ts";
import { longAgo, pathOf, setting } from "./issue-edits.ts";

const noRecord = { status: 404, text: '{"message":"404 Not found"}' };
const forbidden = { status: 403, text: '{"message":"403 Forbidden"}' };

describe("an issue can be edited", () => {
  test("by reporters and up, in a public project", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const issue = await createIssue(cast.owner, project, { title: "Before" });
    const may: Partial<Record<keyof Cast, number>> = { anonymous: 401, external: 403, outsider: 403, guest: 403 };
    for (const name of castNames) {
      const { status } = await cast[name].put(pathOf(issue), { title: `By ${name}` });
      const { title } = await ok(cast.owner.get(pathOf(issue)));
      expect({ name, status, edited: title === `By ${name}` }).toEqual({
        name,
        status: may[name] ?? 200,
        edited: may[name] === undefined,
      });
    }
  });

  test("by no other reader: 403", async () => {
    const { issue } = await setting({}, { visibility_level: 20 });
    const outsider = await createUser();
    expect(await outsider.put(pathOf(issue), { title: "t" })).toMatchObject(forbidden);
  });

  test("by its author, even a non-member, and by its assignee, even a guest", async () => {
    const { owner, project } = await setting({}, { visibility_level: 20 });
    const [author, assignee] = [await createUser(), await createUser()];
    await joinProject(owner, project, assignee, "guest");
    const issue = await createIssue(author, project);
    await ok(owner.put(pathOf(issue), { assignee_id: assignee.id }));
    for (const editor of [author, assignee]) {
      const edit = { title: `By ${editor.username}`, description: "d", confidential: true, state_event: "close" };
      expect(await editor.put(pathOf(issue), edit)).toMatchObject({
        status: 200,
        body: { title: `By ${editor.username}`, description: "d", confidential: true, state: "closed" },
      });
    }
  });

  test("by its author only while they can read the project", async () => {
    const { owner, project } = await setting();
    const guest = await createUser();
    await joinProject(owner, project, guest, "guest");
    const issue = await createIssue(guest, project);
    await ok(owner.delete(`/projects/${project.id}/members/${guest.id}`));
    expect(await guest.put(pathOf(issue), { title: "t" })).toMatchObject({
      status: 404,
      text: '{"message":"404 Project Not Found"}',
    });
  });

  test("and 403 comes before an invalid title", async () => {
    const { issue } = await setting({}, { visibility_level: 20 });
    expect(await (await createUser()).put(pathOf(issue), { title: " " })).toMatchObject(forbidden);
  });
});

describe("an invisible target is answered like a missing one:", () => {
  test("a confidential issue, an issue of another project, an iid, an unknown id", async () => {
    const { owner, project } = await setting({}, { visibility_level: 20 });
    const outsider = await createUser();
    const hidden = await createIssue(owner, project, { confidential: true });
    const elsewhere = await createIssue(owner, await createProject(owner, { visibility_level: 20 }));
    for (const id of [hidden.id, elsewhere.id, hidden.iid, 0, -1, 2 ** 60]) {
      expect(await outsider.put(`/projects/${project.id}/issues/${id}`, { title: "t" }), `${id}`).toMatchObject(
        noRecord,
      );
    }
    expect(await owner.get(pathOf(hidden))).toMatchObject({ status: 200, body: { iid: 2 } });
  });

  test("an issue of a project that has them switched off", async () => {
    const { owner, project, issue } = await setting();
    await ok(owner.put(`/projects/${project.id}`, { issues_enabled: false }));
    expect(await owner.put(pathOf(issue), { title: "t" })).toMatchObject(noRecord);
  });

  test("invalid parameters come first, for any target", async () => {
    const { issue } = await setting();
    const outsider = await createUser();
    expect(await outsider.put(pathOf(issue), { confidential: "maybe" })).toMatchObject({
      status: 400,
      text: '{"error":"confidential is invalid"}',
    });
  });
});

describe("for users below reporter", () => {
  test("an author's labels, milestone, assignee and due date are silently dropped", async () => {
    const { owner, project } = await setting({}, { visibility_level: 20 });
    const author = await createUser();
    const { id: milestone_id } = await createMilestone(owner, project, { title: "m" });
    const issue = await createIssue(author, project);
    await ok(owner.put(pathOf(issue), { labels: "kept", milestone_id, assignee_id: owner.id, due_date: "2027-02-28" }));
    const kept = {
      labels: ["kept"],
      milestone: { id: milestone_id },
      assignee: { id: owner.id },
      due_date: "2027-02-28",
    };
    const cleared = { labels: "", milestone_id: "", assignee_id: 0, due_date: "" };
    expect(await author.put(pathOf(issue), { title: "Mine", ...cleared })).toMatchObject({
      status: 200,
      body: { title: "Mine", ...kept },
    });
    const others = { labels: "a,b", milestone_id: 0, assignee_id: author.id, due_date: "2028-01-01" };
    expect(await author.put(pathOf(issue), others)).toMatchObject({ status: 200, body: kept });
  });

  test("the requested labels are not created either", async () => {
    const { owner, project } = await setting({}, { visibility_level: 20 });
    const author = await createUser();
    const issue = await createIssue(author, project, { labels: "one" });
    await ok(author.put(pathOf(issue), { labels: "two" }));
    expect(await owner.get(`/projects/${project.id}/labels`)).toMatchObject({ status: 200, body: [] });
  });
});

describe("parameters", () => {
  const missing =
    "title, description, assignee_id, milestone_id, labels, created_at, due_date, confidential, state_event " +
    "are missing, at least one parameter must be provided";

  test.each([
    ["nothing", {}],
    ["updated_at alone", { updated_at: longAgo }],
    ["an undeclared parameter", { state: "closed", iid: 7, author_id: 1 }],
  ])("%s is 400", async (_, body) => {
    const { owner, issue } = await setting();
    expect(await owner.put(pathOf(issue), body)).toMatchObject({ status: 400, body: { error: missing } });
  });

  test("several invalid ones are reported in the order of declaration", async () => {
    const { owner, project } = await setting();
    const bad = {
      confidential: "maybe",
      due_date: [1],
      created_at: "soon",
      labels: [1],
      milestone_id: "m",
      assignee_id: "a",
      description: [1],
      state_event: "shut",
      updated_at: "now",
      title: [1],
    };
    expect(await owner.put(`/projects/${project.id}/issues/abc`, bad)).toMatchObject({
      status: 400,
      body: {
        error: [
          "issue_id is invalid, title is invalid, updated_at is invalid, state_event does not have a valid value",
          "description is invalid, assignee_id is invalid, milestone_id is invalid, labels is invalid",
          "created_at is invalid, due_date is invalid, confidential is invalid",
        ].join(", "),
      },
    });
  });

  test.each(["", "Close", "closed"])("%j is 400 as state_event", async (state_event) => {
    const { owner, issue } = await setting();
    expect(await owner.put(pathOf(issue), { state_event })).toMatchObject({
      status: 400,
      body: { error: "state_event does not have a valid value" },
    });
  });

  test("created_at alone is enough and changes nothing", async () => {
    const { owner, issue } = await setting();
    expect(await owner.put(pathOf(issue), { created_at: "2011-01-01" })).toMatchObject({
      status: 200,
      body: { created_at: longAgo, updated_at: longAgo },
    });
  });

  test("mass assignment has no effect", async () => {
    const { owner, project, issue } = await setting();
    const other = await createProject(owner);
    const attributes = {
      title: "t",
      id: 1,
      iid: 99,
      author_id: 1,
      project_id: other.id,
      state: "closed",
      subscribed: false,
    };
    expect(await owner.put(pathOf(issue), attributes)).toMatchObject({
      status: 200,
      body: { id: issue.id, iid: 1, project_id: project.id, author: { id: owner.id }, state: "opened" },
    });
  });

  test("can be sent in the query and in a form", async () => {
    const { owner, issue } = await setting();
    const headers = { ...owner.headers, "content-type": "application/x-www-form-urlencoded" };
    const body = "description=from+the+form&labels=a%2Cb";
    expect(await send(`${pathOf(issue)}?title=From%20the%20query`, { method: "PUT", headers, body })).toMatchObject({
      status: 200,
      body: { title: "From the query", description: "from the form", labels: ["a", "b"] },
    });
  });

  test("the answer is the whole issue, as GET has it", async () => {
    const { owner, project, issue } = await setting();
    const { id: milestone_id } = await createMilestone(owner, project, { title: "m" });
    const edit = { labels: "a", milestone_id, assignee_id: owner.id, due_date: "2027-02-28", description: "d" };
    const { status, body } = await owner.put(pathOf(issue), edit);
    expect({ status, body }).toEqual({ status: 200, body: await ok(owner.get(pathOf(issue))) });
  });
});

test("cost at most three round trips, whatever is edited", async () => {
  const { owner, project, issue } = await setting();
  const { id: milestone_id } = await createMilestone(owner, project, { title: "m" });
  const { status, cost } = await owner.put(pathOf(issue), {
    title: "All of it",
    description: `@${owner.username} see #1, #2 and #3\n- [ ] a`,
    labels: Array.from({ length: 120 }, (_, i) => `l${i}`).join(","),
    milestone_id,
    assignee_id: owner.id,
    confidential: true,
    due_date: "2027-01-01",
    state_event: "close",
    updated_at: longAgo,
  });
  expect({ status, few: cost.roundTrips <= 3 }).toEqual({ status: 200, few: true });
});
