// Members of a group or project with a filter of ids, and those of a project with the members of its group.
import { type SQL, sql } from "drizzle-orm";
import { type Statement, select } from "../../statement.ts";
import { type MemberRow, type MemberSource, memberColumns, memberMatches } from "./members.ts";

const source = sql.placeholder("source_id");
const columns = sql.raw("user_id, access_level, expires_at, created_at");
const inGroup = (id: SQL) => sql`select ${columns} from group_members where group_id = ${id}
  and (expires_at is null or expires_at >= ${sql.placeholder("today")})`;
const inProject = sql`select ${columns} from project_members where project_id = ${source}
  and (expires_at is null or expires_at >= ${sql.placeholder("today")})`;

/** Each member once, with the highest level, from the membership that has it. */
const memberships: Record<MemberSource["kind"], SQL> = {
  group: inGroup(sql`${source}`),
  project: sql`select user_id, max(access_level) as access_level, expires_at, created_at from (${inProject}
    union all ${inGroup(sql`(select namespace_id from projects where id = ${source})`)}
    union all select n.owner_id, 50, null, n.created_at from projects p join namespaces n on n.id = p.namespace_id
      where p.id = ${source} and n.owner_id is not null) group by user_id`,
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

export interface AllMembersQuery {
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly query: string | null;
  /** Ids of users; null is no filter. */
  readonly ids: readonly number[] | null;
  readonly limit: number;
  readonly offset: number;
}

/** Two statements: the page, and the total. */
export function listAllMembers(
  { kind, id }: MemberSource,
  query: AllMembersQuery,
): [Statement<MemberRow>, Statement<{ total: number }>] {
  const values = { ...query, source_id: id, ids: query.ids === null ? null : JSON.stringify(query.ids) };
  return [templates[kind].rows.with(values), templates[kind].count.with(values)];
}
