// Labels made in passing, by being given to an issue.
import type { Authorship } from "../../db/queries/events/events.ts";
import { ensureLabels as insert, insertLabelEvents } from "../../db/queries/labels/labels.ts";
import type { Statement } from "../../db/statement.ts";

/** The labels of a project that are not there yet, and their events. */
export const ensureLabels = (
  { actorId, now }: Authorship,
  projectId: number,
  titles: readonly string[],
): Statement[] =>
  titles.length === 0 ? [] : [insert(projectId, titles, now), insertLabelEvents(projectId, titles, actorId, now)];
