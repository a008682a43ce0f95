// Values of audit events that the database reads when it records them: names, and what a change replaces.
import { type SQL, sql } from "drizzle-orm";
import type { MemberSource } from "../members/members.ts";

/** `Developer` for 30; null stays null. */
export const levelName = (level: SQL | number): SQL => sql`case ${level}
  when 10 then 'Guest' when 20 then 'Reporter' when 30 then 'Developer' when 40 then 'Master' when 50 then 'Owner' end`;

/** `private` for 0. */
export const visibilityName = (level: SQL): SQL =>
  sql`case ${level} when 0 then 'private' when 10 then 'internal' when 20 then 'public' end`;

/** A column of a membership; null without one. */
export const memberValue = ({ kind, id }: MemberSource, userId: number, column: "access_level" | "expires_at"): SQL =>
  kind === "group"
    ? sql`(select ${sql.raw(column)} from group_members where group_id = ${id} and user_id = ${userId})`
    : sql`(select ${sql.raw(column)} from project_members where project_id = ${id} and user_id = ${userId})`;

export const shareLevel = (projectId: number, groupId: number): SQL =>
  sql`(select group_access from project_group_links where project_id = ${projectId} and group_id = ${groupId})`;

/** The token that was inserted last, earlier in the same batch. */
export const newestTokenId = sql<number>`(select max(id) from access_tokens)`;

export const tokenName = (id: number): SQL => sql`(select name from access_tokens where id = ${id})`;

export const namespaceOfProject = (id: number): SQL =>
  sql`(select n.path from projects p join namespaces n on n.id = p.namespace_id where p.id = ${id})`;

export const forkSourceId = (id: number): SQL => sql`(select forked_from_id from projects where id = ${id})`;
