// Updates a label's attributes.
import { findLabel, type LabelParams, type LabelRow } from "../../db/queries/labels/labels.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { expectUnchanged, updateRecord } from "../../db/queries/records/locked-records.ts";
import { recordEvent } from "../../events/events.ts";
import { rowOf } from "../attempts.ts";
import { changedColumns } from "../changed-columns.ts";
import { TAKEN } from "../names.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkLabel } from "./attributes.ts";
import { colorCode } from "./colors.ts";

export type UpdateLabelOutcome =
  | { kind: "updated"; label: LabelRow }
  | { kind: "invalid"; errors: FieldErrors }
  /** The label has changed since it was read. */
  | { kind: "stale" };

/**
 * Writes and records nothing if nothing changes.
 * @param given with a cleaned title
 */
export async function updateLabel(
  context: VerbContext,
  label: LabelRow,
  given: LabelParams,
): Promise<UpdateLabelOutcome> {
  const params = given.color === undefined ? given : { ...given, color: colorCode(given.color) };
  const errors = checkLabel(params);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const changes = changedColumns<LabelParams>(label, params);
  if (Object.keys(changes).length === 0) return { kind: "updated", label };
  const { db, viewer, now } = context;
  const { id, project_id, lock_version } = label;
  const seen = { type: "Label", id, lock_version } as const;
  const attempt = await db.change(
    [
      expectUnchanged(seen),
      updateRecord(seen, { ...changes, updated_at: now }),
      recordEvent(context, { kind: "label_updated", project_id, target_id: id }),
    ],
    findLabel(viewer, keyOfId(project_id), id),
  );
  if (attempt.violated === "labels_title_key") return { kind: "invalid", errors: { title: [TAKEN] } };
  const updated = rowOf(attempt);
  return updated === undefined || updated.id === null ? { kind: "stale" } : { kind: "updated", label: updated };
}
