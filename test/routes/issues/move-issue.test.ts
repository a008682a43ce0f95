// POST /projects/:id/issues/:issue_id/move
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, ok, root } from "../../support/actors.ts";
import { baseUrl, type Caller, type Values } from "../../support/api.ts";
import { joinProject } from "../../support/belonging.ts";
import { createGroup, createIssue, createProject, type Issue, type Project } from "../../support/factories.ts";

const pathOf = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

const moveTo = (caller: Caller, issue: Issue, { id }: { readonly id: number }) =>
  caller.post(`${pathOf(issue)}/move`, { to_project_id: id });

const moved = (caller: Caller, issue: Issue, to: Project) => ok(moveTo(caller, issue, to));

interface Note {
  readonly id: number;
  readonly body: string;
  readonly system: boolean;
  readonly author: { readonly id: number };
  readonly created_at: string;
  readonly updated_at: string;
}

const notesOf = (caller: Caller, issue: Issue): Promise<Note[]> =>
  ok(caller.get(`${pathOf(issue)}/notes`, { per_page: 100 }));

const told = async (caller: Caller, issue: Issue) => (await notesOf(caller, issue)).map(({ body }) => body);

const noProject = { status: 404, text: '{"message":"404 Project Not Found"}' };
const noIssue = { status: 404, text: '{"message":"404 Issue Not Found"}' };
const notPermitted = { status: 400, text: '{"message":"Cannot move issue due to insufficient permissions!"}' };
const sameProject = { status: 400, text: '{"message":"Cannot move issue to project it originates from!"}' };

const longAgo = "2016-03-11T03:45:40.000Z";

/** Two projects of somebody's, and an issue in the first. */
async function setting(issueAttributes: Values = {}, fromAttributes: Values = {}, toAttributes: Values = {}) {
  const owner = await createUser();
  const from = await createProject(owner, fromAttributes);
  const to = await createProject(owner, toAttributes);
  const issue = await createIssue(owner, from, { created_at: longAgo, ...issueAttributes });
  return { owner, from, to, issue };
}

describe("a move is refused", () => {
  test("without a project to go to, or with none that could be", async () => {
    const { owner, issue } = await setting();
    expect(await owner.post(`${pathOf(issue)}/move`)).toMatchObject({
      status: 400,
      text: '{"error":"to_project_id is missing"}',
    });
    expect(
      await owner.post(`/projects/${issue.project_id}/issues/x/move`, { to_project_id: "group/project" }),
    ).toMatchObject({ status: 400, text: '{"error":"issue_id is invalid, to_project_id is invalid"}' });
  });

  test("where the project cannot be read, before anything else is looked at", async () => {
    const { owner, issue, to } = await setting();
    const stranger = await createUser();
    expect(await moveTo(stranger, issue, await createProject(stranger))).toMatchObject(noProject);
    expect(await owner.post(`/projects/999999999/issues/${issue.id}/move`, { to_project_id: to.id })).toMatchObject(
      noProject,
    );
  });

  test("where the issue is not, or not to be seen, though the target is not there either", async () => {
    const { owner, from, issue, to } = await setting({ confidential: true }, { visibility_level: 20 });
    const elsewhere = await createIssue(owner, to);
    const reader = await createUser();
    for (const target of [await createProject(reader), { id: 999_999_999 }]) {
      expect(await moveTo(reader, issue, target)).toMatchObject(noIssue);
      expect(await moveTo(reader, { ...issue, id: 999_999_999 }, target)).toMatchObject(noIssue);
    }
    expect(await moveTo(owner, { ...elsewhere, project_id: from.id }, to)).toMatchObject(noIssue);
  });

  test("where the target is not, or not to be read, though the mover has no right to move", async () => {
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

  test("to a guest who moves onto the same project for want of the right, to a reporter for the project", async () => {
    const { owner, from, issue } = await setting();
    const [guest, reporter] = [await createUser(), await createUser()];
    await joinProject(owner, from, guest, "guest");
    await joinProject(owner, from, reporter, "reporter");
    expect(await moveTo(guest, issue, from)).toMatchObject(notPermitted);
    expect(await moveTo(reporter, issue, from)).toMatchObject(sameProject);
  });

  test("of an issue that has moved, wherever it is to go", async () => {
    const { owner, from, to, issue } = await setting();
    await moved(owner, issue, to);
    for (const target of [to, await createProject(owner), from]) {
      expect(await moveTo(owner, issue, target)).toMatchObject(notPermitted);
    }
  });

  test("into a project that has issues switched off", async () => {
    const { owner, issue, to } = await setting({}, {}, { issues_enabled: false });
    expect(await moveTo(owner, issue, to)).toMatchObject(notPermitted);
  });

  test("and nothing has changed", async () => {
    const { owner, from, to, issue } = await setting({ labels: "a" });
    await ok(owner.post(`${pathOf(issue)}/todo`));
    const member = await createUser();
    await joinProject(owner, from, member, "reporter");
    await joinProject(owner, to, member, "guest");
    const before = await ok(owner.get(pathOf(issue)));
    expect(await moveTo(member, issue, to)).toMatchObject(notPermitted);
    expect(await moveTo(owner, issue, from)).toMatchObject(sameProject);
    expect(await owner.get(pathOf(issue))).toMatchObject({ status: 200, body: before });
    expect(await told(owner, issue)).toEqual([]);
    expect((await ok(owner.get("/todos"))).length).toBe(1);
    expect(await owner.get(`/projects/${to.id}/issues`)).toMatchObject({ status: 200, body: [] });
    expect(await createIssue(owner, to)).toMatchObject({ iid: 1 });
  });
});

describe("who may move an issue", () => {
  test("is a reporter of both projects, and an administrator", async () => {
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
});

describe("the issue in the new project", () => {
  test("has the attributes of the old one, and is its author's", async () => {
    const { owner, from, to } = await setting();
    const [author, mover] = [await createUser(), await createUser()];
    for (const [project, user, role] of [
      [from, author, "reporter"],
      [to, author, "guest"],
      [from, mover, "reporter"],
      [to, mover, "reporter"],
    ] as const) {
      await joinProject(owner, project, user, role);
    }
    const issue = await createIssue(author, from, {
      title: "Title 😀",
      description: "Description\n",
      due_date: "2027-02-28",
      confidential: true,
      assignee_id: author.id,
    });
    await ok(owner.post(`${pathOf(issue)}/time_estimate`, { duration: "2h" }));
    await ok(owner.post(`${pathOf(issue)}/add_spent_time`, { duration: "1h" }));
    const old = await ok(owner.get(pathOf(issue)));
    const { status, body } = await moveTo(mover, issue, to);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        iid: 1,
        project_id: to.id,
        title: "Title 😀",
        description: "Description\n",
        state: "opened",
        created_at: old.created_at,
        author: { id: author.id },
        assignee: { id: author.id },
        due_date: "2027-02-28",
        confidential: true,
        labels: [],
        milestone: null,
        web_url: `${baseUrl}/${to.path_with_namespace}/issues/1`,
      },
    });
    expect(body.id).not.toBe(issue.id);
    expect(body).toEqual(await ok(mover.get(`/projects/${to.id}/issues/${body.id}`)));
    expect(await owner.get(`${pathOf(body)}/time_stats`)).toMatchObject({
      status: 200,
      body: { time_estimate: 7200, total_time_spent: 0 },
    });
  });

  test("is closed if the old one was, and has no description if that had none", async () => {
    const { owner, to, issue } = await setting();
    await ok(owner.put(pathOf(issue), { state_event: "close" }));
    expect(await moveTo(owner, issue, to)).toMatchObject({
      status: 201,
      body: { state: "closed", description: null, created_at: longAgo },
    });
    expect(await owner.get(`/projects/${to.id}`)).toMatchObject({ status: 200, body: { open_issues_count: 0 } });
  });

  test("has its iid after all that were there", async () => {
    const { owner, to, issue } = await setting();
    await createIssue(owner, to);
    await ok(owner.delete(pathOf(await createIssue(owner, to))));
    expect(await moveTo(owner, issue, to)).toMatchObject({ status: 201, body: { iid: 3 } });
    expect(await createIssue(owner, to)).toMatchObject({ iid: 4 });
  });

  test("is assigned to nobody who cannot read it there", async () => {
    const { owner, from, to } = await setting();
    const assignee = await createUser();
    await joinProject(owner, from, assignee, "developer");
    const issue = await createIssue(owner, from, { assignee_id: assignee.id });
    expect(await moveTo(owner, issue, to)).toMatchObject({ status: 201, body: { assignee: null } });
    expect(await owner.get(pathOf(issue))).toMatchObject({ status: 200, body: { assignee: { id: assignee.id } } });
    expect(await assignee.get("/todos", { project_id: to.id })).toMatchObject({ status: 200, body: [] });
  });

  test("has the labels and the milestone of the same titles, as far as they are there; none are made", async () => {
    const { owner, from, to } = await setting();
    await createIssue(owner, to, { labels: "both,Case" });
    const there = await ok(owner.post(`/projects/${to.id}/milestones`, { title: "m" }));
    const here = await ok(owner.post(`/projects/${from.id}/milestones`, { title: "m" }));
    const issue = await createIssue(owner, from, { labels: "both,case,only here", milestone_id: here.id });
    expect(await moveTo(owner, issue, to)).toMatchObject({
      status: 201,
      body: { labels: ["both"], milestone: { id: there.id, project_id: to.id } },
    });
    const names = (await ok(owner.get(`/projects/${to.id}/labels`))).map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(["Case", "both"]);
    const other = await ok(owner.post(`/projects/${from.id}/milestones`, { title: "only here" }));
    const second = await createIssue(owner, from, { milestone_id: other.id });
    expect(await moveTo(owner, second, to)).toMatchObject({ status: 201, body: { milestone: null } });
  });

  test("has the notes of the old one, in their order, with their authors and times, and then the move", async () => {
    const { owner, from, to, issue } = await setting();
    const commenter = await createUser();
    await joinProject(owner, from, commenter, "reporter");
    await ok(owner.post(`${pathOf(issue)}/notes`, { body: "first", created_at: longAgo }));
    await ok(commenter.put(pathOf(issue), { title: "After" }));
    const edited = await ok(commenter.post(`${pathOf(issue)}/notes`, { body: "second" }));
    await ok(commenter.put(`${pathOf(issue)}/notes/${edited.id}`, { body: "second, edited" }));
    const before = await notesOf(owner, issue);
    const made = await moved(owner, issue, to);
    const after = await notesOf(owner, made);
    const copied = (notes: readonly Note[]) =>
      notes.map(({ body, system, author, created_at, updated_at }) => ({
        body,
        system,
        author: author.id,
        created_at,
        updated_at,
      }));
    expect(before.map(({ body, system }) => [body, system])).toEqual([
      ["first", false],
      [expect.stringMatching(/^changed title from/), true],
      ["second, edited", false],
    ]);
    expect(copied(after.slice(0, -1))).toEqual(copied(before));
    expect(after.at(-1)).toMatchObject({ body: `moved from ${from.path}#1`, system: true, author: { id: owner.id } });
    expect(made).toMatchObject({ user_notes_count: 2 });
    expect(await told(owner, issue)).toEqual([...before.map(({ body }) => body), `moved to ${to.path}#1`]);
  });

  test("has the awards of the old one and of its notes", async () => {
    const { owner, from, to, issue } = await setting();
    const fan = await createUser();
    await joinProject(owner, from, fan, "reporter");
    const notes = [
      await ok(owner.post(`${pathOf(issue)}/notes`, { body: "one" })),
      await ok(owner.post(`${pathOf(issue)}/notes`, { body: "two" })),
    ];
    await ok(fan.post(`${pathOf(issue)}/award_emoji`, { name: "thumbsup" }));
    await ok(owner.post(`${pathOf(issue)}/award_emoji`, { name: "heart" }));
    await ok(fan.post(`${pathOf(issue)}/notes/${notes[1].id}/award_emoji`, { name: "rocket" }));
    const made = await moved(owner, issue, to);
    expect(made).toMatchObject({ upvotes: 1, downvotes: 0 });
    expect(await owner.get(`${pathOf(made)}/award_emoji`)).toMatchObject({
      status: 200,
      body: [
        { name: "thumbsup", user: { id: fan.id }, awardable_id: made.id },
        { name: "heart", user: { id: owner.id }, awardable_id: made.id },
      ],
    });
    const [first, second] = await notesOf(owner, made);
    expect(await owner.get(`${pathOf(made)}/notes/${first?.id}/award_emoji`)).toMatchObject({ status: 200, body: [] });
    expect(await owner.get(`${pathOf(made)}/notes/${second?.id}/award_emoji`)).toMatchObject({
      status: 200,
      body: [{ name: "rocket", user: { id: fan.id }, awardable_type: "Note" }],
    });
  });

  test("is not followed by who only asked to follow the old one, and is by who took part in it", async () => {
    const { owner, from, to } = await setting();
    const [subscriber, commenter, quiet] = await Promise.all([createUser(), createUser(), createUser()]);
    for (const user of [subscriber, commenter, quiet]) {
      await joinProject(owner, from, user, "guest");
      await joinProject(owner, to, user, "guest");
    }
    const issue = await createIssue(owner, from, { description: `cc @${quiet.username}` });
    await ok(subscriber.post(`${pathOf(issue)}/subscription`));
    await ok(commenter.post(`${pathOf(issue)}/notes`, { body: "Hm." }));
    await ok(owner.delete(`${pathOf(issue)}/subscription`));
    const made = await moved(owner, issue, to);
    const follows = await Promise.all(
      [subscriber, commenter, quiet, owner].map(async (user) => (await ok(user.get(pathOf(made)))).subscribed),
    );
    expect(follows).toEqual([false, true, true, true]);
  });
});

describe("references", () => {
  const text =
    "#2 (#3), see other#4, `#5`, ns/p#6 and #7.\n\n```\n#8\n```\n#9 #x a#b &#10; http://h/#11 https://h/a/b/issues/12";

  test("in the same namespace name the project they come from", async () => {
    const { owner, from, to, issue } = await setting({ description: text });
    await ok(owner.post(`${pathOf(issue)}/notes`, { body: `Note: ${text}` }));
    const p = from.path;
    const rewritten = `${p}#2 (${p}#3), see other#4, \`#5\`, ns/p#6 and ${p}#7.\n\n\`\`\`\n#8\n\`\`\`\n${p}#9 #x a#b &#10; http://h/#11 https://h/a/b/issues/12`;
    const made = await moved(owner, issue, to);
    expect(made.description).toBe(rewritten);
    expect(await told(owner, made)).toEqual([`Note: ${rewritten}`, `moved from ${p}#1`]);
    expect(await owner.get(pathOf(issue))).toMatchObject({ status: 200, body: { description: text } });
  });

  test("in another namespace name the full path", async () => {
    const { owner, from, issue } = await setting({ description: "#2 and other#3" });
    const group = await createGroup(owner);
    const to = await createProject(owner, { namespace_id: group.id });
    const made = await moved(owner, issue, to);
    expect(made.description).toBe(`${from.path_with_namespace}#2 and ${owner.username}/other#3`);
    expect(await told(owner, made)).toEqual([`moved from ${from.path_with_namespace}#1`]);
    expect(await told(owner, issue)).toEqual([`moved to ${group.path}/${to.path}#1`]);
  });

  test("still mean what they meant: what is referred to is told of the new issue as well", async () => {
    const { owner, from, to, issue } = await setting();
    const referrer = await createIssue(owner, from, { description: "As #1" });
    const made = await moved(owner, referrer, to);
    expect(made.description).toBe(`As ${from.path}#1`);
    expect(await told(owner, issue)).toEqual(["mentioned in issue #2", `mentioned in issue ${to.path}#1`]);
  });

  test("that the server told of come along, and are hidden as before", async () => {
    const { owner, from, to, issue } = await setting({}, { visibility_level: 20 }, { visibility_level: 20 });
    await createIssue(owner, from, { description: "#1", confidential: true });
    await createIssue(owner, from, { description: "#1" });
    const made = await moved(owner, issue, to);
    const p = from.path;
    expect(await told(owner, made)).toEqual([
      `mentioned in issue ${p}#2`,
      `mentioned in issue ${p}#3`,
      `moved from ${p}#1`,
    ]);
    const { status, body, headers } = await (await createUser()).get(`${pathOf(made)}/notes`);
    expect({ status, bodies: body.map((note: Note) => note.body), total: headers.get("x-total") }).toEqual({
      status: 200,
      bodies: [`mentioned in issue ${p}#3`, `moved from ${p}#1`],
      total: "2",
    });
  });

  test("200 notes with some arrive intact, in three round trips", async () => {
    const { owner, from, to, issue } = await setting();
    const post = (n: number) =>
      ok(owner.post(`${pathOf(issue)}/notes`, { body: `note ${n}: #${n} ${"x".repeat(200)} "quoted" \\ 😀` }));
    await Promise.all(Array.from({ length: 200 }, (_, n) => post(n)));
    const allNotes = async (at: Issue): Promise<Note[]> =>
      (
        await Promise.all([1, 2, 3].map((page) => ok(owner.get(`${pathOf(at)}/notes`, { page, per_page: 100 }))))
      ).flat();
    const before = await allNotes(issue);
    const { status, body: made, cost } = await moveTo(owner, issue, to);
    expect({ status, few: cost.roundTrips <= 3 }).toEqual({ status: 201, few: true });
    const after = await allNotes(made);
    expect({ before: before.length, after: after.length }).toEqual({ before: 200, after: 201 });
    expect(after.slice(0, 200).map(({ body }) => body)).toEqual(
      before.map(({ body }) => body.replace(/#(\d+)/, `${from.path}#$1`)),
    );
  });

  test("in long notes arrive intact, and a text that would grow too long keeps its own", async () => {
    const { owner, from, to } = await setting();
    const full = `#1 ${"x".repeat(1_048_573)}`;
    const issue = await createIssue(owner, from, { description: full });
    for (const n of [1, 2, 3]) await ok(owner.post(`${pathOf(issue)}/notes`, { body: `#${n} ${"y".repeat(900_000)}` }));
    const made = await moved(owner, issue, to);
    expect(made.description === full).toBe(true);
    const notes = await told(owner, made);
    expect(notes.slice(0, 3).map((body) => body.replace(/y+/, (ys) => `${ys.length}`))).toEqual(
      [1, 2, 3].map((n) => `${from.path}#${n} 900000`),
    );
  });
});

describe("the old issue", () => {
  test("stays where it is, closed, with no note of that, and can be read and edited", async () => {
    const { owner, from, to, issue } = await setting({ labels: "a" });
    await moved(owner, issue, to);
    expect(await owner.get(pathOf(issue))).toMatchObject({
      status: 200,
      body: { id: issue.id, iid: 1, project_id: from.id, state: "closed", labels: ["a"], created_at: longAgo },
    });
    expect(await told(owner, issue)).toEqual([`moved to ${to.path}#1`]);
    expect(await owner.get(`/projects/${from.id}`)).toMatchObject({ status: 200, body: { open_issues_count: 0 } });
    expect(await owner.get(`/projects/${to.id}`)).toMatchObject({ status: 200, body: { open_issues_count: 1 } });
    expect(await owner.put(pathOf(issue), { state_event: "reopen" })).toMatchObject({
      status: 200,
      body: { state: "opened" },
    });
    expect(await moveTo(owner, issue, to)).toMatchObject(notPermitted);
  });

  test("can go on from its new place", async () => {
    const { owner, to, issue } = await setting();
    const made = await moved(owner, issue, to);
    const third = await createProject(owner);
    const again = await moved(owner, made, third);
    expect(await told(owner, again)).toEqual([expect.stringMatching(/^moved from .*#1$/), `moved from ${to.path}#1`]);
  });
});

describe("who does not see the other side is not told of the move", () => {
  const list = async (caller: Caller, issue: Issue) => {
    const { status, body, headers } = await caller.get(`${pathOf(issue)}/notes`);
    return { status, bodies: body.map((note: Note) => note.body), total: headers.get("x-total") };
  };
  const nothing = { status: 200, bodies: [], total: "0" };

  test("into a private project", async () => {
    const { owner, to, issue } = await setting({}, { visibility_level: 20 });
    await moved(owner, issue, to);
    expect(await list(await createUser(), issue)).toEqual(nothing);
    expect(await list(owner, issue)).toEqual({ status: 200, bodies: [`moved to ${to.path}#1`], total: "1" });
  });

  test("out of a private project", async () => {
    const { owner, from, to, issue } = await setting({}, {}, { visibility_level: 20 });
    const made = await moved(owner, issue, to);
    expect(await list(await createUser(), made)).toEqual(nothing);
    expect(await list(owner, made)).toEqual({ status: 200, bodies: [`moved from ${from.path}#1`], total: "1" });
  });

  test("nor of the other side's being confidential", async () => {
    const { owner, to, issue } = await setting({}, { visibility_level: 20 }, { visibility_level: 20 });
    const made = await moved(owner, issue, to);
    const outsider = await createUser();
    expect((await list(outsider, issue)).total).toBe("1");
    await ok(owner.put(pathOf(made), { confidential: true }));
    expect(await list(outsider, issue)).toEqual(nothing);
  });

  test("a confidential issue is no activity of the project it goes to", async () => {
    const { owner, to, issue } = await setting({ confidential: true });
    const before = await ok(owner.get(`/projects/${to.id}`));
    await moved(owner, issue, to);
    expect(await owner.get(`/projects/${to.id}`)).toMatchObject({
      body: { last_activity_at: before.last_activity_at },
    });
  });
});

describe("todos", () => {
  const targets = async (user: Actor): Promise<[number, string][]> =>
    (await ok(user.get("/todos"))).map((todo: { target: Issue; action_name: string }) => [
      todo.target.id,
      todo.action_name,
    ]);

  test("the mover's on the old issue are done, others' stay; assignee and mentioned have one on the new", async () => {
    const { owner, from, to } = await setting();
    const [assignee, mentioned, outsider] = await Promise.all([createUser(), createUser(), createUser()]);
    for (const user of [assignee, mentioned]) {
      await joinProject(owner, from, user, "developer");
      await joinProject(owner, to, user, "developer");
    }
    await joinProject(owner, from, outsider, "developer");
    const issue = await createIssue(owner, from, {
      assignee_id: assignee.id,
      description: `cc @${mentioned.username} @${outsider.username}`,
    });
    await ok(owner.post(`${pathOf(issue)}/todo`));
    const made = await moved(owner, issue, to);
    expect(await targets(owner)).toEqual([]);
    expect(await targets(assignee)).toEqual([
      [made.id, "assigned"],
      [issue.id, "assigned"],
    ]);
    expect(await targets(mentioned)).toEqual([
      [made.id, "mentioned"],
      [issue.id, "mentioned"],
    ]);
    expect(await targets(outsider)).toEqual([[issue.id, "mentioned"]]);
  });

  test("movers who are assigned have the one on the new issue", async () => {
    const { owner, from, to } = await setting();
    const issue = await createIssue(owner, from, { assignee_id: owner.id });
    const made = await moved(owner, issue, to);
    expect(await targets(owner)).toEqual([[made.id, "assigned"]]);
  });
});

describe("at once", () => {
  test.each([2, 10])("of %d moves one succeeds, and there is one new issue", async (count) => {
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
    expect(await told(owner, body[0])).toEqual([`${from.path}#1`, `moved from ${from.path}#1`]);
    expect(await createIssue(owner, to)).toMatchObject({ iid: 2 });
  });

  test("of moves into different projects one succeeds", async () => {
    const { owner, issue } = await setting();
    const targets = await Promise.all(Array.from({ length: 5 }, () => createProject(owner)));
    const answers = await Promise.all(targets.map((target) => moveTo(owner, issue, target)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    const counts = await Promise.all(
      targets.map(async ({ id }) => (await ok(owner.get(`/projects/${id}`))).open_issues_count),
    );
    expect(counts.sort()).toEqual([0, 0, 0, 0, 1]);
    expect((await told(owner, issue)).length).toBe(1);
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

test("an administrator who is no member moves between strangers' projects, and the author stays", async () => {
  const { owner, to, issue } = await setting();
  expect(await moveTo(root, issue, to)).toMatchObject({ status: 201, body: { author: { id: owner.id } } });
});
