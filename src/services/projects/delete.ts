// Deletes a project. Its path can be reused at once; its forks remain.
import { projectDetails } from "../../db/queries/events/details.ts";
import { isProject, deleteProject as write } from "../../db/queries/projects/projects.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import { findRepositoriesToFree, freeRepositories } from "../repositories/free.ts";
import type { VerbContext } from "../verb.ts";

export async function deleteProject(context: VerbContext, projectId: number): Promise<void> {
  const [, , , [deleted]] = await context.db.batch(
    recordEvent(
      context,
      { kind: "project_deleted", project_id: projectId, details: projectDetails(projectId) },
      isProject(projectId),
    ),
    recordAudit(context, { kind: "project_destroyed", projectId }, isProject(projectId)),
    write(projectId),
    findRepositoriesToFree(),
  );
  await freeRepositories(context, deleted);
}
