// Archives a project or takes it out of the archive.

import { changesProject, findProject, keyOfId, updateProject } from "../../db/queries/projects/projects.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type ArchiveOutcome = { kind: "changed"; project: ProjectRow } | { kind: "gone" };

export async function archiveProject(
  context: VerbContext,
  projectId: number,
  archived: boolean,
): Promise<ArchiveOutcome> {
  const { db, viewer, now } = context;
  const change = { archived: archived ? 1 : 0 } as const;
  const event = { kind: archived ? "project_archived" : "project_unarchived", project_id: projectId } as const;
  const isChange = changesProject(projectId, change);
  const [, , , [project]] = await db.batch(
    recordAudit(context, { kind: event.kind, projectId }, isChange),
    recordEvent(context, event, isChange),
    updateProject(projectId, { ...change, updated_at: now }),
    findProject(viewer, keyOfId(projectId)),
  );
  return project === undefined || project.id === null ? { kind: "gone" } : { kind: "changed", project };
}
