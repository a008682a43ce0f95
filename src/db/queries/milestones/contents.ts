// The issues and merge requests of a milestone that the viewer sees: the first ones, and how many of each state.
import { type SQL, sql } from "drizzle-orm";
import {
  seesConfidentialAt,
  type ViewerKey,
  viewerCte,
  visibleIssue,
  visibleMergeRequest,
} from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { type RowOf, type Statement, selectWith } from "../../statement.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";

/** Of each type. */
export const MOST_LISTED = 100;

const contentColumns = {
  type: sql<IssuableType>`content_type`,
  iid: sql<number>`content_iid`,
  title: sql<string>`content_title`,
  /** `locked` merge requests are being merged. */
  state: sql<string>`content_state`,
  confidential: sql<Flag>`content_confidential`,
  assignee_username: sql<string | null>`u.username`,
  assignee_name: sql<string | null>`u.name`,
  /** Of the same type and state in the milestone, in each row. */
  count: sql<number>`content_count`,
};

export type MilestoneContentRow = RowOf<typeof contentColumns>;

const named = sql`from viewer cross join found cross join projects p on p.id = found_id
  cross join milestones m on m.project_id = p.id and m.iid = ${sql.placeholder("milestone_iid")}`;

const numbered = (t: string, confidential: string): SQL =>
  sql.raw(`${t}.iid as content_iid, ${t}.title as content_title, ${t}.state as content_state,
    ${confidential} as content_confidential, ${t}.assignee_id as content_assignee,
    count(*) over (partition by ${t}.state) as content_count,
    row_number() over (order by ${t}.state in ('closed', 'merged'), ${t}.iid desc) as content_place,
    row_number() over (partition by ${t}.state order by ${t}.iid desc) as content_rank`);

const issues = sql`select 'Issue' as content_type, ${numbered("i", "i.confidential")} ${named}
  cross join issues i on i.milestone_id = m.id and i.project_id = p.id
  where p.issues_enabled = 1 and ${visibleIssue("i", seesConfidentialAt(sql`found_level`))}`;

const mergeRequests = sql`select 'MergeRequest', ${numbered("r", "0")} ${named}
  cross join merge_requests r on r.milestone_id = m.id and r.project_id = p.id
  where ${visibleMergeRequest("r", "p", sql`found_level`)}`;

const template = selectWith(
  [viewerCte, ...foundProjectCtes],
  contentColumns,
  sql`from (${issues} union all ${mergeRequests}) left join users u on u.id = content_assignee
    where content_place <= ${sql.raw(String(MOST_LISTED))} or content_rank = 1 order by content_type, content_place`,
);

/** The first 100 of each type, open ones first, and one of each state at least. None if the viewer sees no such milestone. */
export const listMilestoneContents = (
  viewer: ViewerKey,
  project: ProjectKey,
  iid: number,
): Statement<MilestoneContentRow> => template.with({ ...viewer, ...project, milestone_iid: iid });
