// Deletes a label, and so takes it off whatever carries it.
import { deleteLabel as erase, type LabelRow } from "../../db/queries/labels/labels.ts";
import { expectUnchanged } from "../../db/queries/records/locked-records.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteLabelOutcome =
  | { kind: "deleted"; label: LabelRow }
  /** It has changed since it was read. */
  | { kind: "stale" };

export async function deleteLabel(context: VerbContext, label: LabelRow): Promise<DeleteLabelOutcome> {
  const { id, project_id, lock_version } = label;
  const attempt = await context.db.attempt(
    expectUnchanged({ type: "Label", id, lock_version }),
    recordEvent(context, { kind: "label_deleted", project_id, target_id: id }),
    erase(id),
  );
  return attempt.violated === undefined ? { kind: "deleted", label } : { kind: "stale" };
}
