// Deletes a merge request with its notes, todos and notifications. Its branches and its refs stay.

import { type IssuableKey, issuableExists } from "../../db/queries/issuables/issuables.ts";
import { clearMergeRequest, deleteMergeRequest as remove } from "../../db/queries/merge-requests/writes.ts";
import { deleteNotificationsOf } from "../../db/queries/notifications/notifications.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteMergeRequestOutcome = { kind: "deleted" } | { kind: "gone" };

export async function deleteMergeRequest(
  context: VerbContext,
  issuable: IssuableKey,
): Promise<DeleteMergeRequestOutcome> {
  const { id, project_id } = issuable;
  const attempt = await context.db.change(
    [
      recordEvent(context, { kind: "merge_request_deleted", project_id, target_id: id }, issuableExists(issuable)),
      ...clearMergeRequest(id),
      deleteNotificationsOf(issuable),
    ],
    remove(id),
  );
  return { kind: attempt.violated === undefined && attempt.row !== undefined ? "deleted" : "gone" };
}
