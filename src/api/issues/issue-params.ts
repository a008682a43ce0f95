// Parameters of the endpoints that create and edit issues, in every version of the API.
import type { IdOrIid } from "../../db/queries/issuables/issuable-key.ts";
import type { IssueRow, TrackerRow } from "../../db/queries/issues/row.ts";
import { castDate } from "../../http/date-values.ts";
import type { Param } from "../../http/params.ts";
import type { idParam } from "../id-param.ts";

/** The path of an issue. */
export type IssueParams = typeof idParam & { readonly issue_id: Param<IdOrIid | null> };

/** An issue with the path of its project. */
export type PlacedIssue = IssueRow & TrackerRow;

type Text = Param<string | null | undefined>;
type Id = Param<number | null | undefined>;

/** Given when an issue is created and when it is edited. */
export type AttributeParams = {
  readonly description: Text;
  readonly assignee_id: Id;
  readonly milestone_id: Id;
  /** Titles, with commas between them. */
  readonly labels: Text;
  readonly due_date: Text;
  readonly confidential: Param<boolean | null | undefined>;
};

/** `YYYY-MM-DD`, null for a text without a date, undefined if not given. */
export const dueDate = (given: string | null | undefined): string | null | undefined =>
  given === undefined ? undefined : castDate(given ?? "");

/** The id 0 means none. */
export const idOrNone = (given: number | null | undefined): number | null => given || null;
