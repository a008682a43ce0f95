// The new issue after a move, and its todos.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, type Issue } from "../../../support/factories.ts";
import { longAgo, moved, moveTo, type Note, noteBodies, notesOf, pathOf, setting } from "./moves.ts";

describe("the new issue", () => {
  test("has the attributes of the old one, and its author", async () => {
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

  test("has the next iid of its project", async () => {
    const { owner, to, issue } = await setting();
    await createIssue(owner, to);
    await ok(owner.delete(pathOf(await createIssue(owner, to))));
    expect(await moveTo(owner, issue, to)).toMatchObject({ status: 201, body: { iid: 3 } });
    expect(await createIssue(owner, to)).toMatchObject({ iid: 4 });
  });

  test("drops an assignee who cannot read it there", async () => {
    const { owner, from, to } = await setting();
    const assignee = await createUser();
    await joinProject(owner, from, assignee, "developer");
    const issue = await createIssue(owner, from, { assignee_id: assignee.id });
    expect(await moveTo(owner, issue, to)).toMatchObject({ status: 201, body: { assignee: null } });
    expect(await owner.get(pathOf(issue))).toMatchObject({ status: 200, body: { assignee: { id: assignee.id } } });
    expect(await assignee.get("/todos", { project_id: to.id })).toMatchObject({ status: 200, body: [] });
  });

  test("has the labels and the milestone with the same titles; missing ones are not created", async () => {
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

  test("has the notes of the old one in order, with authors and times, followed by the note of the move", async () => {
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
    expect(await noteBodies(owner, issue)).toEqual([...before.map(({ body }) => body), `moved to ${to.path}#1`]);
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

  test("keeps participants as subscribers, but not explicit subscriptions", async () => {
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

describe("todos", () => {
  const targets = async (user: Actor): Promise<[number, string][]> =>
    (await ok(user.get("/todos"))).map((todo: { target: Issue; action_name: string }) => [
      todo.target.id,
      todo.action_name,
    ]);

  test("of the mover on the old issue are done, those of others stay; assignee and mentioned users get new ones", async () => {
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

  test("of movers who are assigned are on the new issue", async () => {
    const { owner, from, to } = await setting();
    const issue = await createIssue(owner, from, { assignee_id: owner.id });
    const made = await moved(owner, issue, to);
    expect(await targets(owner)).toEqual([[made.id, "assigned"]]);
  });
});
