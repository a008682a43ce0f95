// Lists of issues, see issuable-lists/.
import type { ViewerKey } from "../../../permissions/visible.ts";
import type { Statement } from "../../statement.ts";
import { type Listed, type ListQuery, type ListRow, listIssuables } from "../issuable-lists/lists.ts";
import type { IssueRow } from "./row.ts";

export type ListedIssue = Listed<IssueRow>;
export type IssueListRow = ListRow<IssueRow>;

export const listIssues = (viewer: ViewerKey, query: ListQuery): Statement<IssueListRow> =>
  listIssuables("Issue", viewer, query);
