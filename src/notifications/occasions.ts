// What people are told of: the events of the stream, in the words of notifications and of their settings.
import { type ChangeDetails, type PushedDetails, readDetails } from "../db/queries/events/details.ts";
import type { NotifiedEventRow } from "../db/queries/notifications/facts.ts";
import type { NotificationAction } from "../db/schema/notifications.ts";
import type { CustomEvent } from "../services/notification-settings/levels.ts";

export interface Occasion {
  readonly action: NotificationAction;
  /** As level `custom` names it; null for what it does not name. */
  readonly event: CustomEvent | null;
  /** From whom to whom it went; null for what is no assignment. */
  readonly assignment: ChangeDetails["assignee_id"];
}

const plain = (action: NotificationAction, event: CustomEvent | null): Occasion => ({
  action,
  event,
  assignment: null,
});

const plainOccasions: ReadonlyMap<string, Occasion> = new Map([
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

/** Null for what nobody is told of: of an edit, its new assignee and the labels it adds count, and a push. */
export function occasionOf({ kind, details }: Pick<NotifiedEventRow, "kind" | "details">): Occasion | null {
  const known = plainOccasions.get(kind);
  if (known !== undefined) return known;
  const changes = readDetails<Partial<ChangeDetails & PushedDetails>>(details);
  if (changes === null) return null;
  if (changes.assignee_id != null) {
    const event = kind === "issue_updated" ? "reassign_issue" : "reassign_merge_request";
    return { action: "reassigned", event, assignment: changes.assignee_id };
  }
  if (changes.added_labels != null) return { action: "relabeled", event: null, assignment: null };
  return changes.oldrev === undefined ? null : { action: "pushed", event: null, assignment: null };
}
