// Approvals of merge requests.
import { type SQL, sql } from "drizzle-orm";
import { execute, type RowOf, type Statement, select } from "../../statement.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";

const approvalColumns = {
  user_id: sql<number>`u.id`,
  username: sql<string>`u.username`,
  name: sql<string>`u.name`,
  state: sql<string>`u.state`,
  approved_at: sql<string>`ap.created_at`,
};

export type ApprovalRow = RowOf<typeof approvalColumns>;

const listTemplate = select(
  approvalColumns,
  sql`from merge_request_approvals ap cross join users u on u.id = ap.user_id
    where ap.merge_request_id = ${namedIssuableId("MergeRequest")} order by ap.created_at, ap.user_id`,
);

/** Oldest first. The caller checks that the viewer may read the merge request. */
export const listApprovals = (mergeRequest: IssuableName): Statement<ApprovalRow> =>
  listTemplate.with(issuableValues(mergeRequest));

/** A merge request as the approver has seen it. */
export interface Approved {
  readonly id: number;
  readonly head_sha: string | null;
}

/** True if the merge request is open, has that head, and its approval by the user is there or not. */
export const isApprovalIn = ({ id, head_sha }: Approved, userId: number, exists: boolean): SQL =>
  sql`exists (select 1 from merge_requests r where r.id = ${id} and r.state in ('opened', 'reopened')
      and r.head_sha is ${head_sha})
    and ${exists ? sql`` : sql`not `}exists (select 1 from merge_request_approvals ap
      where ap.merge_request_id = ${id} and ap.user_id = ${userId})`;

export const insertApproval = (id: number, userId: number, now: string): Statement =>
  execute(
    sql`insert into merge_request_approvals (merge_request_id, user_id, created_at) values (${id}, ${userId}, ${now})`,
  );

export const deleteApproval = (id: number, userId: number): Statement =>
  execute(sql`delete from merge_request_approvals where merge_request_id = ${id} and user_id = ${userId}`);
