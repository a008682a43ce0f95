// References in texts to issuables.
import { type SQL, sql } from "drizzle-orm";
import type { IssuableType } from "../../schema/issuables.ts";
import { issuableTable } from "./issuables.ts";

/**
 * Joins after the project `sp` of a text and its namespace `sn`: each issuable `i` of a type that the text refers to,
 * with its project `p`, its namespace `n` and its reference `j`.
 * @param references JSON array of {namespace, project, iid}; null for the text's own namespace or project
 */
export const referredIssuables = (type: IssuableType, references: SQL): SQL =>
  sql`cross join json_each(${references}) j
      cross join namespaces n on n.id = case when json_extract(j.value, '$.namespace') is null then sn.id
        else (select x.id from namespaces x where lower(x.path) = lower(json_extract(j.value, '$.namespace'))) end
      cross join projects p on p.id = case when json_extract(j.value, '$.project') is null then sp.id
        else (select y.id from projects y where y.namespace_id = n.id and lower(y.path) = lower(json_extract(j.value, '$.project'))) end
      cross join ${issuableTable(type)} i on i.project_id = p.id and i.iid = json_extract(j.value, '$.iid')`;

/**
 * The reference to issue `i` in texts of project `from`: `#3`, `project#3` or `namespace/project#3`. Needs the issue's
 * project as `<i>p` and its namespace as `<i>n`.
 */
export const referenceFrom = (i: string, from: string): SQL<string> =>
  sql<string>`${pathFrom(`${i}p`, `${i}n`, from)} || ${sql.raw(`'#' || ${i}.iid`)}`;

/** The path before the `#` of a reference: empty in project `from` itself. */
export const pathFrom = (p: string, n: string, from: string): SQL<string> =>
  sql<string>`${sql.raw(`case when ${p}.id = ${from}.id then '' when ${p}.namespace_id = ${from}.namespace_id then ${p}.path
    else ${n}.path || '/' || ${p}.path end`)}`;
