// Updates a milestone's attributes, and closes or reactivates it.

import type { MilestoneTransition } from "../../db/queries/events/details.ts";
import { findMilestoneRow, type MilestoneParams, type MilestoneRow } from "../../db/queries/milestones/milestones.ts";
import { expectUnchanged, updateRecord } from "../../db/queries/records/locked-records.ts";
import { recordEvent } from "../../events/events.ts";
import { rowOf } from "../attempts.ts";
import { changedColumns } from "../changed-columns.ts";
import { TAKEN } from "../names.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkMilestone } from "./attributes.ts";

export type UpdateMilestoneOutcome =
  | { kind: "updated"; milestone: MilestoneRow }
  | { kind: "invalid"; errors: FieldErrors }
  /** The milestone has changed since it was read. */
  | { kind: "stale" };

/** Writes and records nothing if nothing changes. */
export async function updateMilestone(
  context: VerbContext,
  milestone: MilestoneRow,
  given: MilestoneParams,
): Promise<UpdateMilestoneOutcome> {
  const params = given.title === undefined ? given : { ...given, title: given.title.trim() };
  const errors = checkMilestone({ ...milestone, ...params });
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const changes = changedColumns<MilestoneParams>(milestone, params);
  if (Object.keys(changes).length === 0) return { kind: "updated", milestone };
  const { id, project_id, lock_version } = milestone;
  const seen = { type: "Milestone", id, lock_version } as const;
  const attempt = await context.db.change(
    [
      expectUnchanged(seen),
      updateRecord(seen, { ...changes, updated_at: context.now }),
      recordEvent(context, { kind: "milestone_updated", project_id, target_id: id, ...transitionOf(changes) }),
    ],
    findMilestoneRow(milestone),
  );
  if (attempt.violated === "milestones_title_key") return { kind: "invalid", errors: { title: [TAKEN] } };
  const updated = rowOf(attempt);
  return updated === undefined ? { kind: "stale" } : { kind: "updated", milestone: updated };
}

/** The details of an edit that closes or reactivates. */
function transitionOf({ state }: MilestoneParams): { details?: string } {
  if (state === undefined) return {};
  const transition: MilestoneTransition = { action: state === "closed" ? "close" : "reopen" };
  return { details: JSON.stringify(transition) };
}
