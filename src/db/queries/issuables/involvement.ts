// Who takes part in an issue or a merge request, and whether it is on the viewer's todo list.
import { type SQL, sql } from "drizzle-orm";
import { readableIssue, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { type RowOf, type Statement, select, selectWith, variants } from "../../statement.ts";
import { type IssuableName, issuableValues, namedIssuableId, namedTargetId } from "./issuable-key.ts";
import { issuableTable } from "./issuables.ts";

const participantColumns = {
  id: sql<number>`u.id`,
  username: sql<string>`u.username`,
  name: sql<string>`u.name`,
  state: sql<string>`u.state`,
  /** The viewer's pending todo about it, in each row. */
  todo_id: sql<number | null>`(select td.id from todos td where td.user_id = viewer_id and td.state = 'pending'
    and td.target_type = ${sql.placeholder("target_type")} and td.target_id = ${namedTargetId})`,
};

export type ParticipantRow = RowOf<typeof participantColumns>;

/** Ids, as participant_id. */
function participantIds(type: IssuableType): SQL {
  const named = (column: string): SQL =>
    sql`select t.${sql.raw(column)} from ${issuableTable(type)} t where t.id = ${namedTargetId}`;
  const reviewer =
    type === "MergeRequest" ? sql`union ${named("reviewer_id")} and t.reviewer_id is not null` : sql.empty();
  return sql`${named("author_id as participant_id")} union ${named("assignee_id")} and t.assignee_id is not null ${reviewer}
    union select * from (select pa.user_id from participants pa
      left join (select rn.author_id as referrer_id, count(*) as reference_notes from notes rn
        where rn.target_type = ${sql.placeholder("target_type")} and rn.target_id = ${namedTargetId}
          and rn.reference_id is not null group by rn.author_id) on referrer_id = pa.user_id
      where pa.target_type = ${sql.placeholder("target_type")} and pa.target_id = ${namedTargetId}
        and pa.notes > coalesce(reference_notes, 0)
      order by 1 limit ${sql.placeholder("limit")} + ${sql.placeholder("offset")})`;
}

const participants = variants(
  (type: IssuableType) =>
    selectWith(
      [viewerCte],
      participantColumns,
      sql`from viewer cross join (${participantIds(type)}
          order by 1 limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")})
        cross join users u on u.id = participant_id order by u.id`,
    ),
  (type) => type,
);

/** Of all but a few issuables, all. */
const MOST_PARTICIPANTS = 50;

/**
 * Author, assignee, reviewer and those who commented, by id. Notes that name another issuable do not count: the viewer may not see
 * that one, nor who mentioned it there. The caller checks that the viewer may see the issuable.
 */
export const listParticipants = (
  viewer: ViewerKey,
  type: IssuableType,
  issuable: IssuableName,
  limit = MOST_PARTICIPANTS,
  offset = 0,
): Statement<ParticipantRow> =>
  participants(type).with({ ...viewer, target_type: type, ...issuableValues(issuable), limit, offset });

const participantCounts = variants(
  (type: IssuableType) => select({ total: sql<number>`count(*)` }, sql`from (${participantIds(type)})`),
  (type) => type,
);

/** Their number. */
export const countParticipants = (type: IssuableType, issuable: IssuableName): Statement<{ total: number }> =>
  participantCounts(type).with({ target_type: type, ...issuableValues(issuable), limit: ALL, offset: 0 });

/** SQLite's limit of everything. */
const ALL = Number.MAX_SAFE_INTEGER;

const movedColumns = {
  iid: sql<number>`i.iid`,
  path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
};

export type MovedRow = RowOf<typeof movedColumns>;

const movedTemplate = selectWith(
  [viewerCte],
  movedColumns,
  sql`from viewer cross join issues f on f.id = ${namedIssuableId("Issue")} cross join issues i on i.id = f.moved_to_id
    cross join projects p on p.id = i.project_id cross join namespaces n on n.id = p.namespace_id
    where ${readableIssue("i", "p", "n")}`,
);

/** The issue that the named one was moved to, if the viewer may see that. One row or none. */
export const findMovedTo = (viewer: ViewerKey, issue: IssuableName): Statement<MovedRow> =>
  movedTemplate.with({ ...viewer, ...issuableValues(issue) });
