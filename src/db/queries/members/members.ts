// Members of groups and of projects: two tables with the same columns.
import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import { unexpired } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { groupMembers, projectMembers } from "../../schema/index.ts";
import type { AccessLevel } from "../../schema/namespaces.ts";
import {
  build,
  execute,
  type RowOf,
  type Statement,
  select,
  selectWith,
  statement,
  variants,
} from "../../statement.ts";
import { groupKey, namedGroupId } from "../groups/row.ts";
import { namedProjectId, type ProjectKey, projectKey } from "../projects/row.ts";
import { userColumns } from "../users/row.ts";

/** The group or project of members. */
export interface MemberSource {
  readonly kind: "group" | "project";
  readonly id: number;
}

/**
 * As {@link MemberSource}, or the group or project of a path, so that its members are read in the batch that finds it.
 * Statements do not check that the viewer may see it.
 */
export type SourceName = MemberSource | SourceKey;

interface SourceKey {
  readonly kind: MemberSource["kind"];
  readonly id: number | null;
  readonly path: string | null;
}

/** The id of the group or project that {@link sourceValues} name. */
export const namedSourceId = { group: namedGroupId, project: namedProjectId } as const;

/** Values of the placeholders in {@link namedSourceId}. */
export function sourceValues(source: SourceName): Record<string, unknown> {
  const name: SourceKey = { path: null, ...source };
  return { ...(name.kind === "group" ? groupKey(name) : projectKey(name)) };
}

const tables = {
  group: { table: groupMembers, source: groupMembers.group_id, name: "group_members", column: "group_id" },
  project: { table: projectMembers, source: projectMembers.project_id, name: "project_members", column: "project_id" },
} as const;

export const memberColumns = {
  ...userColumns,
  access_level: sql<AccessLevel>`m.access_level`,
  expires_at: sql<string | null>`m.expires_at`,
  member_since: sql<string>`m.created_at`,
};

export type MemberRow = RowOf<typeof memberColumns>;

const membersFrom = (kind: MemberSource["kind"]) =>
  sql`from ${sql.raw(tables[kind].name)} m join users u on u.id = m.user_id
    where m.${sql.raw(tables[kind].column)} = ${namedSourceId[kind]}`;

const partOf = (column: string): SQL => sql`instr(lower(u.${sql.raw(column)}), lower(${sql.placeholder("query")}))`;

/** For everybody: who could search in e-mail addresses would find them letter by letter. */
const matchesPublicly = sql`(${sql.placeholder("query")} is null or ${partOf("name")} or ${partOf("username")})`;

/** As {@link MemberQuery}. */
export const memberMatches = sql`(${matchesPublicly} or (${sql.placeholder("search_emails")} = 1 and ${partOf("email")}))`;

interface Shape {
  readonly kind: MemberSource["kind"];
  readonly isAmong: boolean;
}

const listed = ({ kind, isAmong }: Shape): SQL => sql`${membersFrom(kind)} and ${memberMatches}
  ${isAmong ? sql`and m.user_id in (select value from json_each(${sql.placeholder("ids")}))` : sql``}`;

const lists = variants(
  (shape: Shape) =>
    select(
      memberColumns,
      sql`${listed(shape)} order by m.user_id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
    ),
  JSON.stringify,
);

const counts = variants((shape: Shape) => select({ total: sql<number>`count(*)` }, listed(shape)), JSON.stringify);

const counters = {
  group: select({ total: sql<number>`members_count` }, sql`from namespaces where id = ${namedGroupId}`),
  project: select({ total: sql<number>`members_count` }, sql`from projects where id = ${namedProjectId}`),
};

export interface MemberQuery {
  /** Case-insensitive part of name or username; of the e-mail address if `search_emails` is 1. */
  readonly query: string | null;
  readonly search_emails: Flag;
  /** Ids of users; null is no filter. */
  readonly ids: readonly number[] | null;
  readonly limit: number;
  readonly offset: number;
}

/** Two statements: the page and the total, which is a counter unless `query` or `ids` filter the list. */
export function listMembers(
  source: SourceName,
  { ids, ...query }: MemberQuery,
): [Statement<MemberRow>, Statement<{ total: number }>] {
  const { kind } = source;
  const values = { ...sourceValues(source), ...query, ids: ids && JSON.stringify(ids) };
  const shape = { kind, isAmong: ids !== null };
  const total = query.query === null && ids === null ? counters[kind] : counts(shape);
  return [lists(shape).with(values), total.with(values)];
}

const singles = {
  group: select(memberColumns, sql`${membersFrom("group")} and m.user_id = ${sql.placeholder("user_id")}`),
  project: select(memberColumns, sql`${membersFrom("project")} and m.user_id = ${sql.placeholder("user_id")}`),
};

export const findMember = (source: SourceName, userId: number): Statement<MemberRow> =>
  singles[source.kind].with({ ...sourceValues(source), user_id: userId });

export interface NewMember {
  readonly user_id: number;
  readonly access_level: AccessLevel;
  readonly expires_at: string | null;
  readonly created_at: string;
}

/**
 * Returns the user id of the new member.
 * @param when condition for the insert
 */
export const insertMember = (
  { kind, id }: MemberSource,
  { user_id, access_level, expires_at, created_at }: NewMember,
  when: SQL = sql`1`,
): Statement<{ user_id: number }> =>
  kind === "group"
    ? execute(sql`insert into group_members (group_id, user_id, access_level, expires_at, created_at)
        select ${id}, ${user_id}, ${access_level}, ${expires_at}, ${created_at} where ${when} returning user_id`)
    : execute(sql`insert into project_members (project_id, user_id, access_level, expires_at, implied, created_at)
        select p.id, ${user_id}, ${access_level}, ${expires_at}, coalesce(n.owner_id = ${user_id}, 0), ${created_at}
        from projects p join namespaces n on n.id = p.namespace_id where p.id = ${id} and ${when} returning user_id`);

/** Makes the creator of a personal project its master, after its insert in the same batch. No-op in a group. */
export const insertFirstMember = (namespaceId: number, path: string, userId: number, now: string): Statement =>
  execute(sql`insert into project_members (project_id, user_id, access_level, implied, created_at)
    select p.id, ${userId}, 40, n.owner_id = ${userId}, ${now} from projects p join namespaces n on n.id = p.namespace_id
    where p.namespace_id = ${namespaceId} and lower(p.path) = lower(${path}) and n.owner_id is not null`);

/** Leaves `expires_at` unchanged if undefined. Returns the user id if the member exists. */
export function updateMember(
  { kind, id }: MemberSource,
  userId: number,
  changes: { access_level: AccessLevel; expires_at: string | null | undefined },
): Statement<{ user_id: number }> {
  const { table, source } = tables[kind];
  const set = {
    access_level: changes.access_level,
    ...(changes.expires_at !== undefined && { expires_at: changes.expires_at }),
  };
  return statement(
    build
      .update(table)
      .set(set)
      .where(and(eq(source, id), eq(table.user_id, userId)))
      .returning({ user_id: table.user_id }),
  );
}

/** Returns the user id if the member existed. */
export function deleteMember({ kind, id }: MemberSource, userId: number): Statement<{ user_id: number }> {
  const { table, source } = tables[kind];
  return statement(
    build
      .delete(table)
      .where(and(eq(source, id), eq(table.user_id, userId)))
      .returning({ user_id: table.user_id }),
  );
}

export const isMember = ({ kind, id }: MemberSource, userId: number) =>
  kind === "group"
    ? sql`exists (select 1 from group_members where group_id = ${id} and user_id = ${userId})`
    : sql`exists (select 1 from project_members where project_id = ${id} and user_id = ${userId})`;

/** True if the member exists with another level or another expiry date. */
export const changesMember = (
  { kind, id }: MemberSource,
  userId: number,
  { access_level, expires_at }: { access_level: AccessLevel; expires_at: string | null | undefined },
): SQL =>
  sql`exists (select 1 from ${sql.raw(tables[kind].name)} where ${sql.raw(tables[kind].column)} = ${id} and user_id = ${userId}
    and (access_level <> ${access_level} or ${expires_at === undefined ? sql`0` : sql`expires_at is not ${expires_at}`}))`;

/**
 * All members of a project, direct and indirect, each once; column `belonging_id`.
 * @param project its id, in a statement whose CTE `viewer` has `viewer_today`
 */
export const usersOfProject = (project: number | Placeholder | SQL): SQL => sql`
  select pm.user_id as belonging_id from viewer cross join project_members pm
    where pm.project_id = ${project} and ${sql.raw(unexpired("pm"))}
  union select n.owner_id from projects p join namespaces n on n.id = p.namespace_id
    where p.id = ${project} and n.owner_id is not null
  union select gm.user_id from viewer cross join projects p cross join group_members gm on gm.group_id = p.namespace_id
    where p.id = ${project} and ${sql.raw(unexpired("gm"))}
  union select sm.user_id from viewer cross join projects p
      cross join namespaces n on n.id = p.namespace_id and n.share_with_group_lock = 0
      cross join project_group_links sl on sl.project_id = p.id and ${sql.raw(unexpired("sl"))}
      cross join group_members sm on sm.group_id = sl.group_id and ${sql.raw(unexpired("sm"))}
    where p.id = ${project}`;

const todayCte = sql`viewer as (select ${sql.placeholder("today")} as viewer_today)`;
const listedUsers = sql`from (${usersOfProject(namedProjectId)}) cross join users u on u.id = belonging_id
  where ${matchesPublicly}`;

const projectUsers = selectWith(
  [todayCte],
  userColumns,
  sql`${listedUsers} order by u.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);

const projectUserCount = selectWith([todayCte], { total: sql<number>`count(*)` }, listedUsers);

/** Two statements: a page of all members of a project, direct and indirect, and the total. */
export function listProjectUsers(
  project: ProjectKey,
  today: string,
  query: string | null,
  limit: number,
  offset: number,
): [Statement<RowOf<typeof userColumns>>, Statement<{ total: number }>] {
  const values = { ...project, today, query, limit, offset };
  return [projectUsers.with(values), projectUserCount.with(values)];
}
