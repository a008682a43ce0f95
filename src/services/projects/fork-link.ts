// Declares a project a fork of another, or no fork any more.
import type { ProjectRow } from "../../db/queries/project-row.ts";
import { findProject, isFork, isLinkable, keyOfId, linkFork, unlinkFork } from "../../db/queries/projects.ts";
import { recordEvent } from "../events.ts";
import type { VerbContext } from "../verb.ts";

export type ForkLinkOutcome = { kind: "changed"; project: ProjectRow } | { kind: "unchanged" } | { kind: "gone" };

export async function linkForkTo(context: VerbContext, projectId: number, sourceId: number): Promise<ForkLinkOutcome> {
  const { db, viewer } = context;
  if (projectId === sourceId) return { kind: "unchanged" };
  const [, linked, [project]] = await db.batch(
    recordEvent(context, { kind: "fork_linked", project_id: projectId }, isLinkable(projectId, sourceId)),
    linkFork(projectId, sourceId),
    findProject(viewer, keyOfId(projectId)),
  );
  return linked.length === 0 ? { kind: "unchanged" } : changed(project);
}

export async function removeForkLink(context: VerbContext, projectId: number): Promise<ForkLinkOutcome> {
  const { db, viewer } = context;
  const [, unlinked, [project]] = await db.batch(
    recordEvent(context, { kind: "fork_unlinked", project_id: projectId }, isFork(projectId)),
    unlinkFork(projectId),
    findProject(viewer, keyOfId(projectId)),
  );
  return unlinked.length === 0 ? { kind: "unchanged" } : changed(project);
}

/** The project may have been deleted since the caller was let in. */
const changed = (project: ProjectRow | { id: null } | undefined): ForkLinkOutcome =>
  project === undefined || project.id === null ? { kind: "gone" } : { kind: "changed", project };
