// Changes a milestone's attributes, closes it and makes it active again.
import {
  changesMilestone,
  findMilestoneRow,
  type MilestoneChanges,
  type MilestoneRow,
  updateMilestone as write,
} from "../../db/queries/milestones.ts";
import { recordEvent } from "../events.ts";
import { TAKEN } from "../names.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkDates, checkMilestone } from "./attributes.ts";

export type UpdateMilestoneOutcome =
  | { kind: "updated"; milestone: MilestoneRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

/** What is so already is no change: then nothing is written and nothing told. */
export async function updateMilestone(
  context: VerbContext,
  milestone: MilestoneRow,
  wish: MilestoneChanges,
): Promise<UpdateMilestoneOutcome> {
  const changes = wish.title === undefined ? wish : { ...wish, title: wish.title.trim() };
  const errors = checkMilestone({ ...milestone, ...changes });
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { id, project_id } = milestone;
  const attempt = await context.db.attempt(
    recordEvent(
      context,
      { kind: "milestone_updated", project_id, target_id: id },
      changesMilestone(milestone, changes),
    ),
    write(milestone, changes, context.now),
    findMilestoneRow(milestone),
  );
  if (attempt.violated !== undefined) return { kind: "invalid", errors: { title: [TAKEN] } };
  const updated = attempt.rows[2][0];
  if (updated === undefined) return { kind: "gone" };
  // The other date may have been moved since it was read: then nothing was written.
  const collision = checkDates({ ...updated, ...changes });
  return hasErrors(collision) ? { kind: "invalid", errors: collision } : { kind: "updated", milestone: updated };
}
