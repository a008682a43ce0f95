// Which events trigger notifications, in the terms of notifications and of notification settings.
import { type ChangeDetails, type PushedDetails, readDetails } from "../db/queries/events/details.ts";
import type { NotifiedEventRow } from "../db/queries/notifications/facts.ts";
import type { NotificationAction } from "../db/schema/notifications.ts";
import type { CustomEvent } from "../services/notification-settings/levels.ts";

export interface NotificationTrigger {
  readonly action: NotificationAction;
  /** The event's name in level `custom`; null if it has none. */
  readonly event: CustomEvent | null;
  /** The former and the new assignee; null when the event assigns nobody. */
  readonly assignment: ChangeDetails["assignee_id"];
  /** The same of the reviewer. */
  readonly review: ChangeDetails["assignee_id"];
}

const plain = (action: NotificationAction, event: CustomEvent | null): NotificationTrigger => ({
  action,
  event,
  assignment: null,
  review: null,
});

const plainTriggers: ReadonlyMap<string, NotificationTrigger> = new Map([
  ["issue_opened", plain("opened", "new_issue")],
  ["issue_closed", plain("closed", "close_issue")],
  ["issue_reopened", plain("reopened", "reopen_issue")],
  ["issue_moved", plain("moved", null)],
  ["merge_request_opened", plain("opened", "new_merge_request")],
  ["merge_request_closed", plain("closed", "close_merge_request")],
  ["merge_request_reopened", plain("reopened", "reopen_merge_request")],
  ["merge_request_merged", plain("merged", "merge_merge_request")],
  ["note_created", plain("commented", "new_note")],
]);

/** Null for events that notify nobody. An edit counts if it assigns, requests a review, adds labels, or is a push. */
export function triggerOf({ kind, details }: Pick<NotifiedEventRow, "kind" | "details">): NotificationTrigger | null {
  const known = plainTriggers.get(kind);
  if (known !== undefined) return known;
  const changes = readDetails<Partial<ChangeDetails & PushedDetails>>(details);
  if (changes === null) return null;
  const { assignee_id: assignment = null, reviewer_id: review = null } = changes;
  if (assignment !== null) {
    const event = kind === "issue_updated" ? "reassign_issue" : "reassign_merge_request";
    return { action: "reassigned", event, assignment, review };
  }
  if (review !== null) return { ...plain("review_requested", null), review };
  if (changes.added_labels != null) return plain("relabeled", null);
  return changes.oldrev === undefined ? null : plain("pushed", null);
}
