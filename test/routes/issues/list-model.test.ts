// The four lists of issues against a plain model of their rules: one world made by chance, and many questions.
// LIST_SEED=<number> makes the same world and asks the same questions again.
import { expect, test } from "vitest";
import { type Actor, createAdmin, createUser, levels, ok, type Role } from "../../support/actors.ts";
import { withQuery } from "../../support/api.ts";
import { joinGroup, joinProject, shareWith } from "../../support/belonging.ts";
import { today, tomorrow, yesterday } from "../../support/days.ts";
import { createGroup, createProject, type Group, type Project } from "../../support/factories.ts";
import { createMilestone } from "../milestones/milestones.ts";
import { editIssue, issuesOf, issuesOfGroup, told } from "./issue-lists.ts";

const ISSUES = 60;
const QUESTIONS = 160;
const AT_ONCE = 8;

const seed = Number(process.env.LIST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Numbers in [0, 1) that follow from the seed (mulberry32). */
function createChance(from: number) {
  let state = from;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const chance = (probability: number): boolean => next() < probability;
  const pick = <T>(things: readonly T[]): T => {
    const thing = things[Math.floor(next() * things.length)];
    if (thing === undefined) throw new Error("There is nothing to pick.");
    return thing;
  };
  const some = <T>(things: readonly T[], probability: number): T[] => things.filter(() => chance(probability));
  return { chance, pick, some };
}

type ViewerName = "admin" | "owner" | "reporter" | "guest" | "outsider" | "external";
type GroupName = "open" | "inner" | "secret";
type ProjectName = "public" | "private" | "internal" | "hidden" | "shared";

/** What the world is, as data: the model reads it, and the API is told it. */
const visibility = { public: 20, internal: 10, private: 0 };

const groups: Record<GroupName, { visibility: number; members: Partial<Record<ViewerName, Role>> }> = {
  open: { visibility: visibility.public, members: { owner: "owner", reporter: "reporter" } },
  inner: { visibility: visibility.internal, members: { owner: "owner" } },
  secret: { visibility: visibility.private, members: { owner: "owner", guest: "guest" } },
};

interface ProjectPlan {
  readonly visibility: number;
  /** null: in the owner's own namespace. */
  readonly group: GroupName | null;
  readonly members: Partial<Record<ViewerName, Exclude<Role, "owner">>>;
  readonly share?: { readonly group: GroupName; readonly role: Exclude<Role, "owner"> };
}

const plans: Record<ProjectName, ProjectPlan> = {
  public: { visibility: visibility.public, group: "open", members: { guest: "guest" } },
  private: { visibility: visibility.private, group: "open", members: { external: "guest" } },
  internal: { visibility: visibility.internal, group: "inner", members: {} },
  hidden: { visibility: visibility.private, group: "secret", members: { reporter: "developer" } },
  shared: {
    visibility: visibility.private,
    group: null,
    members: { outsider: "reporter" },
    share: { group: "secret", role: "reporter" },
  },
};

const viewerNames: readonly ViewerName[] = ["admin", "owner", "reporter", "guest", "outsider", "external"];
const groupNames: readonly GroupName[] = ["open", "inner", "secret"];
const projectNames: readonly ProjectName[] = ["public", "private", "internal", "hidden", "shared"];

interface Milestone {
  readonly id: number;
  readonly project_id: number;
  readonly title: string;
  readonly state: "active" | "closed";
  readonly due_date: string | null;
  readonly start_date: string | null;
}

interface Issue {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  readonly title: string;
  readonly description: string | null;
  readonly state: "opened" | "closed";
  readonly confidential: boolean;
  readonly labels: readonly string[];
  readonly milestone: { readonly id: number; readonly title: string } | null;
  readonly author: { readonly id: number };
  readonly assignee: { readonly id: number } | null;
  readonly created_at: string;
  readonly updated_at: string;
}

interface World {
  readonly viewers: Record<ViewerName, Actor>;
  readonly groups: Record<GroupName, Group>;
  readonly projects: Record<ProjectName, Project>;
  readonly milestones: readonly Milestone[];
  readonly issues: readonly Issue[];
}

// The rules.

const levelOfRole = (role: Role | undefined): number => (role === undefined ? 0 : levels[role]);

function levelOf(viewer: ViewerName, name: ProjectName): number {
  const { group, members, share } = plans[name];
  return Math.max(
    levelOfRole(members[viewer]),
    group === null ? (viewer === "owner" ? levels.owner : 0) : levelOfRole(groups[group].members[viewer]),
    share ? Math.min(levels[share.role], levelOfRole(groups[share.group].members[viewer])) : 0,
  );
}

const isOpenTo = (viewer: ViewerName, level: number): boolean =>
  viewer === "admin" || level === visibility.public || (level === visibility.internal && viewer !== "external");

const reads = (viewer: ViewerName, name: ProjectName): boolean =>
  isOpenTo(viewer, plans[name].visibility) || levelOf(viewer, name) > 0;

const projectsOfGroup = (name: GroupName): ProjectName[] =>
  projectNames.filter((project) => plans[project].group === name || plans[project].share?.group === name);

const readsGroup = (viewer: ViewerName, name: GroupName): boolean =>
  isOpenTo(viewer, groups[name].visibility) ||
  groups[name].members[viewer] !== undefined ||
  projectsOfGroup(name).some((project) => reads(viewer, project));

const nameOf = ({ projects }: World, id: number): ProjectName => {
  const found = projectNames.find((name) => projects[name].id === id);
  if (found === undefined) throw new Error(`There is no project ${id}.`);
  return found;
};

function sees(world: World, viewer: ViewerName, issue: Issue): boolean {
  const project = nameOf(world, issue.project_id);
  const { id } = world.viewers[viewer];
  const concerned = issue.author.id === id || issue.assignee?.id === id;
  const trusted = viewer === "admin" || levelOf(viewer, project) >= levels.reporter;
  return reads(viewer, project) && (!issue.confidential || concerned || trusted);
}

function upcomingOf({ milestones }: World, projectId: number): Milestone | undefined {
  const future = milestones.filter(
    ({ project_id, state, due_date }) =>
      project_id === projectId && state === "active" && due_date !== null && due_date > today(),
  );
  return future.toSorted((a, b) => compare(a.due_date ?? "", b.due_date ?? "") || a.id - b.id)[0];
}

function passesMilestone(world: World, { milestone, project_id }: Issue, wanted: string): boolean {
  switch (wanted) {
    case "No Milestone":
      return milestone === null;
    case "#upcoming":
      return milestone !== null && milestone.id === upcomingOf(world, project_id)?.id;
    case "#started": {
      const start = world.milestones.find(({ id }) => id === milestone?.id)?.start_date ?? null;
      return start !== null && start <= today();
    }
    default:
      return milestone?.title === wanted;
  }
}

function passesLabels({ labels }: Issue, wanted: string, all: boolean): boolean {
  if (all && wanted === "No Label") return labels.length === 0;
  const titles = wanted.replace(/,+$/, "").split(",");
  if (wanted.replaceAll(",", "") === "") return false;
  const has = (title: string) => labels.includes(title);
  return all ? titles.every(has) : titles.some(has);
}

const contains = (text: string | null, part: string): boolean =>
  text?.toLowerCase().includes(part.toLowerCase()) ?? false;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Query = Partial<Record<"state" | "labels" | "milestone" | "search" | "order_by" | "sort", string>> &
  Partial<Record<"author_id" | "assignee_id" | "iid" | "page" | "per_page", number>>;

type Target =
  | { readonly kind: "own" }
  | { readonly kind: "group"; readonly group: GroupName }
  | { readonly kind: "project"; readonly project: ProjectName }
  | { readonly kind: "milestone"; readonly project: ProjectName; readonly milestone: Milestone };

interface Question {
  readonly viewer: ViewerName;
  readonly target: Target;
  readonly query: Query;
}

const missing = (what: string) => ({ status: 404, text: JSON.stringify({ message: `404 ${what} Not Found` }) });

function expected(world: World, { viewer, target, query }: Question): ReturnType<typeof told> {
  if (target.kind === "group" && !readsGroup(viewer, target.group)) return missing("Group");
  if ("project" in target && !reads(viewer, target.project)) return missing("Project");
  const inTarget = (issue: Issue): boolean => {
    const project = nameOf(world, issue.project_id);
    switch (target.kind) {
      case "own":
        return issue.author.id === world.viewers[viewer].id;
      case "group":
        return projectsOfGroup(target.group).includes(project);
      case "project":
        return project === target.project && (query.iid === undefined || issue.iid === query.iid);
      case "milestone":
        return issue.milestone?.id === target.milestone.id;
    }
  };
  const { state = "all", labels, milestone, search, author_id, assignee_id } = query;
  const matching = world.issues.filter(
    (issue) =>
      inTarget(issue) &&
      sees(world, viewer, issue) &&
      (state === "all" || issue.state === state) &&
      (!labels || passesLabels(issue, labels, target.kind === "group")) &&
      (!milestone || target.kind === "milestone" || passesMilestone(world, issue, milestone)) &&
      (!search?.trim() || contains(issue.title, search) || contains(issue.description, search)) &&
      (author_id === undefined || issue.author.id === author_id) &&
      (assignee_id === undefined || (issue.assignee?.id ?? 0) === assignee_id),
  );
  const key = query.order_by === "updated_at" ? "updated_at" : "created_at";
  const ascending = matching.toSorted((a, b) => compare(a[key], b[key]) || a.id - b.id);
  const ids = (query.sort === "asc" ? ascending : ascending.toReversed()).map(({ id }) => id);
  const { page = 1, per_page = 20 } = query;
  return { status: 200, ids: ids.slice((page - 1) * per_page, page * per_page), total: ids.length };
}

// The world.

const words = [
  "apple",
  "Äpfel",
  "ZÜRICH",
  "zürich-west",
  "100%",
  "a_b",
  'say "hi"',
  "NEAR(",
  "x*y",
  "AND",
  "😀",
  "日本語",
  "o",
];
const labelNames = ["bug", "Bug", "ui", "100%", "two words", "ä"];
const milestoneTitles = ["v1", "v2", "100%", "v1.0"];
const instants = ["2016-01-01T00:00:00.000Z", "2016-01-02T12:00:00.500Z", "2020-02-29T23:59:59.999Z"];

type Chance = ReturnType<typeof createChance>;

const byName = async <Name extends string, T>(names: readonly Name[], make: (name: Name) => Promise<T>) =>
  recordOf(await Promise.all(names.map(async (name) => [name, await make(name)] as const)));

/** An entry for each of the names there are. */
function recordOf<Name extends string, T>(entries: readonly (readonly [Name, T])[]): Record<Name, T> {
  return Object.fromEntries(entries) as Record<Name, T>;
}

async function createWorld(dice: Chance): Promise<World> {
  const viewers = await byName(viewerNames, (name) =>
    name === "admin" ? createAdmin() : createUser({ external: name === "external" }),
  );
  const { owner } = viewers;
  const madeGroups = await byName(groupNames, (name) =>
    createGroup(owner, { visibility_level: groups[name].visibility }),
  );
  const projects = await byName(projectNames, (name) => {
    const { group, visibility: visibility_level } = plans[name];
    return createProject(owner, { visibility_level, ...(group && { namespace_id: madeGroups[group].id }) });
  });
  for (const group of groupNames) {
    for (const name of viewerNames) {
      const role = groups[group].members[name];
      if (role && name !== "owner") await joinGroup(owner, madeGroups[group], viewers[name], role);
    }
  }
  for (const project of projectNames) {
    const { members, share } = plans[project];
    for (const name of viewerNames) {
      const role = members[name];
      if (role) await joinProject(owner, projects[project], viewers[name], role);
    }
    if (share) await shareWith(owner, projects[project], madeGroups[share.group], share.role);
  }
  const milestones: Milestone[] = [];
  for (const project of projectNames) {
    for (const title of dice.some(milestoneTitles, 0.7)) {
      milestones.push(await createPlannedMilestone(dice, owner, projects[project], title));
    }
  }
  const issues = await inTurns(Array.from({ length: ISSUES }, () => planIssue(dice, viewers, projects, milestones)));
  return { viewers, groups: madeGroups, projects, milestones, issues };
}

async function createPlannedMilestone(dice: Chance, owner: Actor, project: Project, title: string): Promise<Milestone> {
  const start_date = dice.pick([null, "2016-01-01", today(), tomorrow()]);
  const later = ["2099-01-01", "2099-01-01", "2099-06-01"];
  const due_date = dice.pick([null, ...later, ...(start_date === null ? [yesterday(), today(), tomorrow()] : [])]);
  const { id } = await createMilestone(owner, project, { title, start_date, due_date });
  const changes = { state_event: dice.chance(0.25) ? "close" : "activate" };
  return ok(owner.put(`/projects/${project.id}/milestones/${id}`, changes));
}

/** Chance has the word now, so that it does not depend on what is answered when. */
function planIssue(
  dice: Chance,
  viewers: World["viewers"],
  projects: World["projects"],
  milestones: readonly Milestone[],
): () => Promise<Issue> {
  const place = dice.pick(projectNames);
  const project = projects[place];
  const author = viewers[dice.pick(viewerNames.filter((name) => reads(name, place)))];
  const text = () => dice.some(words, 0.2).join(" ");
  const created = {
    title: text() || "untitled",
    confidential: dice.chance(0.4),
    ...(dice.chance(0.6) && { description: text() }),
    ...(dice.chance(0.7) && { created_at: dice.pick(instants) }),
  };
  const assignee = viewers[dice.pick(viewerNames)];
  const local = milestones.filter(({ project_id }) => project_id === project.id);
  const edited = {
    labels: dice.some(labelNames, 0.3).join(","),
    ...(dice.chance(0.6) && { assignee_id: assignee.id }),
    ...(local.length > 0 && dice.chance(0.7) && { milestone_id: dice.pick(local).id }),
    ...(dice.chance(0.4) && { state_event: "close" }),
    ...(dice.chance(0.7) && { updated_at: dice.pick(instants) }),
  };
  return async () => {
    const issue = await ok(author.post(issuesOf(project), created));
    await editIssue(viewers.owner, issue, edited);
    return ok(viewers.owner.get(`${issuesOf(project)}/${issue.id}`));
  };
}

/** Does all of it, a few at once. */
async function inTurns<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = [];
  for (let at = 0; at < tasks.length; at += AT_ONCE) {
    done.push(...(await Promise.all(tasks.slice(at, at + AT_ONCE).map((task) => task()))));
  }
  return done;
}

// The questions.

const searches = [
  ...words,
  "app",
  "PFEL",
  "ürich",
  "zÜ",
  "ü",
  "%",
  "_",
  '"',
  "*",
  "(",
  "ND",
  "本",
  "😀",
  " ",
  "p a",
  "nowhere",
];
const labelWishes = [
  "bug",
  "ui,bug",
  "Bug,100%",
  "No Label",
  ",",
  "bug,",
  " bug",
  "ä",
  "two words,nobody",
  "bug,ui,100%,ä",
  "",
];
const milestoneWishes = ["v1", "v2", "100%", "V1", "No Milestone", "#upcoming", "#started", "unknown", ""];

function ask(dice: Chance, world: World): Question {
  const project = dice.pick(projectNames);
  const milestones = world.milestones.filter(({ project_id }) => project_id === world.projects[project].id);
  const target = dice.pick<Target>([
    { kind: "own" },
    { kind: "group", group: dice.pick(groupNames) },
    { kind: "project", project },
    milestones.length > 0
      ? { kind: "milestone", project, milestone: dice.pick(milestones) }
      : { kind: "project", project },
  ]);
  const somebody = () => world.viewers[dice.pick(viewerNames)].id;
  const query: Query = {
    ...(dice.chance(0.4) && { state: dice.pick(["opened", "closed", "all"]) }),
    ...(dice.chance(0.25) && { labels: dice.pick(labelWishes) }),
    ...(dice.chance(0.25) && { milestone: dice.pick(milestoneWishes) }),
    ...(dice.chance(0.3) && { search: dice.pick(searches) }),
    ...(dice.chance(0.25) && { author_id: somebody() }),
    ...(dice.chance(0.25) && { assignee_id: dice.chance(0.3) ? 0 : somebody() }),
    ...(target.kind === "project" && dice.chance(0.1) && { iid: dice.pick([1, 2, 3, 5, 8, 99]) }),
    ...(dice.chance(0.5) && { order_by: dice.pick(["created_at", "updated_at"]) }),
    ...(dice.chance(0.5) && { sort: dice.pick(["asc", "desc"]) }),
    ...(dice.chance(0.4) && { page: dice.pick([1, 2, 3, 4]), per_page: dice.pick([1, 2, 5, 10]) }),
  };
  return { viewer: dice.pick(viewerNames), target, query };
}

function pathOf({ groups: made, projects }: World, target: Target): string {
  switch (target.kind) {
    case "own":
      return "/issues";
    case "group":
      return issuesOfGroup(made[target.group]);
    case "project":
      return issuesOf(projects[target.project]);
    case "milestone":
      return `/projects/${projects[target.project].id}/milestones/${target.milestone.id}/issues`;
  }
}

test("the lists of a world made by chance are those of the model", { timeout: 60_000 }, async () => {
  const dice = createChance(seed);
  const world = await createWorld(dice);
  const questions = Array.from({ length: QUESTIONS }, () => ask(dice, world));
  const answers = await inTurns(
    questions.map(
      ({ viewer, target, query }) =>
        () =>
          world.viewers[viewer].get(pathOf(world, target), query),
    ),
  );
  const wrong = questions.flatMap((question, at) => {
    const answer = answers[at];
    const right = expected(world, question);
    const given = answer && told(answer);
    if (JSON.stringify(given) === JSON.stringify(right)) return [];
    return [{ viewer: question.viewer, path: withQuery(pathOf(world, question.target), question.query), given, right }];
  });
  expect(wrong, `LIST_SEED=${seed} asks this again`).toEqual([]);
  // A world in which most questions have no answer would prove little.
  const found = questions.filter((question) => {
    const right = expected(world, question);
    return "total" in right && right.total > 0;
  });
  expect(found.length, `LIST_SEED=${seed}`).toBeGreaterThan(QUESTIONS / 6);
});
