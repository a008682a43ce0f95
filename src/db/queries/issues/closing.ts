// Issues that the texts of a project say are closed: finding them, and closing them.
import { type SQL, sql } from "drizzle-orm";
import { asViewers, projectLevel, readableIssue, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { IssueState } from "../../schema/issues.ts";
import { execute, nullable, type RowOf, type Statement, selectWith } from "../../statement.ts";
import { hookedCouriers } from "../events/events.ts";
import { pathFrom, referredIssuables } from "../issuables/references.ts";
import { newestNotes } from "../noteables/system-notes.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { type IssueRow, issueColumns, issueJoins } from "./row.ts";

/** The project whose texts they are, and what these refer to. */
export interface ClosingWords {
  readonly project_id: number;
  /** JSON array of {namespace, project, iid}, null for those of the project. */
  readonly references: string;
}

/**
 * Each issue `i` that is closable and may be read, as often as it is: from the clause `viewer` on, one row for each
 * reference `j`. A fork's texts close nothing in its source. What another tracker has is not here.
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
  /** As its project is called from that of the texts, and the other way round: nothing, `project` or `group/project`. */
  path: pathFrom("p", "n", "sp"),
  path_back: pathFrom("sp", "sn", "p"),
  /** Whether whoever reads the texts may know its project; and whether whoever reads the issue may know theirs. */
  is_known: sql<Flag>`p.id = sp.id or p.visibility_level = 20`,
  is_known_back: sql<Flag>`p.id = sp.id or sp.visibility_level = 20`,
  /** Which of the references means it first. */
  place: sql<number>`min(j.key)`,
};

/** An issue with what the user who closes it may do there. */
export type ClosableIssue = RowOf<typeof closableColumns>;

const closableTemplate = selectWith(
  [
    sql`viewer as materialized ${asViewers(sql`select ${sql.placeholder("user_id")}`, sql`${sql.placeholder("today")}`)}`,
  ],
  closableColumns,
  sql`${closableIssues} group by i.id order by place`,
);

/** Those a user may read, in the order of the references; none for a user who is gone or blocked. */
export const findClosableIssues = (userId: number, words: ClosingWords, today: string): Statement<ClosableIssue> =>
  closableTemplate.with({ ...words, user_id: userId, today });

interface Place {
  /** How many there are in all. */
  readonly total: number;
  readonly project_path: string;
  readonly namespace_path: string;
  readonly place: number;
}

/** An issue of the page or, on an empty page, `id: null`. */
export type ClosableIssueListRow = Place & (IssueRow | { id: null });

const listTemplate = castTemplate<ClosableIssueListRow>(
  selectWith(
    [
      viewerCte,
      sql`closable as materialized (select i.id as closable_id, p.path as closable_path, n.path as closable_namespace,
        min(j.key) as closable_project ${closableIssues} group by i.id)`,
    ],
    {
      ...nullable(issueColumns),
      total: sql<number>`(select count(*) from closable)`,
      project_path: sql<string>`closable_path`,
      namespace_path: sql<string>`closable_namespace`,
      place: sql<number>`closable_project`,
    },
    sql`from viewer left join (select * from closable order by closable_project limit ${sql.placeholder("limit")}
        offset ${sql.placeholder("offset")}) page
      left join issues i on i.id = closable_id ${issueJoins("left join")}`,
  ),
);

/** A page of those the viewer may read. Always one row at least; in no order, which is by `place`. */
export const listClosableIssues = (
  viewer: ViewerKey,
  words: ClosingWords,
  limit: number,
  offset: number,
): Statement<ClosableIssueListRow> => listTemplate.with({ ...viewer, ...words, limit, offset });

/** An issue that is to be closed, and what is told of it there: `closed via merge request !3`. */
export interface IssueToClose {
  readonly id: number;
  readonly note: string;
}

export interface Closing {
  readonly issues: readonly IssueToClose[];
  /** The merge request the notes speak of: who may not see it does not see them. Null for none. */
  readonly mergeRequestId: number | null;
  readonly actorId: number;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

/**
 * Closes those that are open and were not reopened since: with a note, an event, and what the actor had to do there done.
 * What is told twice is done once.
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
    close(given, at),
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

const close = (given: SQL, at: string): Statement =>
  execute(sql`update issues set state = 'closed', updated_at = ${at} where id in (select i.id ${given})`);
