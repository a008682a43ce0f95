// Deletes a label, which also removes it from all issuables.
import { deleteLabel as erase, type LabelRow } from "../../db/queries/labels/labels.ts";
import { expectUnchanged } from "../../db/queries/records/locked-records.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteLabelOutcome =
  | { kind: "deleted"; label: LabelRow }
  /** The label has changed since it was read. */
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
