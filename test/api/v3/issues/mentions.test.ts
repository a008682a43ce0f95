// Todos for mentions in an issue's title or description.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok, root } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { joinGroup, joinProject, shareWith } from "../../../support/belonging.ts";
import { yesterday } from "../../../support/days.ts";
import { createGroup, createIssue, createProject, type Issue } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";

const pathOf = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

const actionsOf = async (user: Actor): Promise<string[]> =>
  (await ok(user.get("/todos"))).map(({ action_name }: { action_name: string }) => action_name);

const follows = async (user: Actor, issue: Issue): Promise<boolean> => (await ok(user.get(pathOf(issue)))).subscribed;

async function setting(projectAttributes: Values = {}) {
  const owner = await createUser();
  const member = await createUser();
  const project = await createProject(owner, projectAttributes);
  await joinProject(owner, project, member, "guest");
  return { owner, member, project };
}

describe("at creation", () => {
  test("a mentioned user gets a todo from the author, and subscribes to the issue", async () => {
    const { owner, member, project } = await setting();
    const issue = await createIssue(owner, project, { description: `Ask @${member.username}.` });
    expect(await member.get("/todos")).toMatchObject({
      status: 200,
      body: [{ action_name: "mentioned", author: { id: owner.id }, target: { id: issue.id, subscribed: true } }],
    });
    expect(await follows(member, issue)).toBe(true);
  });

  test("the title counts as well", async () => {
    const { owner, member, project } = await setting();
    await createIssue(owner, project, { title: `For @${member.username}: look` });
    expect(await actionsOf(member)).toEqual(["mentioned"]);
  });

  test("authors who mention themselves get a todo, too", async () => {
    const { owner, project } = await setting();
    await createIssue(owner, project, { description: `cc @${owner.username}` });
    expect(await actionsOf(owner)).toEqual(["mentioned"]);
  });

  test("user names are matched in any letter case", async () => {
    const { owner, member, project } = await setting();
    await createIssue(owner, project, { description: `cc @${member.username.toUpperCase()}` });
    expect(await actionsOf(member)).toEqual(["mentioned"]);
  });

  test("a user gets one todo for several mentions", async () => {
    const { owner, member, project } = await setting();
    const mention = `@${member.username}`;
    await createIssue(owner, project, { title: `t ${mention}`, description: `${mention} and ${mention}` });
    expect((await actionsOf(member)).length).toBe(1);
  });
});

describe("a mention is found", () => {
  test.each([
    ["at the beginning of a line", (m: string) => `${m} look`, "directly_addressed"],
    ["alone on a line", (m: string) => m, "directly_addressed"],
    ["at each of a run of mentions", (m: string, o: string) => `${o}, ${m} look`, "directly_addressed"],
    ["at each of two joined by a word", (m: string, o: string) => `${o} and ${m}: look`, "directly_addressed"],
    ["later in the text", (m: string) => `look, ${m}`, "mentioned"],
    ["behind the leading mentions", (m: string, o: string) => `${o} look at ${m}`, "mentioned"],
    ["in brackets", (m: string) => `see (${m})`, "mentioned"],
    ["at the end of a sentence", (m: string) => `ask ${m}.`, "mentioned"],
    ["outside the code", (m: string) => `\`x\` ${m} \`y\``, "mentioned"],
  ])("%s", async (_, text, action) => {
    const { owner, member, project } = await setting();
    await createIssue(owner, project, { description: text(`@${member.username}`, `@${owner.username}`) });
    expect(await actionsOf(member)).toEqual([action]);
  });

  test.each([
    ["code", (m: string) => `\`${m}\``],
    ["code between more backticks", (m: string) => `\`\` \`${m} \`\``],
    ["a fenced block", (m: string) => `\`\`\`\n${m}\n\`\`\`\n`],
    ["an unclosed block", (m: string) => `~~~ruby\n${m}\n`],
    ["an email address", (m: string) => `write to me${m}`],
    ["an email address of two parts", (m: string) => `me${m}.example.com`],
    ["a longer name", (m: string) => `x ${m}x`],
    ["a path", (m: string) => `x ${m}/core`],
  ])("not in %s", async (_, text) => {
    const { owner, member, project } = await setting();
    const issue = await createIssue(owner, project, { description: text(`@${member.username}`) });
    expect({ todos: await actionsOf(member), follows: await follows(member, issue) }).toEqual({
      todos: [],
      follows: false,
    });
  });
});

describe("users get no todo for something they cannot read:", () => {
  test("a private project", async () => {
    const { owner, project } = await setting();
    const outsider = await createUser();
    const issue = await createIssue(owner, project, { description: `@${outsider.username}` });
    await ok(root.put(`/projects/${project.id}`, { visibility_level: 20 }));
    expect(await actionsOf(outsider)).toEqual([]);
    expect((await outsider.get(pathOf(issue))).status).toBe(200);
  });

  test("a confidential issue of a public project, for a guest or an outsider but not a reporter", async () => {
    const { owner, member: guest, project } = await setting({ visibility_level: 20 });
    const [outsider, reporter] = [await createUser(), await createUser()];
    await joinProject(owner, project, reporter, "reporter");
    const issue = await createIssue(owner, project, {
      confidential: true,
      description: `@${guest.username} @${outsider.username} @${reporter.username}`,
    });
    await ok(owner.put(pathOf(issue), { confidential: false }));
    expect([await actionsOf(guest), await actionsOf(outsider), await actionsOf(reporter)]).toEqual([
      [],
      [],
      ["directly_addressed"],
    ]);
  });

  test("an edit that makes the issue confidential and mentions a user", async () => {
    const { owner, member: guest, project } = await setting();
    const issue = await createIssue(owner, project);
    await ok(owner.put(pathOf(issue), { confidential: true, description: `@${guest.username}` }));
    await ok(owner.put(pathOf(issue), { confidential: false }));
    expect(await actionsOf(guest)).toEqual([]);
  });

  test("a blocked user", async () => {
    const { owner, member, project } = await setting();
    await ok(root.put(`/users/${member.id}/block`));
    await createIssue(owner, project, { description: `@${member.username}` });
    await ok(root.put(`/users/${member.id}/unblock`));
    expect(await actionsOf(member)).toEqual([]);
  });
});

describe("several users at once:", () => {
  test("@all mentions every member of the project, however they joined, and nobody else", async () => {
    const owner = await createUser();
    const [inProject, inGroup, byShare, outsider] = await Promise.all([
      createUser(),
      createUser(),
      createUser(),
      createUser(),
    ]);
    const group = await createGroup(owner);
    const shared = await createGroup(byShare);
    const project = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
    await joinProject(owner, project, inProject, "guest");
    await joinGroup(owner, group, inGroup, "guest");
    await ok(root.post(`/projects/${project.id}/share`, { group_id: shared.id, group_access: 10 }));
    await createIssue(outsider, project, { description: "Listen, @all" });
    const todos = await Promise.all([owner, inProject, inGroup, byShare, outsider].map(actionsOf));
    expect(todos).toEqual([["mentioned"], ["mentioned"], ["mentioned"], ["mentioned"], []]);
  });

  test("@all in a user's namespace mentions its owner too; expired memberships do not count", async () => {
    const { owner, member, project } = await setting();
    const left = await createUser();
    await joinProject(owner, project, left, "developer");
    await ok(owner.delete(`/projects/${project.id}/members/${left.id}`));
    await createIssue(member, project, { description: "@all" });
    expect(await Promise.all([owner, member, left].map(actionsOf))).toEqual([
      ["directly_addressed"],
      ["directly_addressed"],
      [],
    ]);
  });

  test("@all mentions exactly the users the project lists, without expired memberships of any kind", async () => {
    const [owner, inProject, inGroup, inShared, byShare] = await Promise.all([
      createUser(),
      createUser(),
      createUser(),
      createUser(),
      createUser(),
    ]);
    const [group, shared, formerlyShared] = await Promise.all([
      createGroup(owner),
      createGroup(owner),
      createGroup(byShare),
    ]);
    const project = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
    const until = { expires_at: yesterday() };
    await joinProject(owner, project, inProject, "developer", until);
    await joinGroup(owner, group, inGroup, "developer", until);
    await joinGroup(owner, shared, inShared, "developer", until);
    await shareWith(owner, project, shared, "developer");
    await ok(root.post(`/projects/${project.id}/share`, { group_id: formerlyShared.id, group_access: 30, ...until }));
    await createIssue(owner, project, { description: "Listen, @all" });
    const todos = await Promise.all([owner, inProject, inGroup, inShared, byShare].map(actionsOf));
    expect(todos).toEqual([["mentioned"], [], [], [], []]);
    expect(await owner.get(`/projects/${project.id}/users`)).toMatchObject(listing(owner));
  });

  test("a group mention reaches current members who can read the issue", async () => {
    const { owner, member, project } = await setting();
    const [outsider, former] = [await createUser(), await createUser()];
    await joinProject(owner, project, former, "guest");
    const group = await createGroup(owner);
    await joinGroup(owner, group, member, "guest");
    await joinGroup(owner, group, outsider, "guest");
    await joinGroup(owner, group, former, "guest", { expires_at: yesterday() });
    await createIssue(owner, project, { description: `Hey @${group.path}` });
    const todos = await Promise.all([owner, member, outsider, former].map(actionsOf));
    expect(todos).toEqual([["mentioned"], ["mentioned"], [], []]);
  });

  test("a group the author cannot see mentions nobody", async () => {
    const { owner, member, project } = await setting();
    const group = await createGroup(member, { visibility_level: 0 });
    await createIssue(owner, project, { description: `Hey @${group.path}` });
    expect(await actionsOf(member)).toEqual([]);
  });

  test("members of a group the project is shared with get todos for confidential issues only as reporters", async () => {
    const { owner, project } = await setting();
    const [reporter, guest] = [await createUser(), await createUser()];
    const group = await createGroup(owner);
    await joinGroup(owner, group, reporter, "reporter");
    await joinGroup(owner, group, guest, "guest");
    await shareWith(owner, project, group, "developer");
    await createIssue(owner, project, { confidential: true, description: `Hey @${group.path}` });
    expect(await Promise.all([reporter, guest].map(actionsOf))).toEqual([["mentioned"], []]);
  });
});

describe("after an edit", () => {
  test("only newly mentioned users get a todo", async () => {
    const { owner, member, project } = await setting();
    const newcomer = await createUser();
    await joinProject(owner, project, newcomer, "guest");
    const issue = await createIssue(owner, project, { description: `Hey @${member.username}` });
    await ok(member.delete("/todos"));
    const description = `Hey @${member.username}, hey @${newcomer.username}`;
    await ok(owner.put(pathOf(issue), { description }));
    expect(await Promise.all([member, newcomer].map(actionsOf))).toEqual([[], ["mentioned"]]);
  });

  test("the title counts as well, and earlier mentions of the description do not count again", async () => {
    const { owner, member, project } = await setting();
    const newcomer = await createUser();
    await joinProject(owner, project, newcomer, "guest");
    const issue = await createIssue(owner, project, { description: `Hey @${member.username}` });
    await ok(member.delete("/todos"));
    await ok(owner.put(pathOf(issue), { title: `@${newcomer.username} and @${member.username}` }));
    expect(await Promise.all([member, newcomer].map(actionsOf))).toEqual([[], ["directly_addressed"]]);
  });

  test("a new member gets no todo for an old @all when somebody else edits", async () => {
    const { owner, project } = await setting();
    const issue = await createIssue(owner, project, { description: "Listen, @all" });
    const newcomer = await createUser();
    await joinProject(owner, project, newcomer, "guest");
    await ok(owner.put(pathOf(issue), { title: "Other words", description: "Listen well, @all" }));
    expect(await actionsOf(newcomer)).toEqual([]);
  });

  test("a user whose mention is removed is unsubscribed, and gets a todo when mentioned again", async () => {
    const { owner, member, project } = await setting();
    const issue = await createIssue(owner, project, { description: `Hey @${member.username}` });
    await ok(member.delete("/todos"));
    await ok(owner.put(pathOf(issue), { description: "Hey" }));
    expect({ todos: await actionsOf(member), follows: await follows(member, issue) }).toEqual({
      todos: [],
      follows: false,
    });
    await ok(owner.put(pathOf(issue), { description: `Oh @${member.username}` }));
    expect({ todos: await actionsOf(member), follows: await follows(member, issue) }).toEqual({
      todos: ["mentioned"],
      follows: true,
    });
  });

  test("ticking tasks creates no todos, and mentioned users stay subscribed", async () => {
    const { owner, member, project } = await setting();
    const issue = await createIssue(owner, project, { description: `- [ ] ask @${member.username}\n- [ ] rest` });
    await ok(member.delete("/todos"));
    await ok(owner.put(pathOf(issue), { description: `- [x] ask @${member.username}\n- [ ] rest` }));
    expect({ todos: await actionsOf(member), follows: await follows(member, issue) }).toEqual({
      todos: [],
      follows: true,
    });
  });

  test("editors who mention themselves keep the new todo, and their old ones are done", async () => {
    const { owner, project } = await setting();
    const issue = await createIssue(owner, project);
    await ok(owner.post(`${pathOf(issue)}/todo`));
    await ok(owner.put(pathOf(issue), { description: `cc @${owner.username}` }));
    expect(await actionsOf(owner)).toEqual(["mentioned"]);
  });

  test("of other attributes mentions are not read again", async () => {
    const { owner, member, project } = await setting();
    const issue = await createIssue(owner, project, { description: `Hey @${member.username}` });
    await ok(member.delete("/todos"));
    await ok(owner.put(pathOf(issue), { labels: "a", state_event: "close", due_date: "2027-01-01" }));
    expect({ todos: await actionsOf(member), follows: await follows(member, issue) }).toEqual({
      todos: [],
      follows: true,
    });
  });
});

test("a new todo changes the issue's updated_at", async () => {
  const { owner, member, project } = await setting();
  const issue = await createIssue(owner, project, { created_at: "2016-01-01" });
  const { updated_at } = await ok(owner.put(pathOf(issue), { description: `@${member.username}` }));
  const [todo] = await ok(member.get("/todos"));
  expect(todo.created_at).toBe(updated_at);
});
