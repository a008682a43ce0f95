// Todos created by assigning an issue, and todos that an edit marks as done.
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject, type Issue, type Project } from "../../../support/factories.ts";

const pathOf = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

interface Todo {
  readonly id: number;
  readonly action_name: string;
  readonly author: { readonly id: number };
  readonly target: { readonly id: number };
}

const todosOf = (user: Actor, state = "pending"): Promise<Todo[]> => ok(user.get("/todos", { state }));
const actionsOf = async (user: Actor, state = "pending") =>
  (await todosOf(user, state)).map(({ action_name }) => action_name);

async function setting(projectAttributes: Values = {}) {
  const owner = await createUser();
  const member = await createUser();
  const project = await createProject(owner, projectAttributes);
  await joinProject(owner, project, member, "developer");
  return { owner, member, project };
}

async function assigned(owner: Actor, project: Project, assignee: Actor): Promise<Issue> {
  return createIssue(owner, project, { assignee_id: assignee.id });
}

describe("the assignee of an issue gets a todo", () => {
  test("when it is created", async () => {
    const { owner, member, project } = await setting();
    const issue = await ok(owner.post(`/projects/${project.id}/issues`, { title: "Yours", assignee_id: member.id }));
    expect(await member.get("/todos")).toMatchObject({
      status: 200,
      body: [
        {
          action_name: "assigned",
          author: { id: owner.id },
          project: { id: project.id },
          target_type: "Issue",
          target: { id: issue.id, title: "Yours" },
          target_url: issue.web_url,
          body: "Yours",
          state: "pending",
          created_at: issue.created_at,
        },
      ],
    });
    expect(await todosOf(owner)).toEqual([]);
  });

  test("when it is edited, unless they already are its assignee", async () => {
    const { owner, member, project } = await setting();
    const issue = await createIssue(owner, project);
    await ok(owner.put(pathOf(issue), { assignee_id: member.id }));
    expect(await todosOf(member)).toMatchObject([
      { action_name: "assigned", author: { id: owner.id }, target: { id: issue.id } },
    ]);
    await ok(member.delete("/todos"));
    await ok(owner.put(pathOf(issue), { assignee_id: member.id, title: "t" }));
    expect(await todosOf(member)).toEqual([]);
  });

  test("even from themselves", async () => {
    const { owner, project } = await setting();
    const issue = await assigned(owner, project, owner);
    const other = await createIssue(owner, project);
    await ok(owner.put(pathOf(other), { assignee_id: owner.id }));
    expect(await todosOf(owner)).toMatchObject([
      { action_name: "assigned", author: { id: owner.id }, target: { id: other.id } },
      { action_name: "assigned", author: { id: owner.id }, target: { id: issue.id } },
    ]);
  });

  test("unless they cannot read it, or the actor may not assign it", async () => {
    const { owner, member, project } = await setting({ visibility_level: 20 });
    const outsider = await createUser();
    const hidden = await createIssue(owner, project, { confidential: true });
    await ok(owner.put(pathOf(hidden), { assignee_id: outsider.id }));
    const own = await createIssue(outsider, project, { assignee_id: member.id });
    await ok(outsider.put(pathOf(own), { assignee_id: member.id }));
    expect([await todosOf(outsider), await todosOf(member)]).toEqual([[], []]);
  });
});

test("a user has at most one pending todo for an issue", async () => {
  const { owner, member, project } = await setting();
  const issue = await createIssue(owner, project, { description: `@${member.username}` });
  await ok(owner.put(pathOf(issue), { assignee_id: member.id }));
  expect(await actionsOf(member)).toEqual(["directly_addressed"]);
  await ok(member.delete("/todos"));
  await ok(owner.put(pathOf(issue), { assignee_id: 0 }));
  await ok(owner.put(pathOf(issue), { assignee_id: member.id }));
  expect(await actionsOf(member)).toEqual(["assigned"]);
});

test("an assignee who is also mentioned gets one todo", async () => {
  const { owner, member, project } = await setting();
  await createIssue(owner, project, { assignee_id: member.id, description: `Hey @${member.username}` });
  expect(await actionsOf(member)).toEqual(["assigned"]);
});

test("taking over an issue replaces one's pending todo by a new one", async () => {
  const { owner, project } = await setting();
  const issue = await createIssue(owner, project);
  await ok(owner.post(`${pathOf(issue)}/todo`));
  await ok(owner.put(pathOf(issue), { assignee_id: owner.id }));
  expect({ pending: await actionsOf(owner), done: await actionsOf(owner, "done") }).toEqual({
    pending: ["assigned"],
    done: ["marked"],
  });
});

describe("the editor's own todos on the issue", () => {
  const settling: [string, Values][] = [
    ["the title", { title: "After" }],
    ["the description", { description: "After" }],
    ["the labels", { labels: "after" }],
    ["no labels", { labels: "" }],
    ["taking away the assignee", { assignee_id: 0 }],
    ["closing", { state_event: "close" }],
  ];
  const others: [string, Values][] = [
    ["confidentiality", { confidential: true }],
    ["the due date", { due_date: "2027-01-01" }],
    ["setting existing values", { title: "Before", description: "Before", labels: "before", state_event: "reopen" }],
    ["the time alone", { created_at: "2016-01-01", updated_at: "2016-01-01" }],
  ];

  async function withTodos() {
    const { owner, member, project } = await setting();
    const issue = await createIssue(owner, project, {
      title: "Before",
      description: "Before",
      labels: "before",
      assignee_id: member.id,
    });
    const elsewhere = await createIssue(owner, project);
    await ok(owner.post(`${pathOf(issue)}/todo`));
    await ok(owner.post(`${pathOf(elsewhere)}/todo`));
    return { owner, member, project, issue, elsewhere };
  }

  const pendingOf = async (user: Actor) => (await todosOf(user)).map(({ target }) => target.id);

  test.each(settling)("are done after an edit (%s), but not those of other users or issues", async (_, edit) => {
    const { owner, member, issue, elsewhere } = await withTodos();
    await ok(owner.put(pathOf(issue), edit));
    expect({ own: await pendingOf(owner), member: await pendingOf(member) }).toEqual({
      own: [elsewhere.id],
      member: [issue.id],
    });
    expect(await actionsOf(owner, "done")).toEqual(["marked"]);
  });

  test("are done after setting a milestone", async () => {
    const { owner, project, issue, elsewhere } = await withTodos();
    const { id: milestone_id } = await ok(owner.post(`/projects/${project.id}/milestones`, { title: "m" }));
    await ok(owner.put(pathOf(issue), { milestone_id }));
    expect(await pendingOf(owner)).toEqual([elsewhere.id]);
  });

  test.each(others)("stay pending after %s", async (_, edit) => {
    const { owner, issue, elsewhere } = await withTodos();
    await ok(owner.put(pathOf(issue), edit));
    expect(await pendingOf(owner)).toEqual([elsewhere.id, issue.id]);
  });

  test("stay pending after reopening", async () => {
    const { owner, issue, elsewhere } = await withTodos();
    await ok(owner.put(pathOf(issue), { state_event: "close" }));
    await ok(owner.post(`${pathOf(issue)}/todo`));
    await ok(owner.put(pathOf(issue), { state_event: "reopen" }));
    expect(await pendingOf(owner)).toEqual([issue.id, elsewhere.id]);
  });

  test("stay pending after a refused edit", async () => {
    const { owner, issue, elsewhere } = await withTodos();
    expect((await owner.put(pathOf(issue), { title: "", state_event: "close" })).status).toBe(400);
    expect(await pendingOf(owner)).toEqual([elsewhere.id, issue.id]);
  });
});

test("author and assignee are subscribed to the issue, others are not", async () => {
  const { owner, member, project } = await setting();
  const bystander = await createUser();
  await joinProject(owner, project, bystander, "guest");
  const issue = await assigned(owner, project, member);
  const follows = async (user: Actor) => (await ok(user.get(pathOf(issue)))).subscribed;
  expect([await follows(owner), await follows(member), await follows(bystander)]).toEqual([true, true, false]);
  await ok(owner.put(pathOf(issue), { assignee_id: 0 }));
  expect(await follows(member)).toBe(false);
});
