// Transfers a project to a group. Its path changes, its visibility is lowered to the group's, and its members stay.

import { insertForksLowered, insertLoweredByNamespace } from "../../db/queries/audit-events/sets.ts";
import { findGroup, listProjectsOfGroup, listProjectsSharedWithGroup } from "../../db/queries/groups/groups.ts";
import type { GroupRow } from "../../db/queries/groups/row.ts";
import {
  changesProject,
  deleteShare,
  forgetImpliedMembers,
  hasShare,
  lowerForks,
  moveProject,
} from "../../db/queries/projects/projects.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { FieldErrors, VerbContext } from "../verb.ts";
import { formerPath } from "./former-path.ts";

export type TransferProjectOutcome =
  | { kind: "transferred"; group: GroupRow; projects: ProjectRow[]; sharedProjects: ProjectRow[] }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

export async function transferProject(
  context: VerbContext,
  project: ProjectRow,
  group: GroupRow,
): Promise<TransferProjectOutcome> {
  if (project.namespace_id === group.id) return refuse("is invalid");
  const { db, viewer, now } = context;
  const key = { group_id: group.id, group_path: null };
  const event = {
    kind: "project_transferred",
    project_id: project.id,
    namespace_id: group.id,
    details: formerPath(project),
  } as const;
  const names = { projectId: project.id, groupId: group.id };
  const isChange = changesProject(project.id, { namespace_id: group.id });
  const attempt = await db.attempt(
    recordEvent(context, event, isChange),
    recordAudit(context, { kind: "project_namespace_updated", ...names }, isChange),
    insertLoweredByNamespace(context, project.id, group.id),
    moveProject(project.id, group.id, now),
    insertForksLowered(context, project.id),
    lowerForks(project.id),
    forgetImpliedMembers(project.id),
    recordAudit(context, { kind: "project_group_link_deleted", ...names }, hasShare(project.id, group.id)),
    deleteShare(project.id, group.id),
    findGroup(viewer, key),
    listProjectsOfGroup(viewer, key),
    listProjectsSharedWithGroup(viewer, key),
  );
  if (attempt.violated === "projects_name_key") {
    return refuse("Project with same name in target namespace already exists");
  }
  if (attempt.violated === "foreign_key") return { kind: "gone" };
  if (attempt.violated !== undefined) return refuse("Project with same path in target namespace already exists");
  const [, , , , , , , , , [into], projects, sharedProjects] = attempt.rows;
  if (into === undefined || into.id === null) return { kind: "gone" };
  return { kind: "transferred", group: into, projects, sharedProjects };
}

const refuse = (reason: string): TransferProjectOutcome => ({ kind: "invalid", errors: { new_namespace: [reason] } });
