// What the lists of issues have in common.
import type { Rows } from "../../../db/database.ts";
import {
  type IssueListQuery,
  type IssueListRow,
  issuesInOrder,
  type ListedIssue,
  listIssues,
} from "../../../db/queries/issues/lists.ts";
import type { LabelFilter, MilestoneFilter } from "../../../db/queries/issues/matches.ts";
import type { Scope } from "../../../db/queries/issues/scopes.ts";
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

/** What an endpoint adds to the parameters all lists take. */
export interface ListBounds {
  readonly scope: Scope;
  /** Whether an issue needs all the labels named, or any of them. */
  readonly labels: "any" | "all";
  readonly iid?: number | null;
  /** Instead of what the parameter `milestone` says. */
  readonly milestone?: MilestoneFilter;
}

/**
 * @param admit throws unless what was listed may be seen
 * @param asked what it wants to know for that, besides the head of the list
 */
export async function answerIssueList<const S extends readonly Statement[]>(
  call: ListCall,
  bounds: ListBounds,
  admit: (viewerRow: IssueListRow, rows: Rows<S>) => void,
  ...asked: S
): Promise<Reply> {
  const query = issueListQuery(call.params, bounds);
  const { viewerRow, rows, also } = await withRows(call, listIssues(call.viewer, query), ...asked);
  admit(viewerRow, also);
  const page = { rows: issuesInOrder(rows, query), total: viewerRow.total };
  return paginate<ListedIssue>(call, page, presentIssue);
}

function issueListQuery(given: ParamValues<typeof issueListParams>, bounds: ListBounds): IssueListQuery {
  const { perPage, offset } = pageOf(given);
  return {
    scope: bounds.scope,
    state: given.state,
    orderBy: given.order_by,
    sort: given.sort,
    iid: bounds.iid ?? null,
    authorId: given.author_id ?? null,
    assigneeId: given.assignee_id ?? null,
    milestone: bounds.milestone ?? milestoneFilter(given.milestone),
    labels: labelFilter(given.labels, bounds.labels),
    search: searchText(given.search),
    limit: perPage,
    offset,
  };
}

const special = { "No Milestone": "none", "#upcoming": "upcoming", "#started": "started" } as const;

const isSpecial = (milestone: string): milestone is keyof typeof special => Object.hasOwn(special, milestone);

function milestoneFilter(milestone: string | null | undefined): MilestoneFilter | null {
  if (!milestone) return null;
  return isSpecial(milestone) ? { kind: special[milestone] } : { kind: "title", title: milestone };
}

/** Titles are not trimmed; as in Ruby, nothing follows a comma at the end. `No Label` is a word of the lists that ask for all. */
function labelFilter(labels: string | null | undefined, kind: ListBounds["labels"]): LabelFilter | null {
  if (!labels) return null;
  if (kind === "all" && labels === "No Label") return { kind: "none" };
  const titles = labels.split(",");
  while (titles.length > 1 && titles.at(-1) === "") titles.pop();
  return titles[0] === "" && titles.length === 1 ? { kind: "any", titles: [] } : { kind, titles };
}
