// Parameters, query and response that all lists of issues share.
import type { Rows } from "../../../db/database.ts";
import type { FilterValues } from "../../../db/queries/issuable-lists/filters.ts";
import { inOrder, type ListQuery } from "../../../db/queries/issuable-lists/lists.ts";
import { searchFilter } from "../../../db/queries/issuable-lists/search-text.ts";
import type { Scope } from "../../../db/queries/issuable-lists/shape.ts";
import { type IssueListRow, type ListedIssue, listIssues } from "../../../db/queries/issues/lists.ts";
import type { Statement } from "../../../db/statement.ts";
import { integer, oneOf, text } from "../../../http/coerce.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, type ParamValues, withDefault } from "../../../http/params.ts";
import { searchText } from "../../../http/search.ts";
import { type Call, paginate, type Reply } from "../../endpoint.ts";
import { withRows } from "../../require.ts";
import { presentIssue } from "../presenters/issue.ts";

export const issueListParams = {
  state: withDefault<"opened" | "closed" | "all">(oneOf("opened", "closed", "all"), "all"),
  labels: optional(text),
  milestone: optional(text),
  author_id: optional(integer),
  assignee_id: optional(integer),
  search: optional(text),
  order_by: withDefault<"created_at" | "updated_at">(oneOf("created_at", "updated_at"), "created_at"),
  sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
  ...paginationParams,
};

type ListCall = Call<typeof issueListParams>;

/** The filters that an endpoint adds to those of the parameters. */
export interface ListBounds {
  readonly scope: Scope;
  /** `all`: an issue must have all labels of the filter; `any`: at least one. */
  readonly labels: "any" | "all";
  /** A milestone replaces the parameter. */
  readonly filters?: FilterValues;
}

/**
 * Reads and presents one page, in one round trip.
 *
 * @param admit throws the refusal if the viewer may not see the list
 * @param also statements whose rows `admit` needs besides the viewer's row
 */
export async function serveIssueList<const S extends readonly Statement[]>(
  call: ListCall,
  bounds: ListBounds,
  admit: (viewerRow: IssueListRow, rows: Rows<S>) => void,
  ...also: S
): Promise<Reply> {
  const query = issueListQuery(call.params, bounds);
  const { viewerRow, rows, also: admission } = await withRows(call, listIssues(call.viewer, query), ...also);
  admit(viewerRow, admission);
  const page = { rows: inOrder(rows, query), total: viewerRow.total };
  return paginate<ListedIssue>(call, page, presentIssue);
}

function issueListQuery(given: ParamValues<typeof issueListParams>, bounds: ListBounds): ListQuery {
  const { perPage, offset } = pageOf(given);
  const search = searchText(given.search);
  return {
    scope: bounds.scope,
    state: given.state,
    orderBy: given.order_by,
    sort: given.sort,
    filters: {
      ...bounds.filters,
      ...(given.author_id != null && { author: given.author_id }),
      ...(given.assignee_id === 0 ? { unassigned: 1 } : given.assignee_id != null && { assignee: given.assignee_id }),
      ...(bounds.filters?.milestone_id === undefined && milestoneFilter(given.milestone)),
      ...labelFilter(given.labels, bounds.labels),
      ...(search !== null && searchFilter(search)),
    },
    limit: perPage,
    offset,
  };
}

const special = { "No Milestone": "no_milestone", "#upcoming": "upcoming", "#started": "started" } as const;

const isSpecial = (milestone: string): milestone is keyof typeof special => Object.hasOwn(special, milestone);

function milestoneFilter(milestone: string | null | undefined): FilterValues {
  if (!milestone) return {};
  return isSpecial(milestone) ? { [special[milestone]]: 1 } : { milestone };
}

/** Titles are not trimmed; trailing commas are ignored, as in Ruby. `No Label` works only where an issue must have all labels. */
function labelFilter(labels: string | null | undefined, kind: ListBounds["labels"]): FilterValues {
  if (!labels) return {};
  if (kind === "all" && labels === "No Label") return { no_labels: 1 };
  const titles = labels.split(",");
  while (titles.length > 1 && titles.at(-1) === "") titles.pop();
  if (titles[0] === "" && titles.length === 1) return { nothing: 1 };
  return { [`labels_${kind}`]: JSON.stringify([...new Set(titles)]) };
}
