// Changes a project's attributes. Its forks are never more visible than it is.
import type { ProjectRow } from "../../db/queries/project-row.ts";
import { findProject, keyOfId, lowerForks, updateProject as write } from "../../db/queries/projects.ts";
import { recordEvent } from "../events.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { type ProjectAttributes, projectColumnsFrom } from "./attributes.ts";
import { projectErrors } from "./refusals.ts";

export type UpdateProjectOutcome =
  | { kind: "updated"; project: ProjectRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

export async function updateProject(
  context: VerbContext,
  project: ProjectRow,
  attributes: ProjectAttributes,
): Promise<UpdateProjectOutcome> {
  const { changes, errors } = projectColumnsFrom(attributes);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, viewer, now } = context;
  const level = changes.visibility_level ?? project.visibility_level;
  const attempt = await db.attempt(
    write(project.id, { ...changes, updated_at: now }),
    recordEvent(context, { kind: "project_updated", project_id: project.id }),
    findProject(viewer, keyOfId(project.id)),
    ...(changes.visibility_level === undefined ? [] : [lowerForks(project.id)]),
  );
  if (attempt.violated !== undefined) {
    const { name = project.name, path = project.path } = changes;
    const place = {
      namespaceId: project.namespace_id,
      namespaceLevel: project.namespace_visibility_level,
      name,
      path,
      level,
      except: project.id,
    };
    return { kind: "invalid", errors: await projectErrors(db, attempt.violated, place) };
  }
  const updated = attempt.rows[2][0];
  return updated === undefined || updated.id === null ? { kind: "gone" } : { kind: "updated", project: updated };
}
