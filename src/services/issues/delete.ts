// Deletes an issue: it leaves everybody's sight, and can be brought back from the database.
import { keepDeletedIssue, deleteIssue as remove } from "../../db/queries/issues/issues.ts";
import { type TargetKey, targetExists } from "../../db/queries/noteables/noteables.ts";
import { deleteNotificationsOf } from "../../db/queries/notifications/notifications.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteIssueOutcome = { kind: "deleted" } | { kind: "gone" };

export async function deleteIssue(context: VerbContext, issue: TargetKey): Promise<DeleteIssueOutcome> {
  const { id, project_id } = issue;
  const [, , , deleted] = await context.db.batch(
    recordEvent(context, { kind: "issue_deleted", project_id, target_id: id }, targetExists(issue)),
    keepDeletedIssue(id, context.actorId, context.now),
    deleteNotificationsOf(issue),
    remove(id),
  );
  return { kind: deleted.length === 0 ? "gone" : "deleted" };
}
