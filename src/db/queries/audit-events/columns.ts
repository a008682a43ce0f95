// The columns of projects, groups and users whose changes are audited, one event for each.
import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "../../statement.ts";
import { type AuditAuthorship, insertAuditEvents } from "./record.ts";
import { visibilityName } from "./values.ts";

const audited = {
  Project: {
    table: "projects",
    label: sql`(select n.path || '/' || r.path from namespaces n where n.id = r.namespace_id)`,
    types: {
      name: "project_name_updated",
      path: "project_path_updated",
      visibility_level: "project_visibility_level_updated",
      request_access_enabled: "project_request_access_enabled_updated",
      public_builds: "project_public_builds_updated",
      only_allow_merge_if_build_succeeds: "project_only_allow_merge_if_build_succeeds_updated",
      only_allow_merge_if_all_discussions_are_resolved:
        "project_only_allow_merge_if_all_discussions_are_resolved_updated",
    },
  },
  Group: {
    table: "namespaces",
    label: sql`r.path`,
    types: {
      name: "group_name_updated",
      path: "group_path_updated",
      visibility_level: "group_visibility_level_updated",
      request_access_enabled: "group_request_access_enabled_updated",
    },
  },
  User: {
    table: "users",
    label: sql`r.username`,
    types: {
      name: "user_name_updated",
      username: "user_username_updated",
      email: "user_email_address_updated",
      admin: "user_admin_status_updated",
      external: "user_external_status_updated",
    },
  },
} as const;

type Audited = keyof typeof audited;

/** Columns that are shown as they are; visibility levels have names, all others are flags. */
const texts: readonly string[] = ["name", "path", "username", "email"];

const shown = (column: string, value: SQL): SQL => {
  if (texts.includes(column)) return value;
  return column === "visibility_level" ? visibilityName(value) : sql`case ${value} when 1 then 'true' else 'false' end`;
};

/** `case` over the audited columns by the name in `c.value ->> 0`. */
const byColumn = (columns: readonly string[], value: (column: string) => SQL): SQL => {
  const cases = columns.map((column) => sql`when ${sql.raw(`'${column}'`)} then ${value(column)}`);
  return sql`case c.value ->> 0 ${sql.join(cases, sql` `)} end`;
};

const current = (column: string): SQL => sql.raw(`r.${column}`);
const given = sql`c.value ->> 1`;

/**
 * One event for each audited column that the changes give another value. Precedes the update.
 *
 * @param changes new values by column; columns that are not audited are ignored
 */
export function insertColumnEvents(
  by: AuditAuthorship,
  type: Audited,
  id: number,
  changes: Readonly<Record<string, unknown>>,
): Statement {
  const { table, label, types } = audited[type];
  const columns = Object.keys(types);
  const pairs = columns.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]]));
  const named = Object.entries(types).map(([column, name]) => sql.raw(`when '${column}' then '${name}'`));
  return insertAuditEvents(
    by,
    {
      event_type: sql`case c.value ->> 0 ${sql.join(named, sql` `)} end`,
      entity: { type, id },
      target: { type, id, details: label },
      change: {
        change: sql`c.value ->> 0`,
        from: byColumn(columns, (column) => shown(column, current(column))),
        to: byColumn(columns, (column) => shown(column, given)),
      },
    },
    sql`from json_each(${JSON.stringify(pairs)}) c cross join ${sql.raw(table)} r
      where r.id = ${id} and ${byColumn(columns, current)} is not ${given}`,
  );
}
