// The columns of an issue for its presenter, and of the project (tracker) through which it is found.
import { sql } from "drizzle-orm";
import { readableIssue, seesConfidentialAt } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { IssueState } from "../../schema/issues.ts";
import type { RowOf } from "../../statement.ts";
import { labelTitles, milestoneColumns, participation, profileOf, subscribedTo } from "../issuables/row.ts";
import { relatedMergeRequests } from "./mentioning.ts";

export const issueColumns = {
  id: sql<number>`i.id`,
  iid: sql<number>`i.iid`,
  project_id: sql<number>`i.project_id`,
  title: sql<string>`i.title`,
  description: sql<string | null>`i.description`,
  state: sql<IssueState>`i.state`,
  confidential: sql<Flag>`i.confidential`,
  due_date: sql<string | null>`i.due_date`,
  moved_to_id: sql<number | null>`i.moved_to_id`,
  closed_at: sql<string | null>`i.closed_at`,
  discussion_locked: sql<Flag>`i.discussion_locked`,
  time_estimate: sql<number>`i.time_estimate`,
  time_spent: sql<number>`i.time_spent`,
  user_notes_count: sql<number>`i.user_notes_count`,
  upvotes: sql<number>`i.upvotes`,
  downvotes: sql<number>`i.downvotes`,
  created_at: sql<string>`i.created_at`,
  updated_at: sql<string>`i.updated_at`,
  author_id: sql<number>`i.author_id`,
  author_username: sql<string>`a.username`,
  author_name: sql<string>`a.name`,
  author_state: sql<string>`a.state`,
  assignee_id: sql<number | null>`i.assignee_id`,
  assignee_username: sql<string | null>`b.username`,
  assignee_name: sql<string | null>`b.name`,
  assignee_state: sql<string | null>`b.state`,
  ...milestoneColumns,
  labels: labelTitles("i", "Issue"),
  subscribed: subscribedTo("i", "Issue"),
};

export type IssueRow = RowOf<typeof issueColumns> &
  Partial<RowOf<typeof issueDetailColumns>> & { readonly label_details?: string };

/** Additional columns, which only some responses show: each is a lookup of its own. */
export const issueDetailColumns = {
  closed_by: profileOf("i.closed_by_id"),
  /** The issue that continues it, if the viewer may see that. */
  shown_moved_to_id: sql<number | null>`(select mi.id from issues mi cross join projects mp on mp.id = mi.project_id
    cross join namespaces mn on mn.id = mp.namespace_id
    where mi.id = i.moved_to_id and ${readableIssue("mi", "mp", "mn")})`,
  /** The number of merge requests that mention the issue or closed it, and that the viewer may see. */
  merge_requests_count: sql<number>`(select count(*) from ${relatedMergeRequests(sql`i.id`)})`,
};

/** @param isDetailed true for both */
export const issueColumnsOf = (isDetailed: boolean | undefined) =>
  isDetailed ? { ...issueColumns, ...issueDetailColumns } : issueColumns;

/** Joins after `issues i`. */
export const issueJoins = (kind: "join" | "left join") =>
  sql.raw(`${kind} users a on a.id = i.author_id left join users b on b.id = i.assignee_id
    left join milestones m on m.id = i.milestone_id ${participation("i", "Issue")}`);

/** The columns of the found project `p` that its issues need. */
export const trackerColumns = {
  project_id: sql<number>`p.id`,
  project_path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
  issues_enabled: sql<Flag>`p.issues_enabled`,
  access_level: sql<number>`found_level`,
};

export type TrackerRow = RowOf<typeof trackerColumns>;

/** After the CTEs of the viewer and of the found project. */
export const trackerJoins = sql`from viewer left join found left join projects p on p.id = found_id
  left join namespaces n on n.id = p.namespace_id`;

/** True where the viewer sees all confidential issues of the found project. */
export const seesConfidential = seesConfidentialAt(sql`found_level`);
