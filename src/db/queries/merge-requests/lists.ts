// Lists of merge requests, see issuable-lists/.
import type { ViewerKey } from "../../../permissions/visible.ts";
import type { Statement } from "../../statement.ts";
import { type Listed, type ListQuery, type ListRow, listIssuables } from "../issuable-lists/lists.ts";
import type { ExtendedMergeRequestRow } from "./row.ts";

export type ListedMergeRequest = Listed<ExtendedMergeRequestRow>;
export type MergeRequestListRow = ListRow<ExtendedMergeRequestRow>;

export const listMergeRequests = (viewer: ViewerKey, query: ListQuery): Statement<MergeRequestListRow> =>
  listIssuables("MergeRequest", viewer, query);
