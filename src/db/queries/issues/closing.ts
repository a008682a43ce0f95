// Closing issues by texts of a project ("closes #3"): finding and closing them.
import { type SQL, sql } from "drizzle-orm";
import { asViewers, projectLevel, readableIssue, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { IssueState } from "../../schema/issues.ts";
import { execute, nullable, type RowOf, type Statement, selectWith, variants } from "../../statement.ts";
import { hookedCouriers } from "../events/events.ts";
import { pathFrom, referredIssuables } from "../issuables/references.ts";
import { newestNotes } from "../noteables/system-notes.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { type IssueRow, issueColumnsOf, issueJoins } from "./row.ts";

/** The references of closing words, and the project of their text. */
export interface ClosingWords {
  readonly project_id: number;
  /** JSON array of {namespace, project, iid}; null for the text's own namespace or project. */
  readonly references: string;
}

/**
 * One row for each reference `j` to an issue `i` that is closable and that the `viewer` may read. Texts of a fork close
 * nothing in its source. References in projects with an external issue tracker are skipped.
 */
const closableIssues = sql`from viewer cross join projects sp on sp.id = ${sql.placeholder("project_id")}
  cross join namespaces sn on sn.id = sp.namespace_id ${referredIssuables("Issue", sql`${sql.placeholder("references")}`)}
  where ${readableIssue("i", "p", "n")} and p.id is not sp.forked_from_id
    and not exists (select 1 from issue_trackers k where k.project_id in (p.id, sp.id))`;

const closableColumns = {
  id: sql<number>`i.id`,
  iid: sql<number>`i.iid`,
  state: sql<IssueState>`i.state`,
  confidential: sql<Flag>`i.confidential`,
  author_id: sql<number>`i.author_id`,
  assignee_id: sql<number | null>`i.assignee_id`,
  viewer_id: sql<number>`viewer_id`,
  viewer_admin: sql<Flag>`viewer_admin`,
  access_level: projectLevel("p", "n"),
  /**
   * Path of the issue's project in a reference from the text's project, and vice versa: ``, `project` or
   * `group/project`.
   */
  path: pathFrom("p", "n", "sp"),
  path_back: pathFrom("sp", "sn", "p"),
  /** True if readers of the text may learn the issue's project; and if readers of the issue may learn the text's. */
  is_known: sql<Flag>`p.id = sp.id or p.visibility_level = 20`,
  is_known_back: sql<Flag>`p.id = sp.id or sp.visibility_level = 20`,
  /** The index of its first reference. */
  place: sql<number>`min(j.key)`,
};

/** An issue, with the rights of the user who closes it. */
export type ClosableIssue = RowOf<typeof closableColumns>;

const closableTemplate = selectWith(
  [
    sql`viewer as materialized ${asViewers(sql`select ${sql.placeholder("user_id")}`, sql`${sql.placeholder("today")}`)}`,
  ],
  closableColumns,
  sql`${closableIssues} group by i.id order by place`,
);

/** The issues that a user may read, in the order of the references; none for a deleted or blocked user. */
export const findClosableIssues = (userId: number, words: ClosingWords, today: string): Statement<ClosableIssue> =>
  closableTemplate.with({ ...words, user_id: userId, today });

interface Place {
  /** The number of all closable issues. */
  readonly total: number;
  readonly project_path: string;
  readonly namespace_path: string;
  readonly place: number;
}

/** An issue of the page or, on an empty page, `id: null`. */
export type ClosableIssueListRow = Place & (IssueRow | { id: null });

const listTemplates = variants(
  (isDetailed: boolean | undefined) =>
    castTemplate<ClosableIssueListRow>(
      selectWith(
        [
          viewerCte,
          sql`closable as materialized (select i.id as closable_id, p.path as closable_path, n.path as closable_namespace,
            min(j.key) as closable_project ${closableIssues} group by i.id)`,
        ],
        {
          ...nullable(issueColumnsOf(isDetailed)),
          total: sql<number>`(select count(*) from closable)`,
          project_path: sql<string>`closable_path`,
          namespace_path: sql<string>`closable_namespace`,
          place: sql<number>`closable_project`,
        },
        sql`from viewer left join (select * from closable order by closable_project limit ${sql.placeholder("limit")}
            offset ${sql.placeholder("offset")}) page
          left join issues i on i.id = closable_id ${issueJoins("left join")}`,
      ),
    ),
  String,
);

/**
 * A page of the issues that the viewer may read. At least one row. Unordered: sort by `place`.
 *
 * @param isDetailed true for `issueDetailColumns`
 */
export const listClosableIssues = (
  viewer: ViewerKey,
  words: ClosingWords,
  limit: number,
  offset: number,
  isDetailed?: boolean,
): Statement<ClosableIssueListRow> => listTemplates(isDetailed).with({ ...viewer, ...words, limit, offset });

/** An issue to close, with its system note: `closed via merge request !3`. */
export interface IssueToClose {
  readonly id: number;
  readonly note: string;
}

export interface Closing {
  readonly issues: readonly IssueToClose[];
  /** The merge request that the notes name: viewers who cannot see it do not see the notes. Null for none. */
  readonly mergeRequestId: number | null;
  readonly actorId: number;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

/**
 * Closes the issues that are open and were not reopened since `at`, with a system note and an event each, and marks the
 * actor's todos there as done. Idempotent.
 * @param kind of the event
 */
export function closeIssues(kind: string, { issues, mergeRequestId, actorId, at }: Closing): Statement[] {
  const given = sql`from json_each(${JSON.stringify(issues)}) j
    cross join issues i on i.id = j.value ->> 'id' and i.state = 'opened'
    where not exists (select 1 from ${newestNotes("Issue", sql`i.id`)}
      where system = 1 and body = 'reopened' and created_at > ${at})`;
  return [
    insertClosedNotes(given, { mergeRequestId, actorId, at }),
    markTodosDoneOf(given, actorId, at),
    recordClosed(kind, given, actorId, at),
    close(given, actorId, at),
  ];
}

function insertClosedNotes(given: SQL, { mergeRequestId, actorId, at }: Omit<Closing, "issues">): Statement {
  const type = mergeRequestId === null ? null : "MergeRequest";
  return execute(sql`insert into notes (project_id, target_type, target_id, author_id, body, system, reference_type,
      reference_id, created_at, updated_at)
    select i.project_id, 'Issue', i.id, ${actorId}, j.value ->> 'note', 1, ${type}, ${mergeRequestId}, ${at}, ${at}
    ${given} order by j.key`);
}

const markTodosDoneOf = (given: SQL, actorId: number, at: string): Statement =>
  execute(sql`update todos set state = 'done', updated_at = ${at} where user_id = ${actorId} and target_type = 'Issue'
    and state = 'pending' and target_id in (select i.id ${given})`);

const recordClosed = (kind: string, given: SQL, actorId: number, at: string): Statement => ({
  ...execute(sql`insert into events (kind, actor_id, namespace_id, project_id, target_id, created_at)
    select ${kind}, ${actorId}, (select at.namespace_id from projects at where at.id = i.project_id), i.project_id,
      i.id, ${at} ${given} order by j.key
    returning ${hookedCouriers}`),
  returnsCouriers: true,
});

const close = (given: SQL, actorId: number, at: string): Statement =>
  execute(sql`update issues set state = 'closed', closed_at = ${at}, closed_by_id = ${actorId}, updated_at = ${at}
    where id in (select i.id ${given})`);
