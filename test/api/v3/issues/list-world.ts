// A random world, as list-model.ts plans it, with further issues outside of the plan.
import { type Actor, createAdmin, createUser, ok } from "../../../support/actors.ts";
import { joinGroup, joinProject, shareWith } from "../../../support/belonging.ts";
import { today, tomorrow, yesterday } from "../../../support/days.ts";
import { createGroup, createProject, type Project } from "../../../support/factories.ts";
import { createMilestone } from "../milestones/milestones.ts";
import { editIssue, issuesOf } from "./issue-lists.ts";
import {
  groupNames,
  groups,
  type Issue,
  type Milestone,
  plans,
  projectNames,
  reads,
  viewerNames,
  type World,
} from "./list-model.ts";

const ISSUES = 60;
const AT_ONCE = 8;

/** Numbers in [0, 1) that follow from the seed (mulberry32). */
export function createChance(from: number) {
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

export type Chance = ReturnType<typeof createChance>;

export const words = [
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

const byName = async <Name extends string, T>(names: readonly Name[], make: (name: Name) => Promise<T>) =>
  recordOf(await Promise.all(names.map(async (name) => [name, await make(name)] as const)));

/** A value for each name. */
function recordOf<Name extends string, T>(entries: readonly (readonly [Name, T])[]): Record<Name, T> {
  return Object.fromEntries(entries) as Record<Name, T>;
}

export async function createWorld(dice: Chance): Promise<World> {
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

/** All random choices are made here, so that they do not depend on the order of responses. */
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

/** Runs all tasks, a few at once. */
export async function inTurns<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = [];
  for (let at = 0; at < tasks.length; at += AT_ONCE) {
    done.push(...(await Promise.all(tasks.slice(at, at + AT_ONCE).map((task) => task()))));
  }
  return done;
}
