// Creates a label.
import { findLabelByTitle, idOfLabel, insertLabel, type LabelRow } from "../../db/queries/labels/labels.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { recordEvent } from "../../events/events.ts";
import { rowOf } from "../attempts.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkLabel } from "./attributes.ts";
import { colorCode } from "./colors.ts";

export interface NewLabelParams {
  /** Cleaned by `cleanTitle`. */
  readonly title: string;
  readonly color: string;
  readonly description: string | null;
  readonly priority: number | null;
}

export type CreateLabelOutcome =
  | { kind: "created"; label: LabelRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "exists" }
  | { kind: "project_gone" };

export async function createLabel(
  context: VerbContext,
  projectId: number,
  params: NewLabelParams,
): Promise<CreateLabelOutcome> {
  const label = { ...params, color: colorCode(params.color) };
  const errors = checkLabel(label);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, viewer, now } = context;
  const id = idOfLabel(projectId, params.title);
  const attempt = await db.change(
    [
      insertLabel({ ...label, project_id: projectId, created_at: now }),
      recordEvent(context, { kind: "label_created", project_id: projectId, target_id: id }),
    ],
    findLabelByTitle(viewer, keyOfId(projectId), params.title),
  );
  if (attempt.violated === "labels_title_key") return { kind: "exists" };
  const created = rowOf(attempt);
  return created === undefined || created.id === null ? { kind: "project_gone" } : { kind: "created", label: created };
}
