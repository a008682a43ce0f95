// Creates missing labels when they are added to an issuable.
import type { Authorship } from "../../db/queries/events/events.ts";
import { ensureLabels as insert, insertLabelEvents } from "../../db/queries/labels/labels.ts";
import type { Statement } from "../../db/statement.ts";

/** Statements that insert the project's missing labels and their events. */
export const ensureLabels = (
  { actorId, now }: Authorship,
  projectId: number,
  titles: readonly string[],
): Statement[] =>
  titles.length === 0 ? [] : [insert(projectId, titles, now), insertLabelEvents(projectId, titles, actorId, now)];
