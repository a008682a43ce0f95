// A model of v4's lists of issues and merge requests: the rules of their filters again, as plain as possible.
import { levels } from "../../../support/actors.ts";
import {
  compare,
  contains,
  type GroupName,
  isOpenTo,
  levelOf,
  nameOf,
  type ProjectName,
  plans,
  projectsOfGroup,
  reads,
  readsGroup,
  type ViewerName,
} from "../../v3/issues/list-model.ts";
import type { Item, ListType, ListWorld } from "./list-world.ts";

export type Target =
  | { readonly kind: "everywhere" }
  | { readonly kind: "group"; readonly group: GroupName }
  | { readonly kind: "project"; readonly project: ProjectName };

export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>;

export interface Question {
  readonly type: ListType;
  readonly viewer: ViewerName;
  readonly target: Target;
  readonly query: Query;
}

export type Result =
  | { readonly status: 200; readonly ids: readonly number[]; readonly total: number }
  | { readonly status: 403 | 404 };

function sees(world: ListWorld, viewer: ViewerName, item: Item): boolean {
  const project = nameOf(world, item.project_id);
  if (!reads(viewer, project)) return false;
  const { id } = world.viewers[viewer];
  if (item.author.id === id || item.assignee?.id === id) return true;
  const isTrusted = viewer === "admin" || levelOf(viewer, project) >= levels.reporter;
  return item.type === "issues"
    ? !item.confidential || isTrusted
    : isTrusted || isOpenTo(viewer, plans[project].visibility);
}

const list = (value: unknown): string[] => String(value).split(",");
const isWord = (value: unknown, word: string): boolean => String(value).toLowerCase() === word;

type Test = (item: Item, value: string, world: ListWorld, viewer: ViewerName) => boolean;

const person = (pick: (item: Item) => { id: number; username: string } | null | undefined): [Test, Test] => [
  (item, value) => {
    if (isWord(value, "none") || value === "0") return !pick(item);
    return isWord(value, "any") ? Boolean(pick(item)) : String(pick(item)?.id) === value;
  },
  (item, value) => pick(item)?.username.toLowerCase() === value.toLowerCase(),
];

const [author, authorName] = person((item) => item.author);
const [assignee, assigneeName] = person((item) => item.assignee);
const [reviewer, reviewerName] = person((item) => item.reviewers?.[0]);

function milestone({ milestone }: Item, value: string): boolean {
  if (isWord(value, "none")) return milestone === null;
  return isWord(value, "any") ? milestone !== null : milestone?.title === value;
}

const reacted: Test = ({ reactions }, value, _, viewer) => {
  const own = reactions.filter(({ by }) => by === viewer);
  if (isWord(value, "none")) return own.length === 0;
  return own.some(({ name }) => isWord(value, "any") || name === value);
};

const negated =
  (test: Test): Test =>
  (...given) =>
    !test(...given);

function labelled({ labels }: Item, value: string, how: "every" | "some"): boolean {
  if (isWord(value, "none")) return labels.length === 0;
  return isWord(value, "any") ? labels.length > 0 : list(value)[how]((title) => labels.includes(title));
}

const tests: Readonly<Record<string, Test>> = {
  state: (item, value) => value === "all" || item.state === value,
  scope: (item, value, world, viewer) => {
    const { id } = world.viewers[viewer];
    const people = { created: item.author, assigned: item.assignee, reviews: item.reviewers?.[0] };
    const wanted = /^(created|assigned|reviews)/.exec(value)?.[1];
    return wanted === undefined || people[wanted as keyof typeof people]?.id === id;
  },
  labels: (item, value) => labelled(item, value, "every"),
  "not[labels]": (item, value) => !labelled(item, value, "some"),
  milestone,
  "not[milestone]": negated(milestone),
  author_id: author,
  author_username: authorName,
  "not[author_id]": negated(author),
  "not[author_username]": negated(authorName),
  assignee_id: assignee,
  assignee_username: assigneeName,
  "not[assignee_id]": negated(assignee),
  "not[assignee_username]": negated(assigneeName),
  reviewer_id: reviewer,
  reviewer_username: reviewerName,
  "not[reviewer_id]": negated(reviewer),
  iids: (item, value) => list(value).includes(String(item.iid)),
  "not[iids]": (item, value) => !list(value).includes(String(item.iid)),
  created_after: (item, value) => item.created_at >= value,
  created_before: (item, value) => item.created_at <= value,
  updated_after: (item, value) => item.updated_at >= value,
  updated_before: (item, value) => item.updated_at <= value,
  confidential: (item, value) => String(item.confidential) === value,
  issue_type: (_, value) => value === "issue",
  my_reaction_emoji: reacted,
  "not[my_reaction_emoji]": negated(reacted),
  source_branch: (item, value) => item.source_branch === value,
  target_branch: (item, value) => item.target_branch === value,
  draft: (item, value) => String(item.draft) === value,
  wip: (item, value) => item.draft === (value === "yes"),
};

function found(item: Item, { search, in: within = "title,description" }: Query): boolean {
  if (search === undefined || String(search).trim() === "") return true;
  return list(within).some((column) => contains(column === "title" ? item.title : item.description, String(search)));
}

type Key = string | number | null;

function keysOf(world: ListWorld, item: Item): Record<string, Key[]> {
  const due = item.milestone?.due_date ?? null;
  const ofProject = world.priorities[nameOf(world, item.project_id)];
  const urgent = item.labels.flatMap((title) => ofProject[title] ?? []).sort()[0] ?? null;
  return {
    created_at: [item.created_at],
    updated_at: [item.updated_at],
    title: [item.title.replace(/[A-Z]/g, (letter) => letter.toLowerCase())],
    popularity: [item.upvotes],
    due_date: [item.due_date ?? null],
    merged_at: [item.merged_at ?? null],
    milestone_due: [due],
    label_priority: [urgent],
    priority: [due, urgent],
  };
}

/** Nothing comes last in both directions. */
function compareKeys(a: Key, b: Key, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (typeof a === "number" ? a - Number(b) : compare(a, String(b)));
}

export function expected(world: ListWorld, { type, viewer, target, query }: Question): Result {
  if (target.kind === "group" && !readsGroup(viewer, target.group)) return { status: 404 };
  if (target.kind === "project") {
    const { project } = target;
    if (!reads(viewer, project)) return { status: 404 };
    const readsCode = isOpenTo(viewer, plans[project].visibility) || levelOf(viewer, project) >= levels.reporter;
    if (type === "merge_requests" && !readsCode) return { status: 403 };
  }
  const inTarget = (item: Item): boolean => {
    const project = nameOf(world, item.project_id);
    if (target.kind === "project") return project === target.project;
    return target.kind === "everywhere" || projectsOfGroup(target.group).includes(project);
  };
  const given: Query = target.kind === "everywhere" ? { scope: "created_by_me", ...query } : query;
  const matching = world.items.filter(
    (item) =>
      item.type === type &&
      inTarget(item) &&
      sees(world, viewer, item) &&
      found(item, given) &&
      Object.entries(given).every(([name, value]) => tests[name]?.(item, String(value), world, viewer) ?? true),
  );
  const { order_by = "created_at", sort = "desc", page = 1, per_page = 20 } = query;
  const sign = sort === "asc" ? 1 : -1;
  const keyed = matching.map((item) => ({ id: item.id, keys: keysOf(world, item)[String(order_by)] ?? [] }));
  keyed.sort(
    (a, b) =>
      a.keys.map((key, at) => compareKeys(key, b.keys[at] ?? null, sign)).find((order) => order !== 0) ??
      sign * (a.id - b.id),
  );
  const ids = keyed.map(({ id }) => id);
  return {
    status: 200,
    ids: ids.slice((Number(page) - 1) * Number(per_page), Number(page) * Number(per_page)),
    total: ids.length,
  };
}
