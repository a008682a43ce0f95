// Updates a group's attributes. A new path also changes the paths of all its projects.

import { insertColumnEvents } from "../../db/queries/audit-events/columns.ts";
import {
  changesGroup,
  findGroup,
  listProjectsOfGroup,
  listProjectsSharedWithGroup,
  updateGroup as write,
} from "../../db/queries/groups/groups.ts";
import type { GroupRow } from "../../db/queries/groups/row.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import { recordEvent } from "../../events/events.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { visibilityName } from "../visibility.ts";
import { type GroupAttributes, groupColumnsFrom } from "./attributes.ts";
import { takenNamespaceErrors } from "./taken.ts";

export type UpdateGroupOutcome =
  | { kind: "updated"; group: GroupRow; projects: ProjectRow[]; sharedProjects: ProjectRow[] }
  | { kind: "gone" }
  | { kind: "invalid"; errors: FieldErrors };

export async function updateGroup(
  context: VerbContext,
  group: GroupRow,
  attributes: GroupAttributes,
): Promise<UpdateGroupOutcome> {
  const { changes, errors } = groupColumnsFrom(attributes);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, viewer, now } = context;
  const key = { group_id: group.id, group_path: null };
  const attempt = await db.attempt(
    insertColumnEvents(context, "Group", group.id, changes),
    recordEvent(context, { kind: "group_updated", namespace_id: group.id }, changesGroup(group.id, changes)),
    write(group.id, { ...changes, updated_at: now }),
    findGroup(viewer, key),
    listProjectsOfGroup(viewer, key),
    listProjectsSharedWithGroup(viewer, key),
  );
  if (attempt.violated === "group_above_projects") {
    const level = visibilityName(changes.visibility_level ?? group.visibility_level);
    const message = `${level} is not allowed since there are projects with higher visibility.`;
    return { kind: "invalid", errors: { visibility_level: [message] } };
  }
  if (attempt.violated !== undefined) {
    const { name = group.name, path = group.path } = changes;
    return { kind: "invalid", errors: await takenNamespaceErrors(db, name, path, group.id) };
  }
  const [, , , [updated], projects, sharedProjects] = attempt.rows;
  if (updated === undefined || updated.id === null) return { kind: "gone" };
  return { kind: "updated", group: updated, projects, sharedProjects };
}
