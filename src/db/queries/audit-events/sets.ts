// Audit events of the changes that follow from another one, for any number of records in one statement.
import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "../../statement.ts";
import type { ProjectsOf } from "../events/events.ts";
import { isLoweredFork } from "../projects/projects.ts";
import {
  type AuditAuthorship,
  type AuditRecord,
  insertAuditEvents,
  namespacePath,
  projectPath,
  userName,
} from "./record.ts";
import { levelName, visibilityName } from "./values.ts";

const project = (id: SQL<number>): Pick<AuditRecord, "entity" | "target"> => ({
  entity: { type: "Project", id },
  target: { type: "Project", id: id, details: projectPath(id) },
});

const projectId = sql<number>`p.id`;

/** The projects that are deleted with their namespace. Precedes the deletion. */
export const insertProjectsDestroyed = (by: AuditAuthorship, of: ProjectsOf): Statement =>
  insertAuditEvents(
    by,
    { event_type: "project_destroyed", ...project(projectId), change: { remove: "project" } },
    sql`from projects p join namespaces n on n.id = p.namespace_id
      where ${"group_id" in of ? sql`n.id = ${of.group_id} and n.kind = 'group'` : sql`n.owner_id = ${of.owner_id}`}`,
  );

/** The shares that end with their group. Precedes its deletion. */
export const insertSharesDeleted = (by: AuditAuthorship, groupId: number): Statement =>
  insertAuditEvents(
    by,
    {
      event_type: "project_group_link_deleted",
      entity: { type: "Project", id: sql<number>`l.project_id` },
      target: { type: "Group", id: groupId, details: namespacePath(groupId) },
      change: { remove: "project_group_link", from: levelName(sql`l.group_access`) },
    },
    sql`from project_group_links l where l.group_id = ${groupId}`,
  );

/** The memberships that end with their user, except in projects that are deleted as well. Two statements. */
export const insertMembershipsDestroyed = (by: AuditAuthorship, userId: number): [Statement, Statement] => {
  const ended = (entity: AuditRecord["entity"]): AuditRecord => ({
    event_type: "member_destroyed",
    entity,
    target: { type: "User", id: userId, details: userName(userId) },
    change: { remove: "user_access", from: levelName(sql`m.access_level`) },
  });
  return [
    insertAuditEvents(
      by,
      ended({ type: "Group", id: sql<number>`m.group_id` }),
      sql`from group_members m where m.user_id = ${userId}`,
    ),
    insertAuditEvents(
      by,
      ended({ type: "Project", id: sql<number>`m.project_id` }),
      sql`from project_members m join projects p on p.id = m.project_id join namespaces n on n.id = p.namespace_id
        where m.user_id = ${userId} and n.owner_id is not ${userId}`,
    ),
  ];
};

const lowered = (to: SQL): AuditRecord => ({
  event_type: "project_visibility_level_updated",
  ...project(projectId),
  change: { change: "visibility_level", from: visibilityName(sql`p.visibility_level`), to: visibilityName(to) },
});

/** The forks whose visibility follows the project's. Between its update and theirs. */
export const insertForksLowered = (by: AuditAuthorship, id: number): Statement =>
  insertAuditEvents(
    by,
    lowered(sql`(select source.visibility_level from projects source where source.id = ${id})`),
    sql`from projects p where ${isLoweredFork(id)}`,
  );

/** The project if its new namespace lowers its visibility. Precedes the move. */
export const insertLoweredByNamespace = (by: AuditAuthorship, id: number, namespaceId: number): Statement =>
  insertAuditEvents(
    by,
    lowered(sql`n.visibility_level`),
    sql`from projects p join namespaces n on n.id = ${namespaceId} where p.id = ${id} and p.visibility_level > n.visibility_level`,
  );
