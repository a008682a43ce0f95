// The counters and the order of filtered lists, which triggers keep, after random writes of every kind: they equal a
// recount, and lists that use them equal lists that read every match. KEPT_SEED=<number> repeats the writes.
import { expect, test } from "vitest";
import { type Chance, createChance } from "../api/v3/issues/list-world.ts";
import { type Actor, createAdmin, createUser, levels, ok, unique } from "../support/actors.ts";
import type { Answer, Values } from "../support/api.ts";
import { branchOff, commitTo } from "../support/closing.ts";
import { createGroup, createProject, type Project } from "../support/factories.ts";
import { recount } from "../support/recount.ts";
import { cases } from "../support/sample.ts";
import { onServer, type ServerInProcess, server, startInProcess } from "../support/server.ts";
import { v4 } from "../support/v4.ts";

const STEPS = cases(220, 110);
const LISTS = cases(250);
const seed = Number(process.env.KEPT_SEED ?? Math.floor(Math.random() * 2 ** 31));

const labels = ["bug", "ui"];
const title = "v1";
const days = ["2016-01-01T00:00:00.000Z", "2016-01-01T23:59:59.999Z", "2020-02-29T12:00:00.000Z"];

interface World {
  readonly dice: Chance;
  readonly people: Record<"owner" | "developer" | "guest" | "outsider" | "admin", Actor>;
  readonly groups: readonly number[];
  readonly projects: Project[];
  /** Users, among them those who will be deleted. */
  readonly users: Actor[];
  /** Paths below projects, also of what was deleted. */
  readonly issues: string[];
  readonly mergeRequests: string[];
}

async function createWorld(dice: Chance): Promise<World> {
  const [owner, developer, guest, outsider] = await Promise.all([
    createUser(),
    createUser(),
    createUser(),
    createUser(),
  ]);
  const people = { owner, developer, guest, outsider, admin: await createAdmin() };
  const groups = [];
  for (let n = 0; n < 2; n += 1) groups.push((await createGroup(owner, { visibility_level: 20 })).id);
  const users = [owner, developer, guest];
  const world = { dice, people, groups, projects: [], users, issues: [], mergeRequests: [] };
  for (let n = 0; n < 2; n += 1) await addProject(world);
  return world;
}

/** With a branch, labels, a milestone, a developer and a guest. */
async function addProject({ people: { owner, developer, guest }, projects }: World): Promise<void> {
  const project = await createProject(owner, { visibility_level: 20 });
  projects.push(project);
  const at = `/projects/${project.id}`;
  await commitTo(owner, project, "main", "Begin");
  for (const name of labels) await ok(owner.post(`${at}/labels`, { name, color: "#112233" }));
  await ok(owner.post(`${at}/milestones`, { title }));
  for (const [{ id }, access_level] of [
    [developer, levels.developer],
    [guest, levels.guest],
  ] as const) {
    await ok(owner.post(`${at}/members`, { user_id: id, access_level }));
  }
}

const pathOf = ({ id }: Project): string => `/projects/${id}`;

/** A milestone of a project, if it has one; 0 removes it. */
async function milestoneOf({ people, dice }: World, at: string): Promise<number> {
  const { body } = await people.owner.get(`${at}/milestones`);
  return dice.chance(0.3) || !Array.isArray(body) ? 0 : (body[0]?.id ?? 0);
}

async function attributes(world: World, at: string): Promise<Values> {
  const { dice, users } = world;
  return {
    ...(dice.chance(0.6) && { labels: dice.some(labels, 0.5).join(",") }),
    ...(dice.chance(0.5) && { milestone_id: await milestoneOf(world, at) }),
    ...(dice.chance(0.5) && { assignee_id: dice.pick([0, ...users.map(({ id }) => id)]) }),
  };
}

const projectOf = (path: string): string => path.split("/").slice(0, 3).join("/");

async function openIssue(world: World, author: Actor): Promise<Answer> {
  const { dice, projects, issues } = world;
  const at = pathOf(dice.pick(projects));
  const created = { title: unique("issue"), confidential: dice.chance(0.4), created_at: dice.pick(days) };
  const answer = await author.post(`${at}/issues`, { ...created, ...(await attributes(world, at)) });
  if (answer.status === 201) issues.push(`${at}/issues/${answer.body.id}`);
  return answer;
}

async function editIssue(world: World): Promise<Answer> {
  const { dice, people, issues } = world;
  const issue = dice.pick(issues);
  return people.owner.put(issue, {
    ...(await attributes(world, projectOf(issue))),
    ...(dice.chance(0.4) && { confidential: dice.chance(0.5) }),
    ...(dice.chance(0.5) && { state_event: dice.pick(["close", "reopen"]) }),
    title: unique("issue"),
  });
}

/** Mentions an open issue so that a commit or a merge closes it. */
async function closing({ dice, people }: World, at: string): Promise<string> {
  const { body } = await people.owner.get(`${at}/issues`, { state: "opened" });
  const found: { iid: number }[] = Array.isArray(body) ? body : [];
  return found.length === 0 ? "Nothing" : `Closes #${dice.pick(found).iid}, closes #${dice.pick(found).iid}`;
}

async function proposeChange(world: World): Promise<Answer> {
  const { dice, people, projects, mergeRequests, users } = world;
  const project = dice.pick(projects);
  const [at, source_branch] = [pathOf(project), unique("branch")];
  await branchOff(people.owner, project, source_branch);
  await commitTo(people.owner, project, source_branch, "Change");
  const author = dice.pick(users.slice(0, 2));
  const given = { source_branch, target_branch: "main", title: source_branch, description: await closing(world, at) };
  const answer = await author.post(`${at}/merge_requests`, { ...given, ...(await attributes(world, at)) });
  if (answer.status === 201) mergeRequests.push(`${at}/merge_requests/${answer.body.id}`);
  return answer;
}

/** The random writes. Many of them are refused, which must change nothing either. */
const actions: Record<string, (world: World) => Promise<Answer>> = {
  openIssue: (world) => openIssue(world, world.dice.pick([world.people.owner, world.people.guest])),
  openOldIssue: (world) => openIssue(world, world.people.admin),
  editIssue,
  editAgain: editIssue,
  proposeChange,
  deleteIssue: ({ dice, people, issues }) => people.owner.delete(dice.pick(issues)),
  async moveIssue({ dice, people, projects, issues }) {
    const { id } = dice.pick(projects);
    const answer = await people.owner.post(`${dice.pick(issues)}/move`, { to_project_id: id });
    if (answer.status === 201) issues.push(`/projects/${id}/issues/${answer.body.id}`);
    return answer;
  },
  async commitClosing(world) {
    const project = world.dice.pick(world.projects);
    await commitTo(world.people.owner, project, "main", await closing(world, pathOf(project)));
    return world.people.owner.get(pathOf(project));
  },
  async editMergeRequest(world) {
    const mergeRequest = world.dice.pick(world.mergeRequests);
    const changes = await attributes(world, projectOf(mergeRequest));
    return world.people.owner.put(mergeRequest, {
      ...changes,
      ...(world.dice.chance(0.4) && { state_event: world.dice.pick(["close", "reopen"]) }),
      title: unique("change"),
    });
  },
  accept: ({ dice, people, mergeRequests }) => people.owner.put(`${dice.pick(mergeRequests)}/merge`),
  async deleteLabel({ dice, people, projects }) {
    const [at, name] = [pathOf(dice.pick(projects)), dice.pick(labels)];
    await people.owner.delete(`${at}/labels`, { name });
    return people.owner.post(`${at}/labels`, { name, color: "#112233" });
  },
  async deleteMilestone(world) {
    const at = pathOf(world.dice.pick(world.projects));
    const id = await milestoneOf(world, at);
    await world.people.owner.delete(v4(`${at}/milestones/${id}`));
    return world.people.owner.post(`${at}/milestones`, { title });
  },
  async userComes(world) {
    const user = await createUser();
    world.users.push(user);
    await openIssue(world, user);
    return openIssue(world, user);
  },
  async userGoes({ people, users }) {
    const user = users.length > 3 ? users.pop() : undefined;
    return people.admin.delete(`/users/${user?.id ?? 0}`);
  },
  transfer: ({ dice, people, groups, projects }) =>
    people.admin.post(`/groups/${dice.pick(groups)}/projects/${dice.pick(projects).id}`),
  async replaceProject(world) {
    // The first two stay, so that there is something to compare.
    const [gone] = world.projects.splice(2, 1);
    await addProject(world);
    return world.people.admin.delete(`/projects/${gone?.id ?? 0}`);
  },
};

async function happenings(dice: Chance): Promise<World> {
  const world = await createWorld(dice);
  await ok(openIssue(world, world.people.owner));
  await ok(proposeChange(world));
  const often = Object.keys(actions).filter((name) => !/replace|transfer|user/.test(name));
  const choices = [...Object.keys(actions), ...often, ...often, ...Array(12).fill("openIssue")];
  for (let step = 0; step < STEPS; step += 1) {
    const action = dice.pick(choices);
    const answer = await actions[action]?.(world);
    expect(answer?.status, `step ${step}, ${action}: ${answer?.text}`).toBeLessThan(500);
  }
  return world;
}

/** A list that is read from an index, and the same list as all its matches: every issue is younger. */
async function differenceOf({ dice, people, projects, users }: World): Promise<unknown[]> {
  const viewer = dice.pick([...Object.values(people), ...users]);
  const type = dice.pick(["issues", "merge_requests"]);
  const path = v4(`${pathOf(dice.pick(projects))}/${type}`);
  const person = () => dice.pick(users);
  const query = {
    ...dice.pick<Values>([
      {},
      { labels: dice.pick([...labels, "none such"]) },
      { milestone: dice.pick([title, "None", "unknown"]) },
      { assignee_id: dice.pick<number | string>([person().id, "None"]) },
      { assignee_username: person().username },
      { author_id: person().id },
      { author_username: person().username.toUpperCase() },
      { scope: dice.pick(["created_by_me", "assigned_to_me"]) },
    ]),
    ...(dice.chance(0.6) && { state: dice.pick(["opened", "closed", "merged"].slice(0, type === "issues" ? 2 : 3)) }),
    order_by: dice.pick(["created_at", "updated_at"]),
    sort: dice.pick(["asc", "desc"]),
    per_page: dice.pick([2, 5, 100]),
    page: dice.pick([1, 1, 2, 3]),
  };
  const [one, other] = await Promise.all([
    viewer.get(path, query),
    viewer.get(path, { ...query, created_after: "1970-01-01T00:00:00Z" }),
  ]);
  const result = ({ status, body, headers }: Answer) => [
    ...[status, headers.get("x-total")],
    ...(Array.isArray(body) ? body.map(({ id }) => id) : [body]),
  ];
  const [given, right] = [result(one), result(other)];
  return JSON.stringify(given) === JSON.stringify(right) ? [] : [{ path, query, given, right }];
}

test("what is kept for lists equals a recount after random writes", { timeout: 240_000 }, async () => {
  const own: ServerInProcess = await startInProcess(server.origin);
  await onServer(own, async () => {
    const world = await happenings(createChance(seed));
    await own.settle();
    const { wrong, rows } = await recount(own.d1);
    expect(wrong, `KEPT_SEED=${seed}`).toEqual([]);
    expect(Math.min(...Object.values(rows)), "a table that has nothing proves nothing").toBeGreaterThan(0);
    const differences: unknown[] = [];
    for (let n = 0; n < LISTS; n += 1) differences.push(...(await differenceOf(world)));
    expect(differences, `KEPT_SEED=${seed}`).toEqual([]);
  });
});
