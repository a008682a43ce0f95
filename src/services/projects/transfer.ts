// Moves a project into a group: its paths change, it is no more visible than the group, and who was a member stays one.
import type { GroupRow } from "../../db/queries/group-row.ts";
import { findGroup, listProjectsOfGroup, listProjectsSharedWithGroup } from "../../db/queries/groups.ts";
import type { ProjectRow } from "../../db/queries/project-row.ts";
import { forgetImpliedMembers, lowerForks, moveProject } from "../../db/queries/projects.ts";
import { recordEvent } from "../events.ts";
import { type FieldErrors, made, type VerbContext } from "../verb.ts";

export type TransferProjectOutcome =
  | { kind: "transferred"; group: GroupRow; projects: ProjectRow[]; sharedProjects: ProjectRow[] }
  | { kind: "invalid"; errors: FieldErrors };

export async function transferProject(
  context: VerbContext,
  project: ProjectRow,
  group: GroupRow,
): Promise<TransferProjectOutcome> {
  if (project.namespace_id === group.id) return refuse("is invalid");
  const { db, viewer, now } = context;
  const key = { group_id: group.id, group_path: null };
  const attempt = await db.attempt(
    moveProject(project.id, group.id, now),
    lowerForks(project.id, group.visibility_level),
    forgetImpliedMembers(project.id),
    recordEvent(context, { kind: "project_transferred", project_id: project.id, namespace_id: group.id }),
    findGroup(viewer, key),
    listProjectsOfGroup(viewer, key),
    listProjectsSharedWithGroup(viewer, key),
  );
  if (attempt.violated === "projects_name_key") {
    return refuse("Project with same name in target namespace already exists");
  }
  if (attempt.violated !== undefined) return refuse("Project with same path in target namespace already exists");
  const [, , , , [moved], projects, sharedProjects] = attempt.rows;
  return { kind: "transferred", group: made(moved), projects, sharedProjects };
}

const refuse = (reason: string): TransferProjectOutcome => ({ kind: "invalid", errors: { new_namespace: [reason] } });
