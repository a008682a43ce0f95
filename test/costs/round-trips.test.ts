// Round trips and statements of requests: the budget of docs/architecture.md, on both databases.
import { describe, expect, test } from "vitest";
import { allNames } from "../../src/services/award-emoji/find-emoji.ts";
import { anonymous, createUser, ok, root, unique } from "../support/actors.ts";
import type { Answer, Values } from "../support/api.ts";
import { createFullIssue, createGroup, createIssue, createProject } from "../support/factories.ts";
import { once } from "../support/once.ts";
import { v4 } from "../support/v4.ts";

/** Something of each kind, and its ids for the paths. */
async function setting() {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const issue = await createFullIssue(owner, project);
  const at = `/projects/${project.id}`;
  return { owner, group, project, issue, at, issueAt: `${at}/issues/${issue.id}` };
}

type Setting = Awaited<ReturnType<typeof setting>>;

/** Shared by all tests that only read. */
const lasting = once(setting);

const hot: [string, (setting: Setting) => string][] = [
  ["issues of a project", ({ project }) => `/projects/${project.id}/issues`],
  ["one issue", ({ project, issue }) => `/projects/${project.id}/issues/${issue.id}`],
  [
    "a project's issues, narrowed",
    ({ at, issue }) => `${at}/issues?labels=${issue.label}&milestone=${issue.milestone}`,
  ],
  ["a project's issues, searched", ({ at }) => `${at}/issues?search=issue&state=opened`],
  ["own issues", () => "/issues"],
  ["issues of a group", ({ group }) => `/groups/${group.id}/issues`],
  ["issues of a milestone", ({ at, issue }) => `${at}/milestones/${issue.milestone_id}/issues`],
  ["milestones", ({ at }) => `${at}/milestones`],
  ["one milestone", ({ at, issue }) => `${at}/milestones/${issue.milestone_id}`],
  ["labels", ({ at }) => `${at}/labels`],
  ["notes", ({ issueAt }) => `${issueAt}/notes`],
  ["one note", ({ issueAt, issue }) => `${issueAt}/notes/${issue.note_id}`],
  ["awards of an issue", ({ issueAt }) => `${issueAt}/award_emoji`],
  ["one award of an issue", ({ issueAt, issue }) => `${issueAt}/award_emoji/${issue.award_id}`],
  ["awards of a note", ({ issueAt, issue }) => `${issueAt}/notes/${issue.note_id}/award_emoji`],
  [
    "one award of a note",
    ({ issueAt, issue }) => `${issueAt}/notes/${issue.note_id}/award_emoji/${issue.note_award_id}`,
  ],
  ["issues of a project in v4", ({ at }) => v4(`${at}/issues?state=opened&not[labels]=none&order_by=title`)],
  ["merge requests of a project in v4", ({ at }) => v4(`${at}/merge_requests?state=opened&search=draft`)],
  ["issues of a group in v4", ({ group }) => v4(`/groups/${group.id}/issues?assignee_id=Any`)],
  ["merge requests of a group in v4", ({ group }) => v4(`/groups/${group.id}/merge_requests`)],
  ["the caller's issues in v4", () => v4("/issues?scope=assigned_to_me")],
  ["all merge requests in v4", () => v4("/merge_requests?scope=all&author_username=root")],
  ["statistics of issues", ({ at }) => v4(`${at}/issues_statistics`)],
  ["merge requests of a milestone", ({ at, issue }) => v4(`${at}/milestones/${issue.milestone_id}/merge_requests`)],
  ["todos", () => "/todos"],
  ["todos, narrowed", ({ project }) => `/todos?state=done&project_id=${project.id}&type=Issue&action=marked`],
  ["notifications", () => "/notifications"],
  ["unread notifications", () => "/notifications?unread=true"],
  ["time of an issue", ({ issueAt }) => `${issueAt}/time_stats`],
  ["time spent on an issue", ({ issueAt }) => `${issueAt}/timelogs`],
  ["projects", () => "/projects"],
  ["visible projects", () => "/projects/visible"],
  ["owned projects", () => "/projects/owned"],
  ["starred projects", () => "/projects/starred"],
  ["one project", ({ project }) => `/projects/${project.id}`],
  ["one project by path", ({ project }) => `/projects/${encodeURIComponent(project.path_with_namespace)}`],
  ["projects of a group", ({ group }) => `/groups/${group.id}/projects`],
  ["groups", () => "/groups"],
  ["owned groups", () => "/groups/owned"],
  ["one group", ({ group }) => `/groups/${group.path}`],
  ["users", () => "/users"],
  ["one user", ({ owner }) => `/users/${owner.id}`],
  ["namespaces", () => "/namespaces"],
  ["notification settings", () => "/notification_settings"],
  ["notification settings of a group", ({ group }) => `/groups/${group.id}/notification_settings`],
  ["notification settings of a project", ({ at }) => `${at}/notification_settings`],
  ["audit events of a project", ({ at }) => `${at}/audit_events`],
  ["audit events of a group", ({ group }) => `/groups/${group.id}/audit_events`],
  ["members of a group", ({ group }) => `/groups/${group.id}/members`],
  ["one member", ({ group, owner }) => `/groups/${group.id}/members/${owner.id}`],
  ["members of a project", ({ project }) => `/projects/${project.id}/members`],
  [
    "members of a project by path",
    ({ project }) => `/projects/${encodeURIComponent(project.path_with_namespace)}/members`,
  ],
  ["all members of a project in v4", ({ at }) => v4(`${at}/members/all?query=user`)],
  ["users of a project", ({ project }) => `/projects/${project.id}/users`],
  ["users found in a project in v4", ({ at }) => v4(`${at}/search?scope=users&search=user`)],
  ["access requests of a group", ({ group }) => `/groups/${group.id}/access_requests`],
  ["access requests of a project", ({ at }) => `${at}/access_requests`],
  ["own tokens", () => "/user/personal_access_tokens"],
  ["own tokens in v4", () => v4("/personal_access_tokens")],
];

test.each(hot)("%s: one round trip, authentication and access included", async (_, path) => {
  const context = await lasting();
  const { status, cost } = await context.owner.get(path(context));
  expect({ status, roundTrips: cost.roundTrips }).toEqual({ status: 200, roundTrips: 1 });
});

const writes: [string, (setting: Setting) => Promise<Answer>][] = [
  ["creating a group", ({ owner }) => owner.post("/groups", { name: unique("g"), path: unique("g") })],
  ["renaming a group", ({ owner, group }) => owner.put(`/groups/${group.id}`, { path: unique("g") })],
  ["deleting a group", ({ owner, group }) => owner.delete(`/groups/${group.id}`)],
  ["a group path that is taken", ({ owner, group }) => owner.post("/groups", { name: unique("g"), path: group.path })],
  ["creating a project", ({ owner, group }) => owner.post("/projects", { name: unique("p"), namespace_id: group.id })],
  [
    "a project path that is taken",
    ({ owner, group, project }) =>
      owner.post("/projects", { name: unique("p"), path: project.path, namespace_id: group.id }),
  ],
  ["renaming a project", ({ owner, project }) => owner.put(`/projects/${project.id}`, { name: unique("p") })],
  ["starring a project", ({ owner, project }) => owner.post(`/projects/${project.id}/star`)],
  ["archiving a project", ({ owner, project }) => owner.post(`/projects/${project.id}/archive`)],
  ["forking a project", ({ owner, project }) => owner.post(`/projects/fork/${project.id}`)],
  ["deleting a project", ({ owner, project }) => owner.delete(`/projects/${project.id}`)],
  [
    "adding a member",
    ({ owner, group }) => owner.post(`/groups/${group.id}/members`, { user_id: root.id, access_level: 20 }),
  ],
  ["creating an issue", ({ owner, project }) => owner.post(`/projects/${project.id}/issues`, { title: "t" })],
  [
    "creating an issue with everything",
    ({ owner, at, issue }) =>
      owner.post(`${at}/issues`, {
        title: "t #1",
        description: `@${owner.username} @all #1 and #2\n- [ ] a task`,
        labels: `${issue.label},new,newer`,
        milestone_id: issue.milestone_id,
        assignee_id: owner.id,
        due_date: "2030-01-01",
        confidential: true,
      }),
  ],
  [
    "editing everything of an issue",
    ({ owner, issueAt }) =>
      owner.put(issueAt, {
        title: "t",
        description: `@${owner.username} @all #1 and #2\n- [x] a task`,
        labels: "new,newer",
        milestone_id: 0,
        assignee_id: owner.id,
        due_date: "2030-01-01",
        confidential: true,
        state_event: "close",
      }),
  ],
  ["deleting an issue", ({ owner, issueAt }) => owner.delete(issueAt)],
  [
    "moving an issue",
    async ({ owner, issueAt }) => {
      const to_project_id = (await createProject(owner)).id;
      return owner.post(`${issueAt}/move`, { to_project_id });
    },
  ],
  ["a blank title", ({ owner, issueAt }) => owner.put(issueAt, { title: " " })],
  ["creating a label", ({ owner, at }) => owner.post(`${at}/labels`, { name: unique("l"), color: "red", priority: 1 })],
  ["changing a label", ({ owner, at, issue }) => owner.put(`${at}/labels`, { name: issue.label, new_name: "new" })],
  ["deleting a label", ({ owner, at, issue }) => owner.delete(`${at}/labels`, { name: issue.label })],
  ["subscribing to a label", ({ owner, at, issue }) => owner.post(`${at}/labels/${issue.label_id}/subscription`)],
  ["creating a milestone", ({ owner, at }) => owner.post(`${at}/milestones`, { title: "new" })],
  [
    "a milestone title that is taken",
    ({ owner, at, issue }) => owner.post(`${at}/milestones`, { title: issue.milestone }),
  ],
  [
    "closing a milestone",
    ({ owner, at, issue }) => owner.put(`${at}/milestones/${issue.milestone_id}`, { state_event: "close" }),
  ],
  ["commenting", ({ owner, issueAt }) => owner.post(`${issueAt}/notes`, { body: `@${owner.username} @all #1 and #2` })],
  [
    "editing a note",
    ({ owner, issueAt, issue }) => owner.put(`${issueAt}/notes/${issue.note_id}`, { body: `@${owner.username} #2` }),
  ],
  ["deleting a note", ({ owner, issueAt, issue }) => owner.delete(`${issueAt}/notes/${issue.note_id}`)],
  ["awarding an issue", ({ owner, issueAt }) => owner.post(`${issueAt}/award_emoji`, { name: "heart" })],
  ["taking an award back", ({ owner, issueAt, issue }) => owner.delete(`${issueAt}/award_emoji/${issue.award_id}`)],
  [
    "awarding a note",
    ({ owner, issueAt, issue }) => owner.post(`${issueAt}/notes/${issue.note_id}/award_emoji`, { name: "heart" }),
  ],
  [
    "taking an award of a note back",
    ({ owner, issueAt, issue }) => owner.delete(`${issueAt}/notes/${issue.note_id}/award_emoji/${issue.note_award_id}`),
  ],
  [
    "a todo",
    async ({ owner, project }) => {
      const { id } = await createIssue(owner, project);
      return owner.post(`/projects/${project.id}/issues/${id}/todo`);
    },
  ],
  ["a todo that is done", ({ owner, issue }) => owner.delete(`/todos/${issue.todo_id}`)],
  ["all todos done", ({ owner }) => owner.delete("/todos")],
  ["ending a subscription", ({ owner, issueAt }) => owner.delete(`${issueAt}/subscription`)],
  ["estimating", ({ owner, issueAt }) => owner.post(`${issueAt}/time_estimate`, { duration: "1h" })],
  ["an estimate taken back", ({ owner, issueAt }) => owner.post(`${issueAt}/reset_time_estimate`)],
  ["spending time", ({ owner, issueAt }) => owner.post(`${issueAt}/add_spent_time`, { duration: "1h" })],
  [
    "taking more time back than was spent",
    ({ owner, issueAt }) => owner.post(`${issueAt}/add_spent_time`, { duration: "-9h" }),
  ],
  ["time spent taken back", ({ owner, issueAt }) => owner.post(`${issueAt}/reset_spent_time`)],
  [
    "asking for access",
    async ({ owner, at }) => {
      await ok(owner.put(at, { visibility_level: 20, request_access_enabled: true }));
      return (await createUser()).post(`${at}/access_requests`);
    },
  ],
  ["setting notifications", ({ owner, at }) => owner.put(`${at}/notification_settings`, { level: "watch" })],
  ["making a token", ({ owner }) => owner.post("/user/personal_access_tokens", { name: "t", scopes: ["api"] })],
];

/** Calls that add to the fixture, are refused, or change what no other needs, leave it valid for the others. */
const growing = once(setting);
const growths = [
  /^(creating|starring|forking|adding|commenting|awarding|subscribing|estimating|making|spending|a blank|a todo)|taken$/,
  /^(editing a note|closing|taking|all todos|ending|setting)|taken back$/,
];
const isGrowth = (name: string): boolean => growths.some((growth) => growth.test(name));

test.each(writes)("%s: three round trips at most", async (name, write) => {
  const answer = await write(await (isGrowth(name) ? growing() : setting()));
  expect(answer.status).toBeOneOf([200, 201, 204, 400]);
  expect(answer.cost.roundTrips).toBeLessThanOrEqual(3);
});

describe("editing an issue", () => {
  test.each<[string, Values, { roundTrips: number; statements: number }]>([
    ["without a change: one statement", { title: "as it is" }, { roundTrips: 1, statements: 1 }],
    ["its title: one to read, five to write", { title: "other" }, { roundTrips: 2, statements: 6 }],
  ])("%s", async (_, values, cost) => {
    const { owner, project } = await growing();
    const { id } = await createIssue(owner, project, { title: "as it is" });
    const answer = await owner.put(`/projects/${project.id}/issues/${id}`, values);
    const { roundTrips, statements } = answer.cost;
    expect({ status: answer.status, roundTrips, statements }).toEqual({ status: 200, ...cost });
  });
});

describe("a list costs the same number of statements for one row as for many", () => {
  const lists: [string, (setting: Setting) => string][] = [
    ["issues", ({ project }) => `/projects/${project.id}/issues`],
    ["projects", () => "/projects"],
    ["projects of a group", ({ group }) => `/groups/${group.id}/projects`],
    ["groups", () => "/groups"],
    ["members", ({ group }) => `/groups/${group.id}/members`],
  ];

  /** Statements of each list with one row, and with five, by its name. */
  const grown = once(async () => {
    const context = await setting();
    const { owner, group, project } = context;
    const readAll = async () =>
      new Map(await Promise.all(lists.map(async ([name, path]) => [name, await owner.get(path(context))] as const)));
    const one = await readAll();
    for (let i = 0; i < 4; i += 1) {
      await createGroup(owner);
      await createProject(owner, { namespace_id: group.id });
      await createIssue(owner, project);
      const { id } = await createUser();
      await ok(owner.post(`/groups/${group.id}/members`, { user_id: id, access_level: 10 }));
    }
    return { one, many: await readAll() };
  });

  test.each(lists)("%s", async (name) => {
    const { one, many } = await grown();
    const told = (answer: Answer | undefined) => [answer?.body.length, answer?.cost.statements];
    expect(told(many.get(name))).toEqual([5, one.get(name)?.cost.statements]);
    expect(told(one.get(name))).toEqual([1, expect.any(Number)]);
  });
});

describe("a list under a project costs the same number of statements for one row as for thirty", () => {
  const emoji = [...new Set([...allNames()].map(([, name]) => name))];

  /** The same issues are in all of these. */
  const issueLists: [string, (setting: Setting) => string][] = [
    ["issues with labels, milestone and assignee", ({ at }) => `${at}/issues`],
    ["own issues", () => "/issues"],
    ["issues of a group", ({ group }) => `/groups/${group.id}/issues`],
    ["issues of a milestone", ({ at, issue }) => `${at}/milestones/${issue.milestone_id}/issues`],
  ];

  const issuesGrown = once(async () => {
    const context = await setting();
    const { owner, project, issue } = context;
    const readAll = async () =>
      new Map(
        await Promise.all(
          issueLists.map(async ([name, path]) => [name, await owner.get(path(context), { per_page: 100 })] as const),
        ),
      );
    const one = await readAll();
    const make = (_: unknown, n: number) =>
      createIssue(owner, project, {
        labels: `${issue.label},label ${n}`,
        milestone_id: issue.milestone_id,
        assignee_id: owner.id,
      });
    await Promise.all(Array.from({ length: 29 }, make));
    return { one, many: await readAll() };
  });

  test.each(issueLists)("%s", async (name) => {
    const { one, many } = await issuesGrown();
    const told = (answer: Answer | undefined) => ({ rows: answer?.body.length, cost: answer && costOf(answer) });
    expect(told(one.get(name)).rows).toBe(1);
    expect(told(many.get(name))).toEqual({ rows: 30, cost: told(one.get(name)).cost });
  });

  /** With a function that creates the nth element. */
  const lists: [string, (setting: Setting) => string, (setting: Setting, n: number) => Promise<unknown>][] = [
    [
      "milestones",
      ({ at }) => `${at}/milestones`,
      ({ owner, at }) => ok(owner.post(`${at}/milestones`, { title: unique("m") })),
    ],
    [
      "labels",
      ({ at }) => `${at}/labels`,
      ({ owner, at }) => ok(owner.post(`${at}/labels`, { name: unique("l"), color: "red" })),
    ],
    [
      "notes",
      ({ issueAt }) => `${issueAt}/notes`,
      ({ owner, issueAt }) => ok(owner.post(`${issueAt}/notes`, { body: "b" })),
    ],
    [
      "awards of an issue",
      ({ issueAt }) => `${issueAt}/award_emoji`,
      ({ owner, issueAt }, n) => ok(owner.post(`${issueAt}/award_emoji`, { name: emoji[n] })),
    ],
    [
      "awards of a note",
      ({ issueAt, issue }) => `${issueAt}/notes/${issue.note_id}/award_emoji`,
      ({ owner, issueAt, issue }, n) =>
        ok(owner.post(`${issueAt}/notes/${issue.note_id}/award_emoji`, { name: emoji[n] })),
    ],
    [
      "hooks of a group",
      ({ group }) => `/groups/${group.id}/hooks`,
      ({ owner, group }) => ok(owner.post(`/groups/${group.id}/hooks`, { url: "https://hooks.example.org/" })),
    ],
    [
      "todos",
      () => "/todos",
      ({ owner, project }) => createIssue(owner, project, { description: `@${owner.username}` }),
    ],
    [
      "time spent on an issue",
      ({ issueAt }) => `${issueAt}/timelogs`,
      ({ owner, issueAt }) => ok(owner.post(`${issueAt}/add_spent_time`, { duration: "1h" })),
    ],
  ];

  const listed = once(setting);

  test.each(lists)("%s", async (_, path, make) => {
    const context = await listed();
    const list = () => context.owner.get(path(context), { per_page: 100 });
    const one = await list();
    await Promise.all(Array.from({ length: 29 }, (_, n) => make(context, n)));
    const many = await list();
    expect({ more: many.body.length - one.body.length, cost: costOf(many) }).toEqual({ more: 29, cost: costOf(one) });
  });

  const costOf = ({ cost: { roundTrips, statements } }: Answer) => ({ roundTrips, statements });
});

test("a request without credentials costs no database query", async () => {
  const { status, cost } = await anonymous.get("/users/1");
  expect({ status, roundTrips: cost.roundTrips }).toEqual({ status: 401, roundTrips: 0 });
});
