// Members of groups and of projects: two tables with the same columns.
import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import { unexpired } from "../../../permissions/visible.ts";
import { groupMembers, projectMembers } from "../../schema/index.ts";
import type { AccessLevel } from "../../schema/namespaces.ts";
import { build, execute, type RowOf, type Statement, select, selectWith, statement } from "../../statement.ts";
import { userColumns } from "../users/row.ts";

/** The group or project of members. */
export interface MemberSource {
  readonly kind: "group" | "project";
  readonly id: number;
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
    where m.${sql.raw(tables[kind].column)} = ${sql.placeholder("source_id")}`;

export const memberMatches = sql`(${sql.placeholder("query")} is null or instr(lower(u.name), lower(${sql.placeholder("query")}))
  or instr(lower(u.username), lower(${sql.placeholder("query")})) or instr(lower(u.email), lower(${sql.placeholder("query")})))`;

const lists = {
  group: select(memberColumns, listBody("group")),
  project: select(memberColumns, listBody("project")),
};

function listBody(kind: MemberSource["kind"], filter: SQL = sql`1`) {
  return sql`${membersFrom(kind)} and ${memberMatches} and ${filter} order by m.user_id
    limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`;
}

const counts = {
  group: select({ total: sql<number>`count(*)` }, sql`${membersFrom("group")} and ${memberMatches}`),
  project: select({ total: sql<number>`count(*)` }, sql`${membersFrom("project")} and ${memberMatches}`),
};

const counters = {
  group: select({ total: sql<number>`members_count` }, sql`from namespaces where id = ${sql.placeholder("source_id")}`),
  project: select({ total: sql<number>`members_count` }, sql`from projects where id = ${sql.placeholder("source_id")}`),
};

const among = sql`m.user_id in (select value from json_each(${sql.placeholder("ids")}))`;

const listsOfIds = {
  group: select(memberColumns, listBody("group", among)),
  project: select(memberColumns, listBody("project", among)),
};

const countsOfIds = {
  group: select({ total: sql<number>`count(*)` }, sql`${membersFrom("group")} and ${memberMatches} and ${among}`),
  project: select({ total: sql<number>`count(*)` }, sql`${membersFrom("project")} and ${memberMatches} and ${among}`),
};

/**
 * Two statements: the page and the total, which is a counter unless `query` or `ids` filter the list.
 * @param ids of users
 */
export function listMembers(
  source: MemberSource,
  query: string | null,
  limit: number,
  offset: number,
  ids: readonly number[] | null = null,
): [Statement<MemberRow>, Statement<{ total: number }>] {
  const values = { source_id: source.id, query, limit, offset, ids: ids && JSON.stringify(ids) };
  if (ids !== null) return [listsOfIds[source.kind].with(values), countsOfIds[source.kind].with(values)];
  const total = query === null ? counters[source.kind] : counts[source.kind];
  return [lists[source.kind].with(values), total.with(values)];
}

const singles = {
  group: select(memberColumns, sql`${membersFrom("group")} and m.user_id = ${sql.placeholder("user_id")}`),
  project: select(memberColumns, sql`${membersFrom("project")} and m.user_id = ${sql.placeholder("user_id")}`),
};

export const findMember = (source: MemberSource, userId: number): Statement<MemberRow> =>
  singles[source.kind].with({ source_id: source.id, user_id: userId });

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

/** For anonymous viewers as well, hence no search in e-mail addresses: they could be guessed letter by letter. */
const matchesPublicly = sql`(${sql.placeholder("query")} is null or instr(lower(u.name), lower(${sql.placeholder("query")}))
  or instr(lower(u.username), lower(${sql.placeholder("query")})))`;

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
const listedUsers = sql`from (${usersOfProject(sql.placeholder("source_id"))}) cross join users u on u.id = belonging_id
  where ${matchesPublicly}`;

const projectUsers = selectWith(
  [todayCte],
  userColumns,
  sql`${listedUsers} order by u.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);

const projectUserCount = selectWith([todayCte], { total: sql<number>`count(*)` }, listedUsers);

/** Two statements: a page of all members of a project, direct and indirect, and the total. */
export function listProjectUsers(
  projectId: number,
  today: string,
  query: string | null,
  limit: number,
  offset: number,
): [Statement<RowOf<typeof userColumns>>, Statement<{ total: number }>] {
  const values = { source_id: projectId, today, query, limit, offset };
  return [projectUsers.with(values), projectUserCount.with(values)];
}
