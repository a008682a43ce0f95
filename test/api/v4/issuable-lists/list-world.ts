// The random world of the list model of v3, with merge requests, reviewers, reactions and priorities of labels.
import { type Actor, levels, ok } from "../../../support/actors.ts";
import type { Answer, Values } from "../../../support/api.ts";
import { pushBranches } from "../../../support/merge-requests.ts";
import { v4 } from "../../../support/v4.ts";
import {
  type ProjectName,
  plans,
  projectNames,
  type ViewerName,
  viewerNames,
  type World,
} from "../../v3/issues/list-model.ts";
import { type Chance, createWorld, inTurns, words } from "../../v3/issues/list-world.ts";

export type ListType = "issues" | "merge_requests";

interface Person {
  readonly id: number;
  readonly username: string;
}

/** An issue or a merge request as its single response has it, and the reactions to it. */
export interface Item {
  readonly type: ListType;
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  readonly title: string;
  readonly description: string | null;
  readonly state: string;
  readonly confidential?: boolean;
  readonly labels: readonly string[];
  readonly milestone: { readonly title: string; readonly due_date: string | null } | null;
  readonly author: Person;
  readonly assignee: Person | null;
  readonly reviewers?: readonly Person[];
  readonly source_branch?: string;
  readonly target_branch?: string;
  readonly draft?: boolean;
  readonly upvotes: number;
  readonly due_date?: string | null;
  readonly merged_at?: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly reactions: readonly { readonly by: ViewerName; readonly name: string }[];
}

export interface ListWorld extends World {
  readonly items: readonly Item[];
  /** By project and title. */
  readonly priorities: Readonly<Record<ProjectName, Readonly<Record<string, number>>>>;
}

export const branches = ["one", "two", "three", "four", "five", "six"];
export const targets = ["main", "next"];
export const reactionNames = ["thumbsup", "heart"];
const marks = ["", "", "Draft: ", "[WIP] ", "wip ", "WIPE ", "(draft)", "Drafts: "];

/** The author becomes a developer of the project while they create it. */
async function propose(world: World, name: ProjectName, viewer: ViewerName, attributes: Values) {
  const { owner } = world.viewers;
  const author = world.viewers[viewer];
  const path = `/projects/${world.projects[name].id}`;
  const role = plans[name].members[viewer];
  const member = `${path}/members/${author.id}`;
  const isKnown = viewer === "owner" || viewer === "admin";
  if (role !== undefined) await ok(owner.put(member, { access_level: levels.developer }));
  else if (!isKnown) await ok(owner.post(`${path}/members`, { user_id: author.id, access_level: levels.developer }));
  const made = await ok(author.post(`${path}/merge_requests`, attributes));
  if (role !== undefined) await ok(owner.put(member, { access_level: levels[role] }));
  else if (!isKnown) await ok(owner.delete(member));
  return made;
}

async function createMergeRequests(dice: Chance, world: World): Promise<{ id: number; project_id: number }[]> {
  const { owner } = world.viewers;
  const made: { id: number; project_id: number }[] = [];
  for (const name of projectNames) {
    const project = world.projects[name];
    await pushBranches(owner, project, {
      next: { next: "1\n" },
      ...Object.fromEntries(branches.map((branch) => [branch, { [branch]: `${branch}\n` }])),
    });
    for (const branch of dice.some(branches, 0.8)) {
      const text = () => dice.some(words, 0.2).join(" ");
      const { id, iid, project_id } = await propose(world, name, dice.pick(viewerNames), {
        title: dice.pick(marks) + (text() || "untitled"),
        source_branch: branch,
        target_branch: dice.pick(targets),
        ...(dice.chance(0.6) && { description: text() }),
      });
      const milestones = world.milestones.filter((one) => one.project_id === project.id);
      await ok(
        owner.put(v4(`/projects/${project_id}/merge_requests/${iid}`), {
          labels: dice.some(["bug", "ui", "100%", "ä"], 0.3).join(","),
          ...(dice.chance(0.6) && { assignee_id: world.viewers[dice.pick(viewerNames)].id }),
          ...(dice.chance(0.5) && { reviewer_ids: [world.viewers[dice.pick(viewerNames)].id] }),
          ...(milestones.length > 0 && dice.chance(0.6) && { milestone_id: dice.pick(milestones).id }),
          ...(dice.chance(0.3) && { state_event: "close" }),
        }),
      );
      made.push({ id, project_id });
    }
  }
  return made;
}

/** Some reactions of whoever may react. */
async function react(dice: Chance, world: World, path: string): Promise<Item["reactions"]> {
  const given: { by: ViewerName; name: string }[] = [];
  for (const by of dice.some(viewerNames, 0.2)) {
    const name = dice.pick(reactionNames);
    const { status }: Answer = await world.viewers[by].post(`${path}/award_emoji`, { name });
    if (status === 201) given.push({ by, name });
  }
  return given;
}

async function prioritise(owner: Actor, path: string): Promise<Record<string, number>> {
  const priorities = { bug: 2, ui: 1 };
  for (const [name, priority] of Object.entries(priorities)) {
    await owner.put(`${path}/labels`, { name, priority });
  }
  return priorities;
}

export async function createListWorld(dice: Chance): Promise<ListWorld> {
  const world = await createWorld(dice);
  const made = await createMergeRequests(dice, world);
  const planned: [ListType, { id: number; project_id: number }][] = [
    ...world.issues.map((issue): [ListType, typeof issue] => ["issues", issue]),
    ...made.map((one): [ListType, typeof one] => ["merge_requests", one]),
  ];
  const reacted = [];
  for (const [type, { id, project_id }] of planned) {
    const path = `/projects/${project_id}/${type}/${id}`;
    reacted.push({ type, path, reactions: await react(dice, world, path) });
  }
  const { owner } = world.viewers;
  const priorities = { public: {}, private: {}, internal: {}, hidden: {}, shared: {} };
  for (const name of projectNames) {
    Object.assign(priorities[name], await prioritise(owner, `/projects/${world.projects[name].id}`));
  }
  const items = await inTurns(
    reacted.map(({ type, path, reactions }) => async (): Promise<Item> => {
      const single = await ok(owner.get(path));
      if (type === "issues") return { ...single, type, reactions };
      const whole = await ok(owner.get(v4(`/projects/${single.project_id}/${type}/${single.iid}`)));
      return { ...whole, type, reactions };
    }),
  );
  return { ...world, items, priorities };
}
