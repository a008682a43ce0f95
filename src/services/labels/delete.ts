// Deletes a label, and so takes it off whatever carries it.
import { deleteLabel as erase, hasLabel, type LabelRow } from "../../db/queries/labels.ts";
import { recordEvent } from "../events.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteLabelOutcome = { kind: "deleted" } | { kind: "gone" };

export async function deleteLabel(context: VerbContext, { id, project_id }: LabelRow): Promise<DeleteLabelOutcome> {
  const [, deleted] = await context.db.batch(
    recordEvent(context, { kind: "label_deleted", project_id, target_id: id }, hasLabel(id)),
    erase(id),
  );
  return { kind: deleted.length === 0 ? "gone" : "deleted" };
}
