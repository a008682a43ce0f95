// One page of a list of issues or merge requests, in one round trip.
import type { Rows } from "../../../db/database.ts";
import {
  inOrder,
  type Listed,
  type ListQuery,
  type ListRow,
  listIssuables,
} from "../../../db/queries/issuable-lists/lists.ts";
import { MOST_SORTED } from "../../../db/queries/issuable-lists/matches.ts";
import { MOST_PROJECTS } from "../../../db/queries/issuable-lists/scopes.ts";
import { isIndexed, type Scope } from "../../../db/queries/issuable-lists/shape.ts";
import { budgetAt } from "../../../db/queries/issuable-lists/walk.ts";
import type { IssuableType } from "../../../db/schema/issuables.ts";
import type { Statement } from "../../../db/statement.ts";
import { badParameters } from "../../../http/errors.ts";
import { pageOf } from "../../../http/pagination.ts";
import { type Call, paginate, type Reply } from "../../endpoint.ts";
import type { PresentRow } from "../../presenter-context.ts";
import { withRows } from "../../require.ts";
import { filtersOf, type GivenFilters } from "./list-filters.ts";

/** The parameters of a list, those of all types of lists. */
export type ListCall = Call & {
  readonly params: GivenFilters & {
    readonly state: ListQuery["state"] | "locked";
    readonly order_by: ListQuery["orderBy"];
    readonly sort: ListQuery["sort"];
    readonly with_labels_details: boolean;
    readonly non_archived?: boolean;
    readonly page: number;
    readonly per_page: number;
  };
};

export interface ListedRow {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * The size of a list. Of a list that was not read to its end it is at least one more than the page reaches, so that the
 * page has a next one.
 * @param narrower how to ask for less
 * @throws ApiError 400 for a list that reads or sorts too much
 */
export function sizeOf(
  { total, is_partial }: Pick<ListRow<unknown>, "total" | "is_partial">,
  { orderBy, limit, offset }: Pick<ListQuery, "orderBy" | "limit" | "offset">,
  narrower = "Name a user by author, assignee or reviewer, or list a group or a project.",
): number {
  if (total < 0) throw badParameters([`scope all reads at most ${MOST_PROJECTS} projects. ${narrower}`]);
  if (!isIndexed(orderBy) && (total > MOST_SORTED || is_partial === 1)) {
    throw badParameters([`order_by ${orderBy} sorts at most ${MOST_SORTED} of a list. Narrow it by filters.`]);
  }
  if (is_partial !== 1) return total;
  const reached = offset + limit;
  if (total < reached) {
    throw badParameters([`scope all looks at ${budgetAt(offset)}, of which ${total} are in the list. ${narrower}`]);
  }
  return Math.max(total, reached + 1);
}

/**
 * @param admit throws the refusal if the viewer may not see the list
 * @param also statements whose rows `admit` needs besides the viewer's row
 */
export async function serveList<Row extends ListedRow, const S extends readonly Statement[]>(
  type: IssuableType,
  call: ListCall,
  scope: Scope,
  present: PresentRow<Listed<Row>, unknown>,
  admit: (viewerRow: ListRow<Row>, rows: Rows<S>) => void,
  ...also: S
): Promise<Reply> {
  const { state, order_by: orderBy, sort, with_labels_details, non_archived = false } = call.params;
  const { perPage, offset } = pageOf(call.params);
  const filters = filtersOf(call.params);
  const query: ListQuery = {
    scope,
    // None is locked.
    ...(state === "locked" ? { state: "all", filters: { ...filters, nothing: 1 } } : { state, filters }),
    orderBy,
    sort,
    isUnarchived: non_archived,
    isDetailed: true,
    hasLabelDetails: with_labels_details,
    limit: perPage,
    offset,
  };
  const read = await withRows(call, listIssuables<Row>(type, call.viewer, query), ...also);
  admit(read.viewerRow, read.also);
  const total = sizeOf(read.viewerRow, query);
  return paginate(call, { rows: inOrder(read.rows, query), total }, (row) => present(row, call));
}
