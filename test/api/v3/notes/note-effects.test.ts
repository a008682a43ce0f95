// Effects of a note's text: todos for mentioned users, notes under referenced issues, participation.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok, unique } from "../../../support/actors.ts";
import { joinGroup, joinProject } from "../../../support/belonging.ts";
import { createCast, createGroup, createIssue, createProject } from "../../../support/factories.ts";
import { comment, issuePath, type Note, notePath, notesOf, notesPath, setting, todosOf } from "./notes.ts";

const edit = (author: Actor, issue: Parameters<typeof notePath>[0], note: Note, body: string): Promise<Note> =>
  ok(author.put(notePath(issue, note), { body }));

const mark = (user: Actor, issue: Parameters<typeof issuePath>[0]) => ok(user.post(`${issuePath(issue)}/todo`));

describe("a mention", () => {
  test("creates a todo for the mentioned user, with a link to the note", async () => {
    const { author, reader, issue } = await setting();
    const body = `I think @${author.username} knows.`;
    const note = await comment(reader, issue, body);
    const { web_url } = await ok(reader.get(issuePath(issue)));
    expect(await todosOf(author)).toMatchObject([
      {
        author: { id: reader.id },
        action_name: "mentioned",
        target_type: "Issue",
        target: { id: issue.id },
        target_url: `${web_url}#note_${note.id}`,
        body,
        state: "pending",
        created_at: note.created_at,
      },
    ]);
    expect(await todosOf(reader)).toEqual([]);
  });

  test.each([
    ["at the beginning addresses directly", (a: string, b: string) => `@${a} I asked @${b}.`, 1],
    ["in a leading run addresses all of them directly", (a: string, b: string) => `@${a}, @${b}: look`, 2],
    [
      "matches names in any letter case",
      (a: string, b: string) => `@${a.toUpperCase()} and @${b.toUpperCase()} look`,
      2,
    ],
  ])("%s", async (_, text, direct) => {
    const { author, issue } = await setting();
    const [one, other] = await Promise.all([createUser(), createUser()]);
    await comment(author, issue, text(one.username, other.username));
    const actions = [...(await todosOf(one)), ...(await todosOf(other))].map(({ action_name }) => action_name);
    expect(actions).toEqual(["directly_addressed", direct === 2 ? "directly_addressed" : "mentioned"]);
  });

  test("is not found in code, an email address or a longer name, nor for an unknown user", async () => {
    const { author, reader, issue } = await setting();
    const name = author.username;
    await comment(reader, issue, `\`@${name}\` me@${name} @${name}x @nobody\n\n~~~\n@${name}\n~~~`);
    expect(await todosOf(author)).toEqual([]);
  });

  test("of oneself counts", async () => {
    const { reader, issue } = await setting();
    const note = await comment(reader, issue, `Note to myself, @${reader.username}.`);
    expect(await todosOf(reader)).toMatchObject([{ action_name: "mentioned", body: note.body }]);
  });

  test("creates no second todo while one is pending, and one after that", async () => {
    const { author, reader, issue } = await setting();
    const body = `@${author.username}!`;
    await comment(reader, issue, body);
    await comment(reader, issue, body);
    const [first, ...others] = await todosOf(author);
    expect(others).toEqual([]);
    await ok(author.delete(`/todos/${first.id}`));
    const note = await comment(reader, issue, body);
    expect(await todosOf(author)).toMatchObject([{ target_url: expect.stringMatching(`#note_${note.id}$`) }]);
  });

  test("creates todos only for users who may see the issue", async () => {
    const { cast, project } = await createCast({}, { visibility_level: 20 });
    const issue = await createIssue(cast.owner, project, { confidential: true });
    const { guest, outsider, reporter, admin } = cast;
    const mentioned = [guest, outsider, reporter, admin];
    await comment(cast.owner, issue, mentioned.map(({ username }) => `@${username}`).join(" "));
    const todos = await Promise.all(mentioned.map(async (user) => (await todosOf(user)).length));
    expect(todos).toEqual([0, 0, 1, 1]);
    // Nor later, when they may.
    await ok(cast.owner.put(`/groups/${project.namespace.id}/members/${guest.id}`, { access_level: 20 }));
    expect(await todosOf(guest)).toEqual([]);
  });

  test("of a group reaches its members, @all those of the project", async () => {
    const [owner, member, colleague] = await Promise.all([createUser(), createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    await joinProject(owner, project, member, "guest");
    const group = await createGroup(owner);
    await joinGroup(owner, group, colleague, "guest");
    await comment(owner, await createIssue(owner, project), `cc @${group.path}`);
    expect(await Promise.all([member, colleague, owner].map(async (user) => (await todosOf(user)).length))).toEqual([
      0, 1, 1,
    ]);
    await comment(owner, await createIssue(owner, project), "@all look");
    expect(await Promise.all([member, colleague, owner].map(async (user) => (await todosOf(user)).length))).toEqual([
      1, 1, 2,
    ]);
  });

  test("makes the mentioned user a participant while it exists", async () => {
    const { author, reader, issue } = await setting();
    const subscribed = async () => (await ok(reader.get(issuePath(issue)))).subscribed;
    const note = await comment(author, issue, `Ask @${reader.username}`);
    const steps = [await subscribed()];
    await edit(author, issue, note, "Ask nobody");
    steps.push(await subscribed());
    await edit(author, issue, note, `Ask @${reader.username} after all`);
    steps.push(await subscribed());
    await ok(author.delete(notePath(issue, note)));
    steps.push(await subscribed());
    expect(steps).toEqual([true, false, true, false]);
  });

  test("added by an edit creates a todo for newly mentioned users", async () => {
    const { author, issue } = await setting();
    const [old, added] = await Promise.all([createUser(), createUser()]);
    const note = await comment(author, issue, `@${old.username} look`);
    await ok(old.delete("/todos"));
    await edit(author, issue, note, `@${old.username} @${added.username} look`);
    const [todos, others] = [await todosOf(old), await todosOf(added)];
    expect({ todos, others }).toMatchObject({
      todos: [],
      others: [{ action_name: "directly_addressed", target_url: expect.stringMatching(`#note_${note.id}$`) }],
    });
  });

  test("of @all in an edit creates no todo for members who joined since", async () => {
    const { author, project, issue } = await setting();
    const note = await comment(author, issue, "@all look");
    const member = await createUser();
    await joinProject(author, project, member, "guest");
    await edit(author, issue, note, "@all look again");
    expect(await todosOf(member)).toEqual([]);
  });

  test("that is deleted takes its todo along", async () => {
    const { author, reader, issue } = await setting();
    const note = await comment(reader, issue, `@${author.username}?`);
    await ok(reader.delete(notePath(issue, note)));
    expect(await todosOf(author)).toEqual([]);
  });
});

describe("todos on the issue", () => {
  test("are done for the commenter, and for nobody else", async () => {
    const { author, reader, project, issue } = await setting();
    const other = await createIssue(author, project);
    for (const user of [author, reader]) await mark(user, issue);
    await mark(reader, other);
    await comment(reader, issue);
    expect(await todosOf(author)).toMatchObject([{ target: { id: issue.id } }]);
    expect(await todosOf(reader)).toMatchObject([{ target: { id: other.id } }]);
    expect(await ok(reader.get("/todos", { state: "done" }))).toMatchObject([{ target: { id: issue.id } }]);
  });

  test("are done before new ones are created", async () => {
    const { reader, issue } = await setting();
    await mark(reader, issue);
    const note = await comment(reader, issue, `@${reader.username}: do it`);
    expect(await todosOf(reader)).toMatchObject([{ action_name: "directly_addressed", body: note.body }]);
  });

  test("are done for the editor of a note, not for its author", async () => {
    const { author, reader, issue } = await setting();
    const note = await comment(reader, issue);
    for (const user of [author, reader]) await mark(user, issue);
    await edit(author, issue, note, "Edited");
    expect([await todosOf(author), await todosOf(reader)]).toMatchObject([[], [{ target: { id: issue.id } }]]);
  });

  test("stay after a refused comment and an edit without changes", async () => {
    const { author, issue } = await setting();
    const note = await comment(author, issue);
    await mark(author, issue);
    await author.post(notesPath(issue), { body: " " });
    await edit(author, issue, note, note.body);
    expect(await todosOf(author)).toHaveLength(1);
  });
});

describe("a reference to an issue", () => {
  test("adds one note under it, by the author of the reference", async () => {
    const { author, reader, project, issue } = await setting();
    const other = await createIssue(author, project);
    await comment(reader, issue, `Like #${other.iid}, and #${other.iid} again`);
    await comment(author, issue, `Yes, #${other.iid}`);
    expect(await ok(reader.get(notesPath(other)))).toMatchObject([
      { body: `mentioned in issue #${issue.iid}`, system: true, author: { id: reader.id } },
    ]);
    expect(await notesOf(reader, issue)).toMatchObject({ total: "2" });
    expect(await reader.get(issuePath(other))).toMatchObject({ status: 200, body: { user_notes_count: 0 } });
  });

  test("adds the note when an edit adds it, and keeps the note when an edit removes it", async () => {
    const { author, project, issue } = await setting();
    const other = await createIssue(author, project);
    const note = await comment(author, issue, "Like something");
    await edit(author, issue, note, `Like #${other.iid}`);
    await edit(author, issue, note, "Like nothing");
    expect(await notesOf(author, other)).toEqual({ bodies: [`mentioned in issue #${issue.iid}`], total: "1" });
  });

  test("has the full path in another project, and can be a URL", async () => {
    const { author, project, issue } = await setting();
    const sister = await createProject(author);
    const [near, other] = [await createIssue(author, sister), await createIssue(author, sister)];
    const { web_url } = await ok(author.get(issuePath(other)));
    await comment(author, issue, `${sister.path}#${near.iid} and ${web_url}`);
    for (const found of [near, other]) {
      expect(await notesOf(author, found)).toMatchObject({
        bodies: [`mentioned in issue ${project.path}#${issue.iid}`],
      });
    }
  });

  test("that the writer may not see adds nothing", async () => {
    const [author, stranger] = await Promise.all([createUser(), createUser()]);
    const open = await createIssue(stranger, await createProject(stranger, { visibility_level: 20 }));
    const hidden = await createProject(author);
    const issue = await createIssue(author, hidden);
    await comment(stranger, open, `Look at ${hidden.path_with_namespace}#${issue.iid}`);
    expect(await notesOf(author, issue)).toEqual({ bodies: [], total: "0" });
  });

  test("to itself, to nothing or in code adds nothing", async () => {
    const { author, issue, project } = await setting();
    const other = await createIssue(author, project);
    await comment(author, issue, `#${issue.iid} #999 ${unique("none")}#1 \`#${other.iid}\` #${other.iid}th`);
    expect([await notesOf(author, issue), await notesOf(author, other)]).toMatchObject([
      { total: "1" },
      { total: "0" },
    ]);
  });
});

test("a comment with thousands of unknown names and references is stored like others", async () => {
  const { author, issue } = await setting();
  const body = Array.from({ length: 80_000 }, (_, at) => `@${at.toString(36)} #${at}`).join(" ");
  const answer = await author.post(notesPath(issue), { body });
  expect({ status: answer.status, roundTrips: answer.cost.roundTrips }).toEqual({ status: 201, roundTrips: 2 });
  expect(await author.put(notePath(issue, answer.body), { body: body.slice(0, -1) })).toMatchObject({ status: 200 });
});
