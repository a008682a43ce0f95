// How texts refer to issues and merge requests.
import { type SQL, sql } from "drizzle-orm";
import type { IssuableType } from "../../schema/issuables.ts";
import { issuableTable } from "./issuables.ts";

/**
 * To follow the project `sp` a text is in, and its namespace `sn`: each issuable `i` of a type the text refers to, with its
 * project `p`, its namespace `n` and its reference `j`.
 * @param references JSON array of {namespace, project, iid}, null for those of the text
 */
export const referredIssuables = (type: IssuableType, references: SQL): SQL =>
  sql`cross join json_each(${references}) j
      cross join namespaces n on n.id = case when json_extract(j.value, '$.namespace') is null then sn.id
        else (select x.id from namespaces x where lower(x.path) = lower(json_extract(j.value, '$.namespace'))) end
      cross join projects p on p.id = case when json_extract(j.value, '$.project') is null then sp.id
        else (select y.id from projects y where y.namespace_id = n.id and lower(y.path) = lower(json_extract(j.value, '$.project'))) end
      cross join ${issuableTable(type)} i on i.project_id = p.id and i.iid = json_extract(j.value, '$.iid')`;

/**
 * How issue `i` is called from project `from`: `#3`, `project#3` or `namespace/project#3`. Of `i` the statement has the
 * project as `<i>p` and the namespace as `<i>n`.
 */
export const referenceFrom = (i: string, from: string): SQL<string> =>
  sql<string>`${pathFrom(`${i}p`, `${i}n`, from)} || ${sql.raw(`'#' || ${i}.iid`)}`;

/** What stands before the sign: nothing in project `from` itself. */
export const pathFrom = (p: string, n: string, from: string): SQL<string> =>
  sql<string>`${sql.raw(`case when ${p}.id = ${from}.id then '' when ${p}.namespace_id = ${from}.namespace_id then ${p}.path
    else ${n}.path || '/' || ${p}.path end`)}`;
