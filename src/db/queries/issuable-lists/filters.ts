// Filters of lists of issues and merge requests, each with a placeholder of its name, as conditions on issuable `i`.
import { type SQL, sql } from "drizzle-orm";
import { isAuthorOrAssignee, visibleIssue } from "../../../permissions/visible.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import type { ListedState } from "../../schema/merge-requests.ts";

export const tables = { Issue: "issues", MergeRequest: "merge_requests" } as const;

/** The columns of projects that have them enabled. */
export const features = { Issue: "issues_enabled", MergeRequest: "merge_requests_enabled" } as const;

/** All states of a type. */
export const statesOf = (type: IssuableType): ListedState[] =>
  type === "Issue" ? ["opened", "closed"] : ["opened", "closed", "merged"];

type Condition = (type: IssuableType) => SQL;

const given = sql.placeholder;

/** The elements of a JSON array. */
export const elementsOf = (name: string): SQL => sql`select value from json_each(${given(name)})`;

export const userNamed = (name: string): SQL =>
  sql`(select un.id from users un where lower(un.username) = lower(${given(name)}))`;

const labelsOf = (type: IssuableType): SQL => sql`from label_links ll cross join labels lb on lb.id = ll.label_id
  where ll.target_type = '${sql.raw(type)}' and ll.target_id = i.id`;

const labelledOneOf =
  (name: string): Condition =>
  (type) =>
    sql`exists (select 1 ${labelsOf(type)} and lb.title in (${elementsOf(name)}))`;

const reactionsOf = (type: IssuableType): SQL => sql`exists (select 1 from award_emoji ae
  where ae.target_type = '${sql.raw(type)}' and ae.target_id = i.id and ae.user_id = viewer_id`;

const instr = (column: string): SQL => sql`instr(i.${sql.raw(column)}, value) > 0`;

const short = (name: string, condition: SQL) => () =>
  sql`exists (select 1 from json_each(${given(name)}) where ${condition})`;

/** JavaScript's white space, which the pattern of work in progress skips. */
const SPACE =
  sql.raw(`char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201,
  8202, 8232, 8233, 8239, 8287, 12288, 65279)`);

/** The same as PREFIX in services/merge-requests/work-in-progress.ts. LIKE ignores the case of ASCII letters. */
const isDraft = sql`exists (select 1 from (select ltrim(i.title, ${SPACE}) as start) where start like '[draft]%'
  or start like '(draft)%' or start like 'draft:%' or start like 'wip:%' or start like '[wip]%'
  or (start like 'wip_%' and trim(substr(start, 4, 1), ${SPACE}) = ''))`;

const milestoneTitled = (name: string) =>
  sql`(select m.id from milestones m where m.project_id = i.project_id and m.title = ${given(name)})`;

/** For a project of the scope: its milestones `m` that a filter names. */
export const milestonesOfScope = {
  milestone: sql`m.title = ${sql.placeholder("milestone")}`,
  milestone_id: sql`m.id = ${sql.placeholder("milestone_id")}`,
  upcoming: sql`m.id = (select u.id from milestones u where u.project_id = scope_id and u.state = 'active'
    and u.due_date > viewer_today order by u.due_date, u.id limit 1)`,
  started: sql`m.start_date <= viewer_today`,
} as const;

/** `short`: texts too short for the index, a JSON array of casings. `phrase`: searched in the index. */
const searchFilters = ["both_phrase", "title_phrase", "description_phrase"] as const;

/** The filter that the search index has. */
export const givenSearch = (filters: readonly FilterName[]) => searchFilters.find((name) => filters.includes(name));

export const conditions = {
  iids: () => sql`i.iid in (${elementsOf("iids")})`,
  author: () => sql`i.author_id = ${given("author")}`,
  author_name: () => sql`i.author_id = ${userNamed("author_name")}`,
  /** Those that the viewer created. */
  own: () => sql`i.author_id = viewer_id`,
  assignee: () => sql`i.assignee_id = ${given("assignee")}`,
  assignee_name: () => sql`i.assignee_id = ${userNamed("assignee_name")}`,
  /** Those that are assigned to the viewer. */
  mine: () => sql`i.assignee_id = viewer_id`,
  unassigned: () => sql`i.assignee_id is null`,
  assigned: () => sql`i.assignee_id is not null`,
  reviewer: () => sql`i.reviewer_id = ${given("reviewer")}`,
  reviewer_name: () => sql`i.reviewer_id = ${userNamed("reviewer_name")}`,
  /** Those that the viewer reviews. */
  reviewing: () => sql`i.reviewer_id = viewer_id`,
  unreviewed: () => sql`i.reviewer_id is null`,
  reviewed: () => sql`i.reviewer_id is not null`,
  milestone: () => sql`i.milestone_id = ${milestoneTitled("milestone")}`,
  milestone_id: () => sql`i.milestone_id = ${given("milestone_id")}`,
  no_milestone: () => sql`i.milestone_id is null`,
  any_milestone: () => sql`i.milestone_id is not null`,
  upcoming: () => sql`i.milestone_id = (select m.id from milestones m where m.project_id = i.project_id
    and m.state = 'active' and m.due_date > viewer_today order by m.due_date, m.id limit 1)`,
  started: () => sql`exists (select 1 from milestones m where m.id = i.milestone_id and m.start_date <= viewer_today)`,
  /** One title, see {@link withOneLabel}. */
  label: (type) => sql`exists (select 1 ${labelsOf(type)} and lb.title = ${given("label")})`,
  /** JSON arrays of distinct titles. */
  labels_any: labelledOneOf("labels_any"),
  labels_all: (type) => sql`(select count(*) ${labelsOf(type)} and lb.title in (${elementsOf("labels_all")}))
    = json_array_length(${given("labels_all")})`,
  no_labels: (type) => sql`not exists (select 1 ${labelsOf(type)})`,
  some_label: (type) => sql`exists (select 1 ${labelsOf(type)})`,
  both_phrase: () => sql`1`,
  title_phrase: () => sql`1`,
  description_phrase: () => sql`1`,
  both_short: short("both_short", sql`${instr("title")} or ${instr("description")}`),
  title_short: short("title_short", instr("title")),
  description_short: short("description_short", instr("description")),
  confidential: () => sql`i.confidential = ${given("confidential")}`,
  created_after: () => sql`i.created_at >= ${given("created_after")}`,
  created_before: () => sql`i.created_at <= ${given("created_before")}`,
  updated_after: () => sql`i.updated_at >= ${given("updated_after")}`,
  updated_before: () => sql`i.updated_at <= ${given("updated_before")}`,
  reaction: (type) => sql`${reactionsOf(type)} and ae.name = ${given("reaction")})`,
  no_reaction: (type) => sql`not ${reactionsOf(type)})`,
  any_reaction: (type) => sql`${reactionsOf(type)})`,
  source_branch: () => sql`i.source_branch = ${given("source_branch")}`,
  target_branch: () => sql`i.target_branch = ${given("target_branch")}`,
  draft: () => sql`${isDraft} = ${given("draft")}`,
  not_iids: () => sql`i.iid not in (${elementsOf("not_iids")})`,
  not_author: () => sql`i.author_id <> ${given("not_author")}`,
  not_author_name: () => sql`i.author_id is not ${userNamed("not_author_name")}`,
  not_assignee: () => sql`i.assignee_id is not ${given("not_assignee")}`,
  not_assignee_name: () => sql`(i.assignee_id is null or i.assignee_id is not ${userNamed("not_assignee_name")})`,
  not_reviewer: () => sql`i.reviewer_id is not ${given("not_reviewer")}`,
  not_reviewer_name: () => sql`(i.reviewer_id is null or i.reviewer_id is not ${userNamed("not_reviewer_name")})`,
  not_milestone: () => sql`(i.milestone_id is null or i.milestone_id is not ${milestoneTitled("not_milestone")})`,
  not_labels: (type) => sql`not ${labelledOneOf("not_labels")(type)}`,
  not_reaction: (type) => sql`not ${reactionsOf(type)} and ae.name = ${given("not_reaction")})`,
  /** No issuable passes. */
  nothing: () => sql`0`,
} satisfies Record<string, Condition>;

export type FilterName = keyof typeof conditions;

/** The values of the placeholders. A filter without a value has any. */
export type FilterValues = Readonly<Partial<Record<FilterName, number | string>>>;

export const isFilter = (name: string): name is FilterName => Object.hasOwn(conditions, name);

/** The names of the given filters, in an order of their own: a shape is the key of a template. */
export const givenFilters = (values: FilterValues): FilterName[] =>
  Object.entries(values)
    .flatMap(([name, value]) => (value !== undefined && isFilter(name) ? [name] : []))
    .sort();

/** The filters, with `label` in place of a list of one title. */
export function withOneLabel({ labels_any, labels_all, ...others }: FilterValues): FilterValues {
  const lists = { ...(labels_any !== undefined && { labels_any }), ...(labels_all !== undefined && { labels_all }) };
  const [titles, another] = Object.values(lists);
  const [title, second]: string[] = titles === undefined ? [] : JSON.parse(String(titles));
  const isOne = another === undefined && title !== undefined && second === undefined;
  return isOne ? { ...others, label: title } : { ...others, ...lists };
}

/** Issuable `i` of a project of the scope, see scopes.ts. */
export const visibleInScope = (type: IssuableType): SQL =>
  type === "Issue" ? visibleIssue("i", sql`scope_sees_all`) : sql`(scope_sees_all or ${isAuthorOrAssignee("i")})`;
