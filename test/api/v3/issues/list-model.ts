// A model of visibility and of the issue lists: the rules again, as plain as possible.
import { type Actor, levels, type Role } from "../../../support/actors.ts";
import { today } from "../../../support/days.ts";
import type { Group, Project } from "../../../support/factories.ts";
import type { resultOf } from "./issue-lists.ts";

export type ViewerName = "admin" | "owner" | "reporter" | "guest" | "outsider" | "external";
export type GroupName = "open" | "inner" | "secret";
export type ProjectName = "public" | "private" | "internal" | "hidden" | "shared";

/** The world as data: the model reads it, and the API creates it. */
const visibility = { public: 20, internal: 10, private: 0 };

export const groups: Record<GroupName, { visibility: number; members: Partial<Record<ViewerName, Role>> }> = {
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

export const plans: Record<ProjectName, ProjectPlan> = {
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

export const viewerNames: readonly ViewerName[] = ["admin", "owner", "reporter", "guest", "outsider", "external"];
export const groupNames: readonly GroupName[] = ["open", "inner", "secret"];
export const projectNames: readonly ProjectName[] = ["public", "private", "internal", "hidden", "shared"];

export interface Milestone {
  readonly id: number;
  readonly project_id: number;
  readonly title: string;
  readonly state: "active" | "closed";
  readonly due_date: string | null;
  readonly start_date: string | null;
}

export interface Issue {
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

export interface World {
  readonly viewers: Record<ViewerName, Actor>;
  readonly groups: Record<GroupName, Group>;
  readonly projects: Record<ProjectName, Project>;
  readonly milestones: readonly Milestone[];
  readonly issues: readonly Issue[];
}

const levelOfRole = (role: Role | undefined): number => (role === undefined ? 0 : levels[role]);

export function levelOf(viewer: ViewerName, name: ProjectName): number {
  const { group, members, share } = plans[name];
  return Math.max(
    levelOfRole(members[viewer]),
    group === null ? (viewer === "owner" ? levels.owner : 0) : levelOfRole(groups[group].members[viewer]),
    share ? Math.min(levels[share.role], levelOfRole(groups[share.group].members[viewer])) : 0,
  );
}

export const isOpenTo = (viewer: ViewerName, level: number): boolean =>
  viewer === "admin" || level === visibility.public || (level === visibility.internal && viewer !== "external");

export const reads = (viewer: ViewerName, name: ProjectName): boolean =>
  isOpenTo(viewer, plans[name].visibility) || levelOf(viewer, name) > 0;

export const projectsOfGroup = (name: GroupName): ProjectName[] =>
  projectNames.filter((project) => plans[project].group === name || plans[project].share?.group === name);

export const readsGroup = (viewer: ViewerName, name: GroupName): boolean =>
  isOpenTo(viewer, groups[name].visibility) ||
  groups[name].members[viewer] !== undefined ||
  projectsOfGroup(name).some((project) => reads(viewer, project));

export const nameOf = ({ projects }: World, id: number): ProjectName => {
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

export const contains = (text: string | null, part: string): boolean =>
  text?.toLowerCase().includes(part.toLowerCase()) ?? false;

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export type Query = Partial<Record<"state" | "labels" | "milestone" | "search" | "order_by" | "sort", string>> &
  Partial<Record<"author_id" | "assignee_id" | "iid" | "page" | "per_page", number>>;

export type Target =
  | { readonly kind: "own" }
  | { readonly kind: "group"; readonly group: GroupName }
  | { readonly kind: "project"; readonly project: ProjectName }
  | { readonly kind: "milestone"; readonly project: ProjectName; readonly milestone: Milestone };

export interface Question {
  readonly viewer: ViewerName;
  readonly target: Target;
  readonly query: Query;
}

const missing = (what: string) => ({ status: 404, text: JSON.stringify({ message: `404 ${what} Not Found` }) });

export function expected(world: World, { viewer, target, query }: Question): ReturnType<typeof resultOf> {
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
