// Counters around issues stay exact: after any sequence of calls, every reported number equals the number of rows
// found.
import { expect, test } from "vitest";
import { type Actor, createAdmin, createUser, levels, ok, unique } from "../support/actors.ts";
import type { Answer, Values } from "../support/api.ts";
import { createGroup, createProject } from "../support/factories.ts";
import { pageThrough } from "../support/lists.ts";
import { isSample } from "../support/sample.ts";
import { v4 } from "../support/v4.ts";

type Any = <T>(things: readonly T[]) => T;

/** Random choices, the same for the same seed (a Lehmer generator). */
function anyFrom(seed: number): Any {
  let state = seed * 1_000_003;
  return <T>(things: readonly T[]) => {
    state = (state * 48_271) % 2_147_483_647;
    return things[state % things.length] as T;
  };
}

interface World {
  readonly seed: number;
  readonly people: Record<"owner" | "reporter" | "guest" | "outsider" | "admin", Actor>;
  readonly group: number;
  /** One of each visibility. */
  readonly projects: readonly number[];
  /** Paths of everything ever created, including deleted objects. */
  readonly issues: string[];
  readonly notes: string[];
  /** By their titles, which are the same in all projects. */
  readonly labels: readonly string[];
  readonly milestones: readonly { readonly id: number; readonly project: number; readonly title: string }[];
  readonly any: Any;
}

const somebody = ({ people, any }: World): Actor => any(Object.values(people));
const manager = ({ people, any }: World): Actor => any([people.owner, people.reporter]);

/** Texts with mentions and references. */
const text = ({ people, any }: World): string =>
  `${any(["", `@${people.guest.username}`, `@${people.outsider.username} @all`])} ${any(["", "#1", "#2 #3"])} x`;

async function openIssue(world: World, author: Actor): Promise<Answer> {
  const { projects, labels, milestones, people, issues, any } = world;
  const project = any(projects);
  const answer = await author.post(`/projects/${project}/issues`, {
    title: unique("issue"),
    description: text(world),
    confidential: any([true, false]),
    labels: any(["", labels.join(","), ...labels]),
    milestone_id: any(milestones).id,
    assignee_id: any([0, people.guest.id, people.outsider.id]),
  });
  if (answer.status === 201) issues.push(`/projects/${project}/issues/${answer.body.id}`);
  return answer;
}

async function comment(world: World, author: Actor): Promise<Answer> {
  const issue = world.any(world.issues);
  const answer = await author.post(`${issue}/notes`, { body: text(world) });
  if (answer.status === 201) world.notes.push(`${issue}/notes/${answer.body.id}`);
  return answer;
}

const emoji = ["thumbsup", "thumbsdown", "heart"];

/** The random calls. Many of them are refused, which must change nothing either. */
const actions: Record<string, (world: World) => Promise<Answer>> = {
  openIssue: (world) => openIssue(world, somebody(world)),
  closeOrReopen: (world) =>
    manager(world).put(world.any(world.issues), { state_event: world.any(["close", "reopen"]) }),
  hideOrShow: (world) => manager(world).put(world.any(world.issues), { confidential: world.any([true, false]) }),
  label: (world) =>
    manager(world).put(world.any(world.issues), { labels: world.any(["", world.labels.join(","), ...world.labels]) }),
  everythingAtOnce: (world) =>
    manager(world).put(world.any(world.issues), {
      labels: world.any(world.labels),
      state_event: world.any(["close", "reopen"]),
      confidential: world.any([true, false]),
      milestone_id: world.any(world.milestones).id,
      assignee_id: world.any([0, world.people.guest.id]),
    }),
  describe: (world) => manager(world).put(world.any(world.issues), { description: text(world) }),
  deleteIssue: (world) => world.people.owner.delete(world.any(world.issues)),
  async move(world) {
    const project = world.any(world.projects);
    const answer = await manager(world).post(`${world.any(world.issues)}/move`, { to_project_id: project });
    if (answer.status === 201) world.issues.push(`/projects/${project}/issues/${answer.body.id}`);
    return answer;
  },
  comment: (world) => comment(world, somebody(world)),
  editNote: (world) => world.people.owner.put(world.any(world.notes), { body: text(world) }),
  deleteNote: (world) => world.people.owner.delete(world.any(world.notes)),
  award: (world) => somebody(world).post(`${world.any(world.issues)}/award_emoji`, { name: world.any(emoji) }),
  awardNote: (world) => somebody(world).post(`${world.any(world.notes)}/award_emoji`, { name: world.any(emoji) }),
  async takeAwardBack(world) {
    const path = `${world.any(world.issues)}/award_emoji`;
    const awards = await world.people.admin.get(path);
    return awards.body?.length > 0
      ? world.people.admin.delete(`${path}/${world.any<{ id: number }>(awards.body).id}`)
      : awards;
  },
  spend: (world) =>
    manager(world).post(`${world.any(world.issues)}/add_spent_time`, { duration: world.any(["1h", "-30m"]) }),
  takeTimeBack: (world) => manager(world).post(`${world.any(world.issues)}/reset_spent_time`),
  todo: (world) => somebody(world).post(`${world.any(world.issues)}/todo`),
  allDone: (world) => somebody(world).delete("/todos"),
  changeLevel: ({ people, group, any }) =>
    people.owner.put(`/groups/${group}/members/${people.guest.id}`, {
      access_level: any([levels.guest, levels.reporter]),
    }),
  changeVisibility: ({ people, projects, any }) =>
    people.owner.put(`/projects/${any(projects)}`, { visibility_level: any([0, 10, 20]) }),
  switchIssues: ({ people, projects, any }) =>
    people.owner.put(`/projects/${any(projects)}`, { issues_enabled: any([true, true, false]) }),
  async deleteLabel({ people, projects, labels, any }) {
    const [path, name] = [`/projects/${any(projects)}/labels`, any(labels)];
    await people.owner.delete(path, { name });
    return people.owner.post(path, { name, color: "red" });
  },
  async takePartAndVanish(world) {
    const passerBy = await createUser();
    await openIssue(world, passerBy);
    for (let i = 0; i < 3; i += 1) {
      await comment(world, passerBy);
      await passerBy.post(`${world.any(world.issues)}/award_emoji`, { name: world.any(emoji) });
      await passerBy.post(`${world.any(world.issues)}/todo`);
    }
    return world.people.admin.delete(`/users/${passerBy.id}`);
  },
};

async function happenings(seed: number, count: number): Promise<World> {
  const any = anyFrom(seed);
  const [owner, reporter, guest, outsider, admin] = await Promise.all([
    createUser(),
    createUser(),
    createUser(),
    createUser(),
    createAdmin(),
  ]);
  const { id: group } = await createGroup(owner, { visibility_level: 20 });
  for (const [user, access_level] of [
    [reporter, levels.reporter],
    [guest, levels.guest],
  ] as const) {
    await ok(owner.post(`/groups/${group}/members`, { user_id: user.id, access_level }));
  }
  const labels = [unique("label"), unique("label")];
  const title = unique("milestone");
  const projects: number[] = [];
  const milestones = [];
  for (const visibility_level of [0, 10, 20]) {
    const { id } = await createProject(owner, { namespace_id: group, visibility_level });
    projects.push(id);
    const milestone = await ok(owner.post(`/projects/${id}/milestones`, { title }));
    milestones.push({ id: milestone.id, project: id, title });
    for (const name of labels) await ok(owner.post(`/projects/${id}/labels`, { name, color: "red" }));
  }
  const people = { owner, reporter, guest, outsider, admin };
  const world: World = { seed, people, group, projects, issues: [], notes: [], labels, milestones, any };
  for (let i = 0; i < 3; i += 1) await openIssue(world, owner);
  await comment(world, owner);
  // Creating calls are chosen more often than deleting ones.
  const choices = [
    ...Object.keys(actions),
    ...Array(6).fill("openIssue"),
    ...Array(6).fill("comment"),
    "award",
    "spend",
    "todo",
  ];
  for (let step = 0; step < count; step += 1) {
    const action = any(choices);
    const answer = await actions[action]?.(world);
    expect(answer?.status, `step ${step}, ${action}: ${answer?.text}`).toBeLessThan(500);
  }
  // Initial issues, so that there is enough to count.
  for (const id of projects) await ok(owner.put(`/projects/${id}`, { issues_enabled: true }));
  return world;
}

type List = readonly [path: string, query: Values];

/** `labels` stands for the first label of the world. */
const filtersOfV4: Values[] = [
  { scope: "all" },
  { scope: "all", state: "opened", labels: true },
  { scope: "assigned_to_me", order_by: "updated_at" },
  { milestone: "None", confidential: true },
  { confidential: false, order_by: "popularity" },
  { "not[labels]": "none of these", my_reaction_emoji: "Any" },
];

/** Filters take turns: of one path every second filter, of the next path the others; the other seed swaps them. */
function listsOf({ seed, group, projects, milestones, labels, people }: World): List[] {
  const filters: Values[] = [
    {},
    { state: "opened" },
    { state: "closed", order_by: "updated_at", sort: "asc" },
    { labels: labels[0] },
    { labels: labels.join(","), state: "opened" },
    { milestone: milestones[0]?.title },
    { milestone: "No Milestone", author_id: people.guest.id },
    { assignee_id: people.outsider.id },
    { search: "issue" },
  ];
  const paths = [
    "/issues",
    `/groups/${group}/issues`,
    ...projects.map((id) => `/projects/${id}/issues`),
    ...milestones.map(({ id, project }) => `/projects/${project}/milestones/${id}/issues`),
  ];
  return [
    ...paths.flatMap((path, turn) =>
      filters.filter((_, n) => (n + turn + seed) % 2 === 0).map((filter): List => [path, filter]),
    ),
    ...[`/groups/${group}/issues`, ...projects.map((id) => `/projects/${id}/issues`)].flatMap((path) =>
      filtersOfV4.map((filter): List => [v4(path), { ...filter, labels: filter.labels && labels[0] }]),
    ),
    ...projects.map((id): List => [`/projects/${id}/milestones`, {}]),
    ["/todos", {}],
    ["/todos", { state: "done" }],
  ];
}

/** The objects that the viewer can read one by one. */
async function visibleTo(viewer: Actor, paths: readonly string[]): Promise<{ path: string; body: Answer["body"] }[]> {
  const answers = await Promise.all(paths.map(async (path) => ({ path, ...(await viewer.get(path)) })));
  return answers.filter(({ status }) => status === 200);
}

const idsOf = (things: readonly { id: number }[]): number[] => things.map(({ id }) => id).sort((a, b) => a - b);

const total = ({ headers }: Answer): number => Number(headers.get("x-total"));

/** A reported number, and the number found. */
interface Claim {
  readonly of: string;
  readonly reported: unknown;
  readonly found: unknown;
}

/** X-Total of every page; no row appears twice. */
async function claimsOfLists(world: World, viewer: Actor): Promise<Claim[]> {
  const claims: Claim[] = [];
  const lists = listsOf(world);
  const hidden = new Set<string>();
  for (const path of new Set(lists.map(([path]) => path))) {
    if ((await viewer.get(path)).status === 404) hidden.add(path);
  }
  for (const [path, query] of lists) {
    if (hidden.has(path)) continue;
    const { rows, totals } = await pageThrough(viewer, path, query, 7);
    const distinct = new Set(rows.map(({ id }) => id)).size;
    const of = `${path} ${JSON.stringify(query)}`;
    claims.push({ of, reported: [[...totals], distinct], found: [[rows.length], rows.length] });
  }
  return claims;
}

/** The counts of an issue's notes, awards and time; the issues listed are exactly those that exist. */
async function claimsOfIssues(world: World, viewer: Actor): Promise<Claim[]> {
  const visible = await visibleTo(viewer, world.issues);
  const listed = await pageThrough(viewer, `/groups/${world.group}/issues`, {}, 50);
  const found = idsOf(visible.map(({ body }) => body));
  const claims: Claim[] = [{ of: "issues", reported: idsOf(listed.rows), found }];
  for (const { path, body: issue } of visible) {
    const [notes, awards, logs, stats] = await Promise.all([
      pageThrough(viewer, `${path}/notes`, {}, 7),
      pageThrough(viewer, `${path}/award_emoji`, {}, 7),
      pageThrough(viewer, `${path}/timelogs`, {}, 7),
      ok(viewer.get(`${path}/time_stats`)),
    ]);
    const votes = (name: string) => awards.rows.filter((award) => award.name === name).length;
    claims.push({
      of: path,
      reported: {
        totals: [notes, awards, logs].map(({ totals }) => [...totals]),
        notes: issue.user_notes_count,
        votes: [issue.upvotes, issue.downvotes],
        time: stats.total_time_spent,
      },
      found: {
        totals: [notes, awards, logs].map(({ rows }) => [rows.length]),
        notes: notes.rows.filter(({ system }) => !system).length,
        votes: [votes("thumbsup"), votes("thumbsdown")],
        time: logs.rows.reduce((sum, { time_spent }) => sum + time_spent, 0),
      },
    });
  }
  return claims;
}

/** The issue counts of a project and its labels. */
async function claimsOfProjects(world: World, viewer: Actor): Promise<Claim[]> {
  const paths = world.projects.map((id) => `/projects/${id}`);
  const claims: Claim[] = [];
  for (const { path, body: project } of await visibleTo(viewer, paths)) {
    const count = async (query: Values) => total(await viewer.get(`${path}/issues`, query));
    claims.push({ of: path, reported: project.open_issues_count, found: await count({ state: "opened" }) });
    for (const { name, open_issues_count, closed_issues_count } of await ok(viewer.get(`${path}/labels`))) {
      claims.push({
        of: `${name} in ${path}`,
        reported: [open_issues_count, closed_issues_count],
        found: [await count({ labels: name, state: "opened" }), await count({ labels: name, state: "closed" })],
      });
    }
  }
  return claims;
}

const kinds = [claimsOfLists, claimsOfIssues, claimsOfProjects];

/** In a sample one world, in which less happens. */
const [seeds, steps] = isSample ? ([[1], 120] as const) : ([[1, 2], 200] as const);

test.for(seeds)("with seed %i every reported number equals the number found", { timeout: 120_000 }, async (seed) => {
  const world = await happenings(seed, steps);
  const claims = await Promise.all(
    Object.entries(world.people).flatMap(([who, viewer]) =>
      kinds.map(async (claimsOf) => (await claimsOf(world, viewer)).map((claim) => ({ who, ...claim }))),
    ),
  );
  for (const { who, of, reported, found } of claims.flat())
    expect.soft(reported, `${of}, to the ${who}`).toEqual(found);
});
