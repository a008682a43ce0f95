// Parameters and responses of the activity feeds of a user, a group and a project.
import {
  type ActivityKind,
  type ActivityListRow,
  type ActivityQuery,
  type ActivityRow,
  activityKinds,
  inOrder,
} from "../../db/queries/events/activity.ts";
import { date, oneOf } from "../../http/coerce.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { optional, type ParamValues, withDefault } from "../../http/params.ts";
import { type Call, paginate, type Reply } from "../endpoint.ts";
import type { PresenterContext } from "../presenter-context.ts";

/** The filter values of a kind of event. */
interface FilterValues {
  readonly action: "created" | "closed" | "reopened" | "merged" | "commented" | "pushed" | "joined" | "left";
  /** null if no value selects the kind. */
  readonly target: "issue" | "merge_request" | "milestone" | "note" | "project" | null;
}

/** The filter values are those of API v4. */
const filterValues: Record<ActivityKind, FilterValues> = {
  project_created: { action: "created", target: "project" },
  project_forked: { action: "created", target: "project" },
  project_member_added: { action: "joined", target: null },
  project_member_removed: { action: "left", target: null },
  group_member_added: { action: "joined", target: null },
  group_member_removed: { action: "left", target: null },
  milestone_created: { action: "created", target: "milestone" },
  issue_opened: { action: "created", target: "issue" },
  issue_closed: { action: "closed", target: "issue" },
  issue_moved: { action: "closed", target: "issue" },
  issue_reopened: { action: "reopened", target: "issue" },
  merge_request_opened: { action: "created", target: "merge_request" },
  merge_request_closed: { action: "closed", target: "merge_request" },
  merge_request_reopened: { action: "reopened", target: "merge_request" },
  merge_request_merged: { action: "merged", target: "merge_request" },
  note_created: { action: "commented", target: "note" },
  commit_comment_created: { action: "commented", target: "note" },
  pushed: { action: "pushed", target: null },
};

export const feedParams = {
  action: optional(oneOf("created", "closed", "reopened", "merged", "commented", "pushed", "joined", "left")),
  target_type: optional(oneOf("issue", "merge_request", "milestone", "note", "project")),
  before: optional(date),
  after: optional(date),
  sort: withDefault<"asc" | "desc">(oneOf("asc", "desc"), "desc"),
  ...paginationParams,
};

type FeedCall = Call<typeof feedParams>;

export function activityQuery(given: ParamValues<typeof feedParams>): ActivityQuery {
  const { perPage, offset } = pageOf(given);
  const { action, target_type, before = null, after = null, sort } = given;
  return { kinds: kindsOf(action, target_type), before, after, sort, limit: perPage, offset };
}

const kindsOf = (action: string | undefined, target: string | undefined): ActivityKind[] =>
  activityKinds.filter(
    (kind) => matches(action, filterValues[kind].action) && matches(target, filterValues[kind].target),
  );

const matches = (filter: string | undefined, value: string | null): boolean => filter === undefined || filter === value;

/** The JSON of an event: that of the API, or what pages and feeds of this process need. */
export type PresentActivity = (event: ActivityRow, context: PresenterContext) => unknown;

/** @param rows of the feed's statement, at least one */
export function paginateFeed(call: FeedCall, rows: readonly ActivityListRow[], present: PresentActivity): Reply {
  const page = { rows: inOrder(rows, call.params.sort), total: rows[0]?.total ?? 0 };
  return paginate(call, page, present);
}
