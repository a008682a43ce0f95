// Members of a group or project with a filter of ids, and those of a project with the members of its group.
import { type SQL, sql } from "drizzle-orm";
import { type Statement, select } from "../../statement.ts";
import { namedGroupId } from "../groups/row.ts";
import { namedProjectId } from "../projects/row.ts";
import {
  type MemberQuery,
  type MemberRow,
  type MemberSource,
  memberColumns,
  memberMatches,
  type SourceName,
  sourceValues,
} from "./members.ts";

const columns = sql.raw("user_id, access_level, expires_at, created_at");
const inGroup = (id: SQL) => sql`select ${columns} from group_members where group_id = ${id}
  and (expires_at is null or expires_at >= ${sql.placeholder("today")})`;
const inProject = sql`select ${columns} from project_members where project_id = ${namedProjectId}
  and (expires_at is null or expires_at >= ${sql.placeholder("today")})`;

/** Each member once, with the highest level, from the membership that has it. */
const memberships: Record<MemberSource["kind"], SQL> = {
  group: inGroup(namedGroupId),
  project: sql`select user_id, max(access_level) as access_level, expires_at, created_at from (${inProject}
    union all ${inGroup(sql`(select namespace_id from projects where id = ${namedProjectId})`)}
    union all select n.owner_id, 50, null, n.created_at from projects p join namespaces n on n.id = p.namespace_id
      where p.id = ${namedProjectId} and n.owner_id is not null) group by user_id`,
};

const ids = sql.placeholder("ids");
const found = (kind: MemberSource["kind"]) => sql`from (${memberships[kind]}) m join users u on u.id = m.user_id
  where ${memberMatches} and (${ids} is null or u.id in (select value from json_each(${ids})))`;

const templatesOf = (kind: MemberSource["kind"]) => ({
  rows: select(
    memberColumns,
    sql`${found(kind)} order by m.user_id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
  ),
  count: select({ total: sql<number>`count(*)` }, found(kind)),
});

const templates = { group: templatesOf("group"), project: templatesOf("project") };

export interface AllMembersQuery extends MemberQuery {
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** Two statements: the page, and the total. */
export function listAllMembers(
  source: SourceName,
  query: AllMembersQuery,
): [Statement<MemberRow>, Statement<{ total: number }>] {
  const values = { ...query, ...sourceValues(source), ids: query.ids === null ? null : JSON.stringify(query.ids) };
  return [templates[source.kind].rows.with(values), templates[source.kind].count.with(values)];
}
