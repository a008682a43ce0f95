// Stars or unstars a project.

import { deleteStar, findProject, hasStar, insertStar, keyOfId } from "../../db/queries/projects/projects.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type StarOutcome = { kind: "changed"; project: ProjectRow } | { kind: "unchanged" } | { kind: "gone" };

export async function starProject(context: VerbContext, projectId: number): Promise<StarOutcome> {
  const attempt = await context.db.attempt(
    insertStar(context.actorId, projectId),
    recordEvent(context, { kind: "project_starred", project_id: projectId }),
    findProject(context.viewer, keyOfId(projectId)),
  );
  if (attempt.violated === "foreign_key") return { kind: "gone" };
  if (attempt.violated !== undefined) return { kind: "unchanged" };
  return changed(attempt.rows[2][0]);
}

export async function unstarProject(context: VerbContext, projectId: number): Promise<StarOutcome> {
  const { db, viewer, actorId } = context;
  const [, deleted, [project]] = await db.batch(
    recordEvent(context, { kind: "project_unstarred", project_id: projectId }, hasStar(actorId, projectId)),
    deleteStar(actorId, projectId),
    findProject(viewer, keyOfId(projectId)),
  );
  return deleted.length === 0 ? { kind: "unchanged" } : changed(project);
}

/** The project may have been deleted after the request was authorised. */
const changed = (project: ProjectRow | { id: null } | undefined): StarOutcome =>
  project === undefined || project.id === null ? { kind: "gone" } : { kind: "changed", project };
