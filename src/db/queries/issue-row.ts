// An issue as its presenter wants it, and the tracker it is found through.
import { sql } from "drizzle-orm";
import type { Flag } from "../schema/columns.ts";
import { issues } from "../schema/index.ts";
import { columnsOf, type RowOf } from "../statement.ts";

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

/** Of the project `p` that was found, what its issues need to know. */
export const trackerColumns = {
  project_id: sql<number>`p.id`,
  project_path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
  issues_enabled: sql<Flag>`p.issues_enabled`,
  access_level: sql<number>`found_level`,
};

export type TrackerRow = RowOf<typeof trackerColumns>;

/** To follow the clauses of the viewer and of the found project. */
export const trackerJoins = sql`from viewer left join found left join projects p on p.id = found_id
  left join namespaces n on n.id = p.namespace_id`;

/** Whether the viewer sees all confidential issues of the found project. */
export const seesConfidential = sql`(viewer_admin = 1 or found_level >= 20)`;
