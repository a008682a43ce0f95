// Changes a label's attributes.
import {
  changesLabel,
  findLabel,
  type LabelChanges,
  type LabelRow,
  updateLabel as write,
} from "../../db/queries/labels.ts";
import { keyOfId } from "../../db/queries/projects.ts";
import { recordEvent } from "../events.ts";
import { TAKEN } from "../names.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkLabel } from "./attributes.ts";
import { colorCode } from "./colors.ts";

export type UpdateLabelOutcome =
  | { kind: "updated"; label: LabelRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

/**
 * What is so already is no change: then nothing is written and nothing told.
 * @param wish its title cleaned
 */
export async function updateLabel(
  context: VerbContext,
  { id, project_id }: LabelRow,
  wish: LabelChanges,
): Promise<UpdateLabelOutcome> {
  const changes = wish.color === undefined ? wish : { ...wish, color: colorCode(wish.color) };
  const errors = checkLabel(changes);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, viewer, now } = context;
  const attempt = await db.change(
    [
      recordEvent(context, { kind: "label_updated", project_id, target_id: id }, changesLabel(id, changes)),
      write(id, changes, now),
    ],
    findLabel(viewer, keyOfId(project_id), id),
  );
  if (attempt.violated !== undefined) return { kind: "invalid", errors: { title: [TAKEN] } };
  const updated = attempt.row;
  return updated === undefined || updated.id === null ? { kind: "gone" } : { kind: "updated", label: updated };
}
