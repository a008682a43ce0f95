// SQL that todos and notifications share: both are a user's entries about an issuable. Users see those entries whose
// issuable they may still see.
import { type SQL, sql } from "drizzle-orm";
import {
  projectLevel,
  seesConfidentialAt,
  visibleAt,
  visibleIssue,
  visibleLevel,
  visibleMergeRequestAt,
} from "../../../permissions/visible.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import type { RowOf } from "../../statement.ts";
import { type IssueRow, issueColumns } from "../issues/row.ts";
import { type MergeRequestRow, mergeRequestColumns } from "../merge-requests/row.ts";
import { GHOST_ID } from "../users/row.ts";
import { isFollowed, labelTitlesOf, milestoneColumns, participationIn } from "./row.ts";

/** The columns of both besides the issuable's. */
const causeColumns = {
  cause_note_id: sql<number | null>`t.note_id`,
  cause_note_body: sql<string | null>`cause.body`,
  /** The actor. */
  cause_author_id: sql<number>`c.id`,
  cause_author_username: sql<string>`c.username`,
  cause_author_name: sql<string>`c.name`,
  cause_author_state: sql<string>`c.state`,
  project_name: sql<string>`p.name`,
  project_path: sql<string>`p.path`,
  namespace_name: sql<string>`n.name`,
  namespace_path: sql<string>`n.path`,
  owner_name: sql<string | null>`o.name`,
};

/** An entry with its issuable. */
export type IssuableEntryRow = RowOf<typeof causeColumns> &
  (({ entry_target_type: "Issue" } & IssueRow) | ({ entry_target_type: "MergeRequest" } & MergeRequestRow));

/** A column of the issuable: one of the two joins finds a row. */
const either = (name: string): SQL => sql.raw(`coalesce(i.${name}, r.${name})`);

const shared = [
  "id",
  "iid",
  "project_id",
  "title",
  "description",
  "state",
  "closed_at",
  "discussion_locked",
  "time_estimate",
  "time_spent",
  "user_notes_count",
  "upvotes",
  "downvotes",
  "created_at",
  "updated_at",
  "author_id",
  "assignee_id",
] as const;

/** The columns of {@link IssuableEntryRow}, for entry `t`. */
export const entryColumns = {
  ...issueColumns,
  ...mergeRequestColumns,
  ...Object.fromEntries(shared.map((name) => [name, either(name)])),
  ...milestoneColumns,
  ...causeColumns,
  labels: labelTitlesOf("t.target_type", "t.target_id"),
  subscribed: isFollowed("a.id", "b.id", "r.reviewer_id"),
  entry_target_type: sql<IssuableType>`t.target_type`,
};

/** The id of the user, or of the ghost for a deleted user. */
const userOrGhost = (id: string): SQL =>
  sql.raw(`coalesce((select w.id from users w where w.id = ${id}), case when ${id} is not null then ${GHOST_ID} end)`);

/** Joins after entry `t`. @param by the column with the actor's id */
export const entryJoins = (
  by: "author_id" | "actor_id",
): SQL => sql`left join issues i on t.target_type = 'Issue' and i.id = t.target_id
  left join merge_requests r on t.target_type = 'MergeRequest' and r.id = t.target_id
  left join users a on a.id = coalesce(i.author_id, r.author_id)
  left join users b on b.id = coalesce(i.assignee_id, r.assignee_id)
  left join milestones m on m.id = coalesce(i.milestone_id, r.milestone_id)
  ${sql.raw(participationIn("t.target_type", "t.target_id"))}
  left join users c on c.id = ${by === "actor_id" ? userOrGhost("t.actor_id") : sql`t.author_id`} left join notes cause on cause.id = t.note_id
  left join projects p on p.id = t.project_id left join namespaces n on n.id = p.namespace_id
  left join users o on o.id = n.owner_id`;

/** `readable`: the ids of the viewer's entries `t` that satisfy `condition` and whose issuable they may see. */
export const readableEntries = (table: "todos" | "notifications", condition: SQL): SQL[] =>
  readableAmong(sql`select t.id as entry_id, t.project_id as entry_project, t.target_type as entry_type, t.target_id as entry_target, 0 as entry_rank
    from viewer cross join ${sql.raw(table)} t where t.user_id = viewer_id and ${condition}`);

const [isOpen, level] = [visibleLevel("place_visibility"), sql`place_level`];

/**
 * As {@link readableEntries}. Reads the entries once, then their projects, so that the level is computed once for each.
 * @param entries selects `entry_id`, `entry_project`, `entry_type`, `entry_target` and `entry_rank` of the viewer's
 *   entries
 */
export const readableAmong = (entries: SQL): SQL[] => [
  sql`entry as materialized (${entries})`,
  sql`place as materialized (
    select np.id as place_id, np.visibility_level as place_visibility, np.issues_enabled as place_issues,
      np.merge_requests_enabled as place_merge_requests,
      ${projectLevel("np", "nn")} as place_level
    from viewer cross join projects np cross join namespaces nn on nn.id = np.namespace_id
    where np.id in (select entry_project from entry))`,
  sql`readable as materialized (
    select entry_id as readable_id, entry_rank as readable_rank from viewer cross join entry cross join place on place_id = entry_project
      left join issues i on entry_type = 'Issue' and i.id = entry_target
      left join merge_requests r on entry_type = 'MergeRequest' and r.id = entry_target
    where ${visibleAt(isOpen, level)}
      and case when i.id is not null then place_issues = 1 and ${visibleIssue("i", seesConfidentialAt(level))}
        when r.id is not null then ${visibleMergeRequestAt("r", "place_merge_requests", isOpen, level)} end)`,
];
