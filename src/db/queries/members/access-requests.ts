// Requests to join a group or a project. Requests of users who are members already are ignored.
import { type SQL, sql } from "drizzle-orm";
import { execute, type RowOf, type Statement, select } from "../../statement.ts";
import { userColumns } from "../users/row.ts";
import { isMember, type MemberSource, namedSourceId, type SourceName, sourceValues } from "./members.ts";

const names = {
  group: { column: "group_id", members: "group_members" },
  project: { column: "project_id", members: "project_members" },
} as const;

const columnOf = ({ kind }: MemberSource): SQL => sql.raw(names[kind].column);

const requestColumns = { ...userColumns, requested_at: sql<string>`r.created_at` };

export type AccessRequestRow = RowOf<typeof requestColumns>;

const requestsFrom = (kind: MemberSource["kind"]): SQL => {
  const { column, members } = names[kind];
  return sql`from access_requests r join users u on u.id = r.user_id
    where r.${sql.raw(column)} = ${namedSourceId[kind]}
      and not exists (select 1 from ${sql.raw(`${members} m where m.${column} = r.${column} and m.user_id = r.user_id`)})`;
};

const page = sql`order by r.user_id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`;

const lists = {
  group: select(requestColumns, sql`${requestsFrom("group")} ${page}`),
  project: select(requestColumns, sql`${requestsFrom("project")} ${page}`),
};

const counts = {
  group: select({ total: sql<number>`count(*)` }, requestsFrom("group")),
  project: select({ total: sql<number>`count(*)` }, requestsFrom("project")),
};

/** Two statements: the page, by user id, and the total. */
export function listAccessRequests(
  source: SourceName,
  limit: number,
  offset: number,
): [Statement<AccessRequestRow>, Statement<{ total: number }>] {
  const values = { ...sourceValues(source), limit, offset };
  return [lists[source.kind].with(values), counts[source.kind].with(values)];
}

const singles = {
  group: select(requestColumns, sql`${requestsFrom("group")} and r.user_id = ${sql.placeholder("user_id")}`),
  project: select(requestColumns, sql`${requestsFrom("project")} and r.user_id = ${sql.placeholder("user_id")}`),
};

export const findAccessRequest = (source: MemberSource, userId: number): Statement<AccessRequestRow> =>
  singles[source.kind].with({ ...sourceValues(source), user_id: userId });

/** True while the user has a pending request. */
export const isWaiting = (source: MemberSource, userId: number): SQL =>
  sql`(exists (select 1 from access_requests where ${columnOf(source)} = ${source.id} and user_id = ${userId})
    and not ${isMember(source, userId)})`;

/**
 * True if the user may request access, visibility aside. A pending request for a group covers its projects, so no
 * request for a project is accepted then.
 */
export const takesRequestOf = (source: MemberSource, userId: number): SQL => {
  const { kind, id } = source;
  const isOpen =
    kind === "group"
      ? sql`exists (select 1 from namespaces where id = ${id} and request_access_enabled = 1)`
      : sql`exists (select 1 from projects p where p.id = ${id} and p.request_access_enabled = 1 and not exists (
          select 1 from access_requests g where g.group_id = p.namespace_id and g.user_id = ${userId}))`;
  return sql`(${isOpen} and not ${isMember(source, userId)})`;
};

/** Returns the user id if the request is accepted. Violates access_requests_key if there is one already. */
export const insertAccessRequest = (
  source: MemberSource,
  userId: number,
  now: string,
): Statement<{ user_id: number }> =>
  execute(sql`insert into access_requests (user_id, ${columnOf(source)}, created_at)
    select ${userId}, ${source.id}, ${now} where ${takesRequestOf(source, userId)} returning user_id`);

/** Returns the user id if the request existed. */
export const deleteAccessRequest = (source: MemberSource, userId: number): Statement<{ user_id: number }> =>
  execute(sql`delete from access_requests where ${columnOf(source)} = ${source.id} and user_id = ${userId}
    returning user_id`);
