// PUT /projects/:id/issues/:issue_id
import { describe, expect, test } from "vitest";
import { type Actor, type Cast, castNames, createUser, ok, root } from "../../support/actors.ts";
import { send, type Values } from "../../support/api.ts";
import { joinProject } from "../../support/belonging.ts";
import { createCast, createIssue, createProject, type Issue, type Project } from "../../support/factories.ts";

const pathOf = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

const noRecord = { status: 404, text: '{"message":"404 Not found"}' };
const forbidden = { status: 403, text: '{"message":"403 Forbidden"}' };

const longAgo = "2016-03-11T03:45:40.000Z";

/** Somebody's private project with an old issue in it. */
async function setting(issueAttributes: Values = {}, projectAttributes: Values = {}) {
  const owner = await createUser();
  const project = await createProject(owner, projectAttributes);
  const issue = await createIssue(owner, project, { title: "Before", created_at: longAgo, ...issueAttributes });
  return { owner, project, issue };
}

const createMilestone = (owner: Actor, project: Project, title: string) =>
  ok(owner.post(`/projects/${project.id}/milestones`, { title }));

describe("who may edit an issue", () => {
  test("are reporters and up, where all may read it", async () => {
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

  test("is told others with 403", async () => {
    const { issue } = await setting({}, { visibility_level: 20 });
    const outsider = await createUser();
    expect(await outsider.put(pathOf(issue), { title: "t" })).toMatchObject(forbidden);
  });

  test("is its author, though no member, and its assignee, though a guest", async () => {
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

  test("is not its author any more who cannot read the project", async () => {
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

  test("403 goes before what is wrong with the title", async () => {
    const { issue } = await setting({}, { visibility_level: 20 });
    expect(await (await createUser()).put(pathOf(issue), { title: " " })).toMatchObject(forbidden);
  });
});

describe("what cannot be seen cannot be told from what is not there", () => {
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

  test("bad parameters are told first, whatever is there", async () => {
    const { issue } = await setting();
    const outsider = await createUser();
    expect(await outsider.put(pathOf(issue), { confidential: "maybe" })).toMatchObject({
      status: 400,
      text: '{"error":"confidential is invalid"}',
    });
  });
});

describe("below reporter", () => {
  test("an author's labels, milestone, assignee and due date are dropped without a word", async () => {
    const { owner, project } = await setting({}, { visibility_level: 20 });
    const author = await createUser();
    const { id: milestone_id } = await createMilestone(owner, project, "m");
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

  test("the labels asked for are not made either", async () => {
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
    ["what is not declared", { state: "closed", iid: 7, author_id: 1 }],
  ])("%s is not enough", async (_, body) => {
    const { owner, issue } = await setting();
    expect(await owner.put(pathOf(issue), body)).toMatchObject({ status: 400, body: { error: missing } });
  });

  test("several bad ones are told in the order of declaration", async () => {
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

  test.each(["", "Close", "closed"])("%j is no state_event", async (state_event) => {
    const { owner, issue } = await setting();
    expect(await owner.put(pathOf(issue), { state_event })).toMatchObject({
      status: 400,
      body: { error: "state_event does not have a valid value" },
    });
  });

  test("created_at counts as one and changes nothing", async () => {
    const { owner, issue } = await setting();
    expect(await owner.put(pathOf(issue), { created_at: "2011-01-01" })).toMatchObject({
      status: 200,
      body: { created_at: longAgo, updated_at: longAgo },
    });
  });

  test("mass assignment has no effect", async () => {
    const { owner, project, issue } = await setting();
    const other = await createProject(owner);
    const wish = { title: "t", id: 1, iid: 99, author_id: 1, project_id: other.id, state: "closed", subscribed: false };
    expect(await owner.put(pathOf(issue), wish)).toMatchObject({
      status: 200,
      body: { id: issue.id, iid: 1, project_id: project.id, author: { id: owner.id }, state: "opened" },
    });
  });

  test("are taken from the query string and from a form as well", async () => {
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
    const { id: milestone_id } = await createMilestone(owner, project, "m");
    const edit = { labels: "a", milestone_id, assignee_id: owner.id, due_date: "2027-02-28", description: "d" };
    const { status, body } = await owner.put(pathOf(issue), edit);
    expect({ status, body }).toEqual({ status: 200, body: await ok(owner.get(pathOf(issue))) });
  });
});

describe("a title that cannot be", () => {
  test.each([
    ["blank", " \n ", "can't be blank"],
    ["empty", "", "can't be blank"],
    ["null", null, "can't be blank"],
    ["of 256 characters", "😀".repeat(256), "is too long (maximum is 255 characters)"],
  ])("%s changes nothing at all", async (_, title, reason) => {
    const { owner, project, issue } = await setting({ labels: "old", description: "d" });
    const before = await ok(owner.get(pathOf(issue)));
    const edit = {
      title,
      state_event: "close",
      labels: "new",
      description: "e",
      confidential: true,
      due_date: "2027-01-01",
    };
    expect(await owner.put(pathOf(issue), edit)).toMatchObject({ status: 400, body: { message: { title: [reason] } } });
    expect(await owner.get(pathOf(issue))).toMatchObject({ status: 200, body: before });
    expect(await owner.get(`${pathOf(issue)}/notes`)).toMatchObject({ status: 200, body: [] });
    const labels = await ok(owner.get(`/projects/${project.id}/labels`));
    expect(labels.map(({ name }: { name: string }) => name)).toEqual(["old"]);
  });

  test("stands beside a description that cannot be", async () => {
    const { owner, issue } = await setting();
    expect(await owner.put(pathOf(issue), { title: "", description: "x".repeat(1_048_577) })).toMatchObject({
      status: 400,
      body: {
        message: {
          title: ["can't be blank"],
          description: ["is too long (maximum is 1048576 characters)"],
        },
      },
    });
  });

  test("255 characters beyond the basic plane can, and are trimmed", async () => {
    const { owner, issue } = await setting();
    const title = "😀".repeat(255);
    expect(await owner.put(pathOf(issue), { title: `\t${title} ` })).toMatchObject({ status: 200, body: { title } });
  });
});

describe("the description", () => {
  test("is stored verbatim", async () => {
    const { owner, issue } = await setting();
    const description = "  \r\n# 漢字 😀\t<b>&amp;</b> 'q' \"qq\" \\ %_?\n\n";
    expect(await owner.put(pathOf(issue), { description })).toMatchObject({ status: 200, body: { description } });
  });

  test.each([[""], [null]])("can be made %j", async (description) => {
    const { owner, issue } = await setting({ description: "d" });
    expect(await owner.put(pathOf(issue), { description })).toMatchObject({ status: 200, body: { description } });
  });

  test("holds 1,048,576 characters and not one more", async () => {
    const { owner, issue } = await setting();
    const description = "x".repeat(1_048_576);
    const { status, body } = await owner.put(pathOf(issue), { description });
    expect({ status, same: body.description === description }).toEqual({ status: 200, same: true });
    expect(await owner.put(pathOf(issue), { description: `${description}y` })).toMatchObject({
      status: 400,
      body: { message: { description: ["is too long (maximum is 1048576 characters)"] } },
    });
    const after = await ok(owner.get(pathOf(issue)));
    expect(after.description === description).toBe(true);
  });

  test("holds as many bytes as a row, of characters beyond the basic plane", async () => {
    const { owner, issue } = await setting();
    const description = "😀".repeat(475_000);
    const { status, body } = await owner.put(pathOf(issue), { description });
    expect({ status, same: body.description === description }).toEqual({ status: 200, same: true });
    expect(await owner.put(pathOf(issue), { description: `${description}😀` })).toMatchObject({ status: 400 });
  });

  test.each([
    ["backticks", "`".repeat(1_000_000)],
    ["fences", "~".repeat(1_000_000)],
    ["empty lines", "\n".repeat(1_000_000)],
    ["blanks behind a task", `- [ ] a${" ".repeat(1_000_000)}b`],
    ["mentions", "@a ".repeat(300_000)],
    ["references", Array.from({ length: 100_000 }, (_, i) => `#${i}`).join(" ")],
    ["tasks", "- [ ] a\n".repeat(100_000)],
  ])("full of %s does not keep the server busy", async (_, description) => {
    const { owner, issue } = await setting();
    const before = Date.now();
    expect((await owner.put(pathOf(issue), { description })).status).toBe(200);
    expect((await owner.put(pathOf(issue), { description: description.replaceAll("[ ]", "[x]") })).status).toBe(200);
    expect(Date.now() - before).toBeLessThan(10_000);
  });
});

describe("labels", () => {
  const labelsOf = async (owner: Actor, issue: Issue) => (await ok(owner.get(pathOf(issue)))).labels;

  test("are replaced by those given, in order of their titles, each once", async () => {
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

  test("stay when they are not given, and when they are null", async () => {
    const { owner, issue } = await setting({ labels: "a,b" });
    expect(await owner.put(pathOf(issue), { title: "t" })).toMatchObject({ status: 200, body: { labels: ["a", "b"] } });
    expect(await owner.put(pathOf(issue), { labels: null })).toMatchObject({
      status: 200,
      body: { labels: ["a", "b"] },
    });
  });

  test("250 on one issue", async () => {
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
      await createMilestone(owner, project, "one"),
      await createMilestone(owner, project, "two"),
    ];
    for (const [edit, id] of [
      [{ milestone_id: first.id }, first.id],
      [{ title: "t" }, first.id],
      [{ milestone_id: String(second.id) }, second.id],
    ] as const) {
      expect(await owner.put(pathOf(issue), edit)).toMatchObject({ status: 200, body: { milestone: { id } } });
    }
  });

  test("is cleared by 0, by nothing, by one that is not there and by one of another project", async () => {
    const { owner, project, issue } = await setting();
    const own = await createMilestone(owner, project, "own");
    const foreign = await createMilestone(owner, await createProject(owner), "foreign");
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
  test("is set, kept and taken away", async () => {
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

  test("stays when nobody stands behind the new one, or somebody who cannot read the project", async () => {
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

  test("of a confidential issue can be nobody who could not read it, unless they wrote it", async () => {
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

  test("is asked what they could read once this very edit is done", async () => {
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

  test("stays when it is not given", async () => {
    const { owner, issue } = await setting({ due_date: "2026-01-01" });
    expect(await owner.put(pathOf(issue), { title: "t" })).toMatchObject({
      status: 200,
      body: { due_date: "2026-01-01" },
    });
  });
});

test("confidential stays when it is empty or null", async () => {
  const { owner, issue } = await setting({ confidential: true });
  for (const confidential of ["", null]) {
    expect(await owner.put(pathOf(issue), { confidential })).toMatchObject({
      status: 200,
      body: { confidential: true },
    });
  }
});

describe("state", () => {
  test("is closed and opened again, and counted", async () => {
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

  test("is answered as it is where there is nothing to do", async () => {
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

describe("updated_at", () => {
  test.each<[string, Values]>([
    ["title", { title: "After" }],
    ["description", { description: "d" }],
    ["labels", { labels: "l" }],
    ["due date", { due_date: "2027-01-01" }],
    ["confidentiality", { confidential: true }],
    ["state", { state_event: "close" }],
  ])("moves to now with the %s, and created_at never does", async (_, edit) => {
    const { owner, issue } = await setting();
    const { status, body } = await owner.put(pathOf(issue), edit);
    expect({ status, created_at: body.created_at }).toEqual({ status: 200, created_at: longAgo });
    expect(Math.abs(Date.now() - Date.parse(body.updated_at))).toBeLessThan(60_000);
  });

  test("moves to now even from a time ahead", async () => {
    const { owner, issue } = await setting();
    await ok(owner.put(pathOf(issue), { title: "Ahead", updated_at: "2090-01-01T00:00:00.000Z" }));
    const { status, body } = await owner.put(pathOf(issue), { title: "Now" });
    expect({ status, ahead: Date.parse(body.updated_at) > Date.now() + 60_000 }).toEqual({ status: 200, ahead: false });
  });

  test("moves with the milestone and with the assignee", async () => {
    const { owner, project, issue } = await setting();
    const { id: milestone_id } = await createMilestone(owner, project, "m");
    const other = await createIssue(owner, project, { created_at: longAgo });
    for (const edited of [
      owner.put(pathOf(issue), { milestone_id }),
      owner.put(pathOf(other), { assignee_id: owner.id }),
    ]) {
      expect((await ok(edited)).updated_at > longAgo).toBe(true);
    }
  });

  test("stays where an edit says what is there already", async () => {
    const { owner, project } = await setting();
    const { id: milestone_id } = await createMilestone(owner, project, "m");
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

  test("is exactly what an owner gives, with a close and with anything else", async () => {
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

  test("is the group's owner's and an administrator's to give, and ignored from a master", async () => {
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

test("three round trips at most, whatever is edited", async () => {
  const { owner, project, issue } = await setting();
  const { id: milestone_id } = await createMilestone(owner, project, "m");
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
