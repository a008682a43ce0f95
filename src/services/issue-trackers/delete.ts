// Removes a project's external issue tracker. The project uses Tributary's issues again.
import { hasIssueTracker, deleteIssueTracker as remove } from "../../db/queries/projects/issue-trackers.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export async function deleteIssueTracker(context: VerbContext, projectId: number): Promise<void> {
  await context.db.batch(
    recordEvent(context, { kind: "issue_tracker_removed", project_id: projectId }, hasIssueTracker(projectId)),
    remove(projectId),
  );
}
