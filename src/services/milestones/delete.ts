// Deletes a milestone, which also takes it off its issues and merge requests.
import { milestoneDetails } from "../../db/queries/events/details.ts";
import { deleteMilestone as erase, type MilestoneRow } from "../../db/queries/milestones/milestones.ts";
import { expectUnchanged } from "../../db/queries/records/locked-records.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteMilestoneOutcome =
  | { kind: "deleted" }
  /** The milestone has changed since it was read. */
  | { kind: "stale" };

export async function deleteMilestone(
  context: VerbContext,
  { id, project_id, lock_version }: Pick<MilestoneRow, "id" | "project_id" | "lock_version">,
): Promise<DeleteMilestoneOutcome> {
  const attempt = await context.db.attempt(
    expectUnchanged({ type: "Milestone", id, lock_version }),
    recordEvent(context, { kind: "milestone_deleted", project_id, target_id: id, details: milestoneDetails(id) }),
    ...erase(id),
  );
  return attempt.violated === undefined ? { kind: "deleted" } : { kind: "stale" };
}
