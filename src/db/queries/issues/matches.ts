// Lists of issues with filters that have no counter: label, milestone, assignee, search text. The most selective filter
// with an index leads, and the others are conditions on its rows. All matches are read once, for page and total.
import { type SQL, sql } from "drizzle-orm";
import { visibleIssue } from "../../../permissions/visible.ts";
import type { IssueState } from "../../schema/issues.ts";

export type MilestoneFilter =
  | { readonly kind: "title"; readonly title: string }
  | { readonly kind: "id"; readonly id: number }
  | { readonly kind: "none" | "upcoming" | "started" };

export type LabelFilter =
  /** An issue has any of the titles, or all of them. */
  { readonly kind: "any" | "all"; readonly titles: readonly string[] } | { readonly kind: "none" };

/** Filters of a list; null is no filter. */
export interface IssueFilters {
  readonly iid: number | null;
  readonly authorId: number | null;
  /** 0 for unassigned issues. */
  readonly assigneeId: number | null;
  readonly milestone: MilestoneFilter | null;
  readonly labels: LabelFilter | null;
  /** Case-insensitive part of title or description. */
  readonly search: string | null;
}

export interface MatchShape {
  readonly state: IssueState | "all";
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  /** Only issues that the viewer wrote. */
  readonly own: boolean;
  readonly iid: boolean;
  readonly author: boolean;
  readonly assignee: "somebody" | "nobody" | null;
  readonly milestone: MilestoneFilter["kind"] | null;
  readonly labels: LabelFilter["kind"] | null;
  /** `index` for texts of three characters and more, which trigrams find. */
  readonly search: "index" | "scan" | null;
}

/**
 * Characters of a token in the index. A shorter search text is searched in every issue that passes the other filters.
 */
const TRIGRAM = 3;

/**
 * Characters of a search text that are used. FTS5 compares each position of each trigram, which takes seconds for ten
 * thousand times the same letter in a text of the same kind.
 */
const MAX_SEARCHED = 64;

/** The first characters. A character has two UTF-16 units at most. */
const prefixOf = (search: string, characters: number): string[] =>
  [...search.slice(0, 2 * characters)].slice(0, characters);

/**
 * The search text is cut where one trigram occurs more often. For each occurrence, FTS5 reads all positions of the
 * trigram, of which a text of spaces or of one repeated word has a million.
 */
const MAX_REPEATED = 4;

/** The part of a search text that is used. */
function searched(search: string): string {
  const letters = prefixOf(search, MAX_SEARCHED);
  const counts = new Map<string, number>();
  for (let end = TRIGRAM; end <= letters.length; end += 1) {
    const trigram = letters
      .slice(end - TRIGRAM, end)
      .join("")
      .toLowerCase();
    const count = (counts.get(trigram) ?? 0) + 1;
    if (count > MAX_REPEATED) return letters.slice(0, end - 1).join("");
    counts.set(trigram, count);
  }
  return letters.join("");
}

const isShort = (search: string): boolean => prefixOf(search, TRIGRAM).length < TRIGRAM;

export const matchShape = (
  filters: IssueFilters,
  { state, orderBy, sort, own }: Pick<MatchShape, "state" | "orderBy" | "sort" | "own">,
): MatchShape => ({
  state,
  orderBy,
  sort,
  own,
  iid: filters.iid !== null,
  author: filters.authorId !== null,
  assignee: filters.assigneeId === null ? null : filters.assigneeId === 0 ? "nobody" : "somebody",
  milestone: filters.milestone?.kind ?? null,
  labels: filters.labels?.kind ?? null,
  search: filters.search === null ? null : isShort(filters.search) ? "scan" : "index",
});

/** The values of the placeholders in {@link findMatches}. */
export function matchValues({ iid, authorId, assigneeId, milestone, labels, search }: IssueFilters) {
  const titles = labels !== null && labels.kind !== "none" ? [...new Set(labels.titles)] : [];
  return {
    iid,
    author: authorId,
    assignee: assigneeId,
    milestone:
      milestone === null ? null : "title" in milestone ? milestone.title : "id" in milestone ? milestone.id : null,
    titles: JSON.stringify(titles),
    titles_count: titles.length,
    casings: JSON.stringify(search !== null && isShort(search) ? casingsOf(search) : []),
    phrase: search === null ? null : `"${searched(search).replaceAll('"', '""')}"`,
  };
}

/** A short text in every combination of cases, because SQLite folds ASCII only. The index folds its trigrams itself. */
const casingsOf = (text: string): string[] =>
  [...text].reduce<string[]>(
    (begun, letter) => begun.flatMap((start) => casesOf(letter).map((end) => start + end)),
    [""],
  );

const casesOf = (letter: string): string[] => [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])];

const titlesGiven = sql`select value from json_each(${sql.placeholder("titles")})`;

const labelsOf = (i: string): SQL => sql`from label_links ll cross join labels lb on lb.id = ll.label_id
  where ll.target_type = 'Issue' and ll.target_id = ${sql.raw(i)}.id`;

/** Filters as conditions on issue `i`; `search` only for texts too short for the index. */
const passes = {
  iid: sql`i.iid = ${sql.placeholder("iid")}`,
  author: sql`i.author_id = ${sql.placeholder("author")}`,
  assignee: { somebody: sql`i.assignee_id = ${sql.placeholder("assignee")}`, nobody: sql`i.assignee_id is null` },
  milestone: {
    title: sql`i.milestone_id = (select m.id from milestones m where m.project_id = i.project_id and m.title = ${sql.placeholder("milestone")})`,
    id: sql`i.milestone_id = ${sql.placeholder("milestone")}`,
    none: sql`i.milestone_id is null`,
    upcoming: sql`i.milestone_id = (select m.id from milestones m where m.project_id = i.project_id
      and m.state = 'active' and m.due_date > viewer_today order by m.due_date, m.id limit 1)`,
    started: sql`exists (select 1 from milestones m where m.id = i.milestone_id and m.start_date <= viewer_today)`,
  },
  labels: {
    any: sql`exists (select 1 ${labelsOf("i")} and lb.title in (${titlesGiven}))`,
    all: sql`(select count(*) ${labelsOf("i")} and lb.title in (${titlesGiven})) = ${sql.placeholder("titles_count")}`,
    none: sql`not exists (select 1 ${labelsOf("i")})`,
  },
  search: sql`exists (select 1 from json_each(${sql.placeholder("casings")})
    where instr(i.title, value) > 0 or instr(i.description, value) > 0)`,
};

const labelHits = (scope: SQL): SQL => sql`(select distinct ll.target_id as hit_id, scope.* from ${scope} scope
    cross join labels lb on lb.project_id = scope_id and lb.title in (${titlesGiven})
    cross join label_links ll on ll.label_id = lb.id and ll.target_type = 'Issue')
  cross join issues i on i.id = hit_id`;

/** The index has a unique trigram for each project: its id in digits of base 20,000. */
const trigram = sql.raw(
  "char(19968 + scope_id / 400000000 % 20000, 19968 + scope_id / 20000 % 20000, 19968 + scope_id % 20000)",
);

/** The search text, in one project after the other. */
const searchHits = (scope: SQL): SQL => {
  const words = sql`${sql.placeholder("phrase")} || ' AND scope : "' || ${trigram} || '"'`;
  return sql`${scope} cross join issues i on i.id in (
    select rowid from issue_title_search where issue_title_search match 'title : ' || ${words}
    union select rowid from issue_description_search where issue_description_search match 'description : ' || ${words})`;
};

const milestonesOfScope = {
  title: sql`m.title = ${sql.placeholder("milestone")}`,
  id: sql`m.id = ${sql.placeholder("milestone")}`,
  upcoming: sql`m.id = (select u.id from milestones u where u.project_id = scope_id and u.state = 'active'
    and u.due_date > viewer_today order by u.due_date, u.id limit 1)`,
  started: sql`m.start_date <= viewer_today`,
};

const milestoneHits = (scope: SQL, condition: SQL): SQL =>
  sql`${scope} cross join milestones m on m.project_id = scope_id and ${condition}
    cross join issues i on i.milestone_id = m.id and i.project_id = scope_id`;

/** The leading filter: the source of the candidates, and the condition that they satisfy already. */
function lead(shape: MatchShape, scope: SQL): { from: SQL; satisfies: keyof MatchShape | null } {
  const issuesWhere = (condition: SQL) => sql`${scope} cross join issues i on i.project_id = scope_id and ${condition}`;
  if (shape.search === "index") return { from: searchHits(scope), satisfies: "search" };
  if (shape.iid) return { from: issuesWhere(passes.iid), satisfies: "iid" };
  if (shape.labels === "any" || shape.labels === "all") {
    return { from: labelHits(scope), satisfies: shape.labels === "any" ? "labels" : null };
  }
  if (shape.milestone !== null && shape.milestone !== "none") {
    return { from: milestoneHits(scope, milestonesOfScope[shape.milestone]), satisfies: "milestone" };
  }
  if (shape.assignee === "somebody") return { from: issuesWhere(passes.assignee.somebody), satisfies: "assignee" };
  if (shape.author) return { from: issuesWhere(passes.author), satisfies: "author" };
  if (shape.own) return { from: issuesWhere(sql`i.author_id = viewer_id`), satisfies: "own" };
  if (shape.milestone === "none") return { from: issuesWhere(passes.milestone.none), satisfies: "milestone" };
  if (shape.assignee === "nobody") return { from: issuesWhere(passes.assignee.nobody), satisfies: "assignee" };
  return { from: issuesWhere(sql`1`), satisfies: null };
}

/**
 * JSON of `total` and `page` for one list, in a row of the CTE `head`. `page` is an array of [issue id, path of its
 * project, path of its namespace], in order. One pass counts and numbers the matches, because SQLite evaluates a
 * correlated subquery again at each use.
 * @param scope `rows` of a {@link ScopeSql}
 */
export function findMatches(shape: MatchShape, scope: SQL): SQL {
  const { from, satisfies } = lead(shape, scope);
  const conditions: [keyof MatchShape, SQL | false | null][] = [
    ["iid", shape.iid && passes.iid],
    ["author", shape.author && passes.author],
    ["own", shape.own && sql`i.author_id = viewer_id`],
    ["assignee", shape.assignee && passes.assignee[shape.assignee]],
    ["milestone", shape.milestone && passes.milestone[shape.milestone]],
    ["labels", shape.labels && passes.labels[shape.labels]],
    ["search", shape.search && passes.search],
    ["state", shape.state !== "all" && sql.raw(`i.state = '${shape.state}'`)],
  ];
  const rest = conditions.flatMap(([name, condition]) =>
    condition && name !== satisfies ? [sql` and ${condition}`] : [],
  );
  const direction = sql.raw(shape.sort);
  const offset = sql.placeholder("offset");
  return sql`(
    select json_object('total', count(*), 'page', json_group_array(json_array(match_id, scope_path, scope_namespace))
      filter (where place > ${offset} and place <= ${offset} + ${sql.placeholder("limit")}))
    from (
      select i.id as match_id, scope_path, scope_namespace,
        row_number() over (order by i.${sql.raw(shape.orderBy)} ${direction}, i.id ${direction}) as place
      from ${from} where ${visibleIssue("i", sql`scope_sees_confidential`)} ${sql.join(rest)}))`;
}
