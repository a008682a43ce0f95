// Subscribes to a label or unsubscribes from it. Subscriptions are personal: no event is recorded.
import {
  deleteLabelSubscription,
  findLabel,
  insertLabelSubscription,
  type LabelRow,
} from "../../db/queries/labels/labels.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import type { VerbContext } from "../verb.ts";

export type LabelSubscriptionOutcome = { kind: "changed"; label: LabelRow } | { kind: "unchanged" } | { kind: "gone" };

export async function changeLabelSubscription(
  { db, viewer, actorId }: VerbContext,
  { id, project_id }: LabelRow,
  subscribed: boolean,
): Promise<LabelSubscriptionOutcome> {
  const change = subscribed ? insertLabelSubscription(id, actorId) : deleteLabelSubscription(id, actorId);
  const attempt = await db.attempt(change, findLabel(viewer, keyOfId(project_id), id));
  // The user has just been deleted.
  if (attempt.violated !== undefined) return { kind: "gone" };
  const [changed, [label]] = attempt.rows;
  if (label === undefined || label.id === null) return { kind: "gone" };
  return changed.length === 0 ? { kind: "unchanged" } : { kind: "changed", label };
}
