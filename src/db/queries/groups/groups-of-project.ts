// The groups of a project: the one it is in, and those it is shared with.
import { type SQL, sql } from "drizzle-orm";
import { unexpired, type ViewerKey, viewerCte, visibleGroup } from "../../../permissions/visible.ts";
import { nullable, type Statement, selectWith } from "../../statement.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import { type GroupRow, groupColumns } from "./row.ts";

export interface GroupsOfProjectQuery {
  /** 1 with the groups that the project is shared with, at `min_level` or more. */
  readonly with_shared: 0 | 1;
  readonly min_level: number;
  /** 1 without the shared ones that the viewer may not see. */
  readonly visible_only: 0 | 1;
  /** Case-insensitive part of name or path. */
  readonly search: string | null;
  /** JSON array of ids to leave out. */
  readonly skip: string;
  readonly limit: number;
  readonly offset: number;
}

/** The list's size and a group of the page or, on an empty page, `id: null`. `found_id` is null without the project. */
export type GroupsOfProjectRow = ViewerRow & { readonly total: number; readonly found_id: number | null } & (
    | GroupRow
    | { readonly id: null }
  );

const value = (name: keyof GroupsOfProjectQuery): SQL => sql`${sql.placeholder(name)}`;

const template = castTemplate<GroupsOfProjectRow>(
  selectWith(
    [
      viewerCte,
      ...foundProjectCtes,
      sql`belonging as materialized (
        select g.id as belonging_id from found cross join viewer cross join (
            select p.namespace_id as candidate_id, 0 as is_shared from found cross join projects p on p.id = found_id
            union select l.group_id, 1 from found cross join viewer cross join project_group_links l on l.project_id = found_id
              and l.group_access >= ${value("min_level")} and ${sql.raw(unexpired("l"))} where ${value("with_shared")})
          cross join namespaces g on g.id = candidate_id and g.kind = 'group'
        where not (is_shared and ${value("visible_only")} and not ${visibleGroup("g")})
          and g.id not in (select value from json_each(${value("skip")}))
          and (${value("search")} is null or instr(lower(g.name), lower(${value("search")}))
            or instr(lower(g.path), lower(${value("search")}))))`,
    ],
    {
      ...viewerColumns,
      total: sql<number>`(select count(*) from belonging)`,
      found_id: sql<number | null>`(select found_id from found)`,
      ...nullable(groupColumns),
    },
    sql`from viewer left join (select belonging_id from belonging order by belonging_id
        limit ${value("limit")} offset ${value("offset")}) page
      left join namespaces g on g.id = belonging_id order by g.id`,
  ),
);

/** One statement: each row of the page has the viewer and the list's size. */
export const listGroupsOfProject = (
  viewer: ViewerKey,
  project: ProjectKey,
  query: GroupsOfProjectQuery,
): Statement<GroupsOfProjectRow> => template.with({ ...viewer, ...project, ...query });
