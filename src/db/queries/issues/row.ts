// An issue as its presenter wants it, and the tracker it is found through.
import { type SQL, sql } from "drizzle-orm";
import { seesConfidentialAt } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import type { IssueState } from "../../schema/issues.ts";
import type { MilestoneState } from "../../schema/milestones.ts";
import type { RowOf } from "../../statement.ts";

/** Whether the viewer follows issuable `t`: as they asked, else whether they take part in it; joined as {@link participation}. */
export const subscribedTo = (t: string): SQL<Flag> => isFollowed(`${t}.author_id`, `${t}.assignee_id`);

/** As {@link subscribedTo}. @param author,assignee columns that have their ids */
export const isFollowed = (author: string, assignee: string): SQL<Flag> =>
  sql<Flag>`${sql.raw(`coalesce(part.subscribed, ${author} = viewer_id or coalesce(${assignee} = viewer_id, 0)
    or coalesce(part.notes + part.awards + part.mentions > 0, 0), 0)`)}`;

/** What {@link subscribedTo} asks for, to follow issuable `t`. */
export const participation = (t: string, type: IssuableType): string => participationIn(`'${type}'`, `${t}.id`);

/** As {@link participation}. @param type,id expressions that name the issuable */
export const participationIn = (type: string, id: string): string =>
  `left join participants part on part.target_type = ${type} and part.target_id = ${id} and part.user_id = viewer_id`;

/** JSON array of the titles of a issuable's labels, in no order. */
export const labelTitles = (t: string, type: IssuableType): SQL<string> => labelTitlesOf(`'${type}'`, `${t}.id`);

/** As {@link labelTitles}. @param type,id expressions that name the issuable */
export const labelTitlesOf = (type: string, id: string): SQL<string> =>
  sql<string>`${sql.raw(`(select json_group_array(lb.title) from label_links ll join labels lb on lb.id = ll.label_id
    where ll.target_type = ${type} and ll.target_id = ${id})`)}`;

export const milestoneColumns = {
  milestone_id: sql<number | null>`m.id`,
  milestone_iid: sql<number>`m.iid`,
  milestone_title: sql<string>`m.title`,
  milestone_description: sql<string | null>`m.description`,
  milestone_state: sql<MilestoneState>`m.state`,
  milestone_due_date: sql<string | null>`m.due_date`,
  milestone_start_date: sql<string | null>`m.start_date`,
  milestone_created_at: sql<string>`m.created_at`,
  milestone_updated_at: sql<string>`m.updated_at`,
};

/** The milestone of an issue or a merge request, and their project. */
export type MilestoneOfRow = RowOf<typeof milestoneColumns> & { readonly project_id: number };

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
  subscribed: subscribedTo("i"),
};

export type IssueRow = RowOf<typeof issueColumns>;

/** To follow `issues i`. */
export const issueJoins = (kind: "join" | "left join") =>
  sql.raw(`${kind} users a on a.id = i.author_id left join users b on b.id = i.assignee_id
    left join milestones m on m.id = i.milestone_id ${participation("i", "Issue")}`);

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
export const seesConfidential = seesConfidentialAt(sql`found_level`);
