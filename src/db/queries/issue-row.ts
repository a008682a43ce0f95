// An issue as its presenter wants it, and the tracker it is found through.
import { sql } from "drizzle-orm";
import { projectLevel, visibleIssue } from "../../permissions/visible.ts";
import { issues } from "../schema/index.ts";
import { columnsOf, type RowOf } from "../statement.ts";
import { foundProjectCte } from "./project-row.ts";

export const issueColumns = {
  ...columnsOf(issues, "i"),
  author_username: sql<string>`a.username`,
  author_name: sql<string>`a.name`,
  author_state: sql<string>`a.state`,
  assignee_username: sql<string | null>`b.username`,
  assignee_name: sql<string | null>`b.name`,
  assignee_state: sql<string | null>`b.state`,
  /** Whether the viewer takes part in it, as its author or assignee. */
  subscribed: sql<0 | 1>`coalesce(i.author_id = viewer_id or i.assignee_id = viewer_id, 0)`,
};

export type IssueRow = RowOf<typeof issueColumns>;

/** To follow `issues i`. */
export const issueJoins = (kind: "join" | "left join") =>
  sql.raw(`${kind} users a on a.id = i.author_id left join users b on b.id = i.assignee_id`);

/** Of the named project, what its issues need to know; `tracker_id` is null while issues are switched off. */
export const trackerColumns = {
  project_id: sql<number>`p.id`,
  project_path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
  issues_enabled: sql<0 | 1>`p.issues_enabled`,
  access_level: sql<number>`tracker_level`,
};

export type TrackerRow = RowOf<typeof trackerColumns>;

/**
 * `found` and `tracker`: one row if the viewer may see the named project, else none. `tracker_id` is null while issues
 * are switched off; `sees_confidential` says whether all confidential issues are the viewer's to see.
 */
export const trackerCtes = [
  foundProjectCte,
  sql`levelled as materialized (
    select lp.id as levelled_id, lp.issues_enabled as levelled_enabled, ${projectLevel("lp", "ln")} as levelled_level
    from viewer cross join found cross join projects lp on lp.id = found_id cross join namespaces ln on ln.id = lp.namespace_id)`,
  sql`tracker as materialized (
    select levelled_id as tracker_project_id, case when levelled_enabled = 1 then levelled_id end as tracker_id,
      levelled_level as tracker_level, (viewer_admin = 1 or levelled_level >= 20) as sees_confidential
    from viewer cross join levelled)`,
];

/** As a value anywhere in a statement that has `tracker`. */
export const seesConfidential = sql`(select sees_confidential from tracker)`;

export const visibleInTracker = (i: string) => visibleIssue(i, seesConfidential);
