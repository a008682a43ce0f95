// Lists of issues narrowed by what no counter knows of: label, milestone, assignee, words. The most telling filter, which
// an index answers, leads; the others are asked of what it finds. All that matches is read, once, for page and total.
import { type SQL, sql } from "drizzle-orm";
import { visibleIssue } from "../../../permissions/visible.ts";
import type { IssueState } from "../../schema/issues.ts";

export type MilestoneFilter =
  | { readonly kind: "title"; readonly title: string }
  | { readonly kind: "id"; readonly id: number }
  | { readonly kind: "none" | "upcoming" | "started" };

export type LabelFilter =
  /** `any` of them, or `all`. */
  { readonly kind: "any" | "all"; readonly titles: readonly string[] } | { readonly kind: "none" };

/** What a list is narrowed to; null does not narrow it. */
export interface IssueFilters {
  readonly iid: number | null;
  readonly authorId: number | null;
  /** 0: nobody's. */
  readonly assigneeId: number | null;
  readonly milestone: MilestoneFilter | null;
  readonly labels: LabelFilter | null;
  /** Part of title or description, whatever the case of its letters. */
  readonly search: string | null;
}

export interface MatchShape {
  readonly state: IssueState | "all";
  readonly orderBy: "created_at" | "updated_at";
  readonly sort: "asc" | "desc";
  /** By the viewer, besides what else is asked. */
  readonly own: boolean;
  readonly iid: boolean;
  readonly author: boolean;
  readonly assignee: "somebody" | "nobody" | null;
  readonly milestone: MilestoneFilter["kind"] | null;
  readonly labels: LabelFilter["kind"] | null;
  /** Trigrams find texts of three characters and more. */
  readonly search: "index" | "scan" | null;
}

/** Characters of a piece of text in the index; a shorter text is looked for in every issue that is left. */
const TRIGRAM = 3;

/**
 * Of a longer text so much is looked for: FTS5 compares each place of each trigram, which for ten thousand times one
 * letter in a text of as many takes seconds.
 */
const LONGEST_SEARCHED = 64;

/** A character takes two units of a text at most. */
const beginOf = (search: string, characters: number): string[] =>
  [...search.slice(0, 2 * characters)].slice(0, characters);

/**
 * So often one trigram is looked for at once. FTS5 reads all places of a trigram for each time that it occurs in the text
 * looked for, and in a text of blanks or of one word there are a million of them.
 */
const MOST_REPEATED = 4;

/** The beginning of a text as far as it is looked for. */
function searched(search: string): string {
  const letters = beginOf(search, LONGEST_SEARCHED);
  const counts = new Map<string, number>();
  for (let end = TRIGRAM; end <= letters.length; end += 1) {
    const trigram = letters
      .slice(end - TRIGRAM, end)
      .join("")
      .toLowerCase();
    const count = (counts.get(trigram) ?? 0) + 1;
    if (count > MOST_REPEATED) return letters.slice(0, end - 1).join("");
    counts.set(trigram, count);
  }
  return letters.join("");
}

const isShort = (search: string): boolean => beginOf(search, TRIGRAM).length < TRIGRAM;

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

/** The values of the placeholders below. */
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

/** A short text in every case of its letters, for SQLite folds ASCII only; a trigram's are folded where it is indexed. */
const casingsOf = (text: string): string[] =>
  [...text].reduce<string[]>(
    (begun, letter) => begun.flatMap((start) => casesOf(letter).map((end) => start + end)),
    [""],
  );

const casesOf = (letter: string): string[] => [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])];

const titlesGiven = sql`select value from json_each(${sql.placeholder("titles")})`;

const labelsOf = (i: string): SQL => sql`from label_links ll cross join labels lb on lb.id = ll.label_id
  where ll.target_type = 'Issue' and ll.target_id = ${sql.raw(i)}.id`;

/** Whether an issue passes a filter, asked of the issue; a search only where no index has answered it. */
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

/** A project is written as one trigram, which no other shares: its id in digits of base 20,000. */
const trigram = sql.raw(
  "char(19968 + scope_id / 400000000 % 20000, 19968 + scope_id / 20000 % 20000, 19968 + scope_id % 20000)",
);

/** The words, in the texts of one project after the other. */
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

/** What leads: where the candidates come from, and which filter that answers. */
function lead(shape: MatchShape, scope: SQL): { from: SQL; answers: keyof MatchShape | null } {
  const issuesWhere = (condition: SQL) => sql`${scope} cross join issues i on i.project_id = scope_id and ${condition}`;
  if (shape.search === "index") return { from: searchHits(scope), answers: "search" };
  if (shape.iid) return { from: issuesWhere(passes.iid), answers: "iid" };
  if (shape.labels === "any" || shape.labels === "all") {
    return { from: labelHits(scope), answers: shape.labels === "any" ? "labels" : null };
  }
  if (shape.milestone !== null && shape.milestone !== "none") {
    return { from: milestoneHits(scope, milestonesOfScope[shape.milestone]), answers: "milestone" };
  }
  if (shape.assignee === "somebody") return { from: issuesWhere(passes.assignee.somebody), answers: "assignee" };
  if (shape.author) return { from: issuesWhere(passes.author), answers: "author" };
  if (shape.own) return { from: issuesWhere(sql`i.author_id = viewer_id`), answers: "own" };
  if (shape.milestone === "none") return { from: issuesWhere(passes.milestone.none), answers: "milestone" };
  if (shape.assignee === "nobody") return { from: issuesWhere(passes.assignee.nobody), answers: "assignee" };
  return { from: issuesWhere(sql`1`), answers: null };
}

/**
 * What a list finds, for a row of the clause `head`: JSON of `total` and `page`, an array of [issue id, its project's
 * path, its namespace's path] in order. What matches is counted and numbered in one go: a clause that depends on its row
 * is worked out anew wherever it is named.
 * @param scope the projects, as issue-scopes.ts has them
 */
export function findMatches(shape: MatchShape, scope: SQL): SQL {
  const { from, answers } = lead(shape, scope);
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
    condition && name !== answers ? [sql` and ${condition}`] : [],
  );
  const direction = sql.raw(shape.sort);
  const offset = sql.placeholder("offset");
  return sql`(
    select json_object('total', count(*), 'page', json_group_array(json_array(match_id, scope_path, scope_namespace))
      filter (where place > ${offset} and place <= ${offset} + ${sql.placeholder("limit")}))
    from (
      select i.id as match_id, scope_path, scope_namespace,
        row_number() over (order by i.${sql.raw(shape.orderBy)} ${direction}, i.id ${direction}) as place
      from ${from} where ${visibleIssue("i", sql`scope_sees`)} ${sql.join(rest)}))`;
}
