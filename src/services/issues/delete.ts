// Deletes an issue. A copy is kept in the database, from which an operator can restore it.

import { type IssuableKey, issuableExists } from "../../db/queries/issuables/issuables.ts";
import { keepDeletedIssue, deleteIssue as remove } from "../../db/queries/issues/issues.ts";
import { deleteNotificationsOf } from "../../db/queries/notifications/notifications.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteIssueOutcome = { kind: "deleted" } | { kind: "gone" };

export async function deleteIssue(context: VerbContext, issue: IssuableKey): Promise<DeleteIssueOutcome> {
  const { id, project_id } = issue;
  const [, , , deleted] = await context.db.batch(
    recordEvent(context, { kind: "issue_deleted", project_id, target_id: id }, issuableExists(issue)),
    keepDeletedIssue(id, context.actorId, context.now),
    deleteNotificationsOf(issue),
    remove(id),
  );
  return { kind: deleted.length === 0 ? "gone" : "deleted" };
}
