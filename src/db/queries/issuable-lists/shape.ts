// The shape of a list of issues or merge requests: what its statement depends on besides values.
import type { IssuableType } from "../../schema/issuables.ts";
import type { ListedState } from "../../schema/merge-requests.ts";
import type { GroupKey } from "../groups/row.ts";
import type { ProjectKey } from "../projects/row.ts";
import type { FilterName } from "./filters.ts";

/** The projects of a list. `everywhere`: all that the viewer may see. */
export type Scope =
  | { readonly kind: "project"; readonly project: ProjectKey }
  | { readonly kind: "group"; readonly group: GroupKey }
  | { readonly kind: "everywhere" };

export type IndexedOrder = "created_at" | "updated_at";

/** Orders that no index has: all matches are sorted. */
export type SortedOrder =
  | "title"
  | "due_date"
  | "merged_at"
  | "popularity"
  | "milestone_due"
  | "label_priority"
  | "priority";

/** Rows before a page that are worth skipping by days, see project-pages.ts. */
export const DEEP = 500;

export interface ListShape {
  readonly type: IssuableType;
  readonly scope: Scope["kind"];
  /** `merged`: merge requests alone. */
  readonly state: ListedState | "all";
  readonly orderBy: IndexedOrder | SortedOrder;
  readonly sort: "asc" | "desc";
  readonly filters: readonly FilterName[];
  /** Leaves out archived projects of groups and of scope `everywhere`. */
  readonly isUnarchived: boolean;
  /** The page begins at {@link DEEP} or further. */
  readonly isDeep: boolean;
  /** Counts all matches: a list of everything with too many projects has no page, and the total -1. */
  readonly isCounted: boolean;
  /** With the columns of v4. */
  readonly isDetailed: boolean;
  /** Labels are objects instead of titles. */
  readonly hasLabelDetails: boolean;
}

export const isIndexed = (order: ListShape["orderBy"]): order is IndexedOrder =>
  order === "created_at" || order === "updated_at";

/** The condition on the state, after another one. */
export const andState = ({ type, state }: Pick<ListShape, "type" | "state">): string =>
  state === "all" ? "" : ` and i.${type === "Issue" ? "state" : "listed_state"} = '${state}'`;
