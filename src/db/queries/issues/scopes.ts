// The projects of a list of issues: one project, those of a group, or those where the viewer has written issues.
import { type SQL, sql } from "drizzle-orm";
import {
  groupLevel,
  projectLevel,
  seesConfidentialAt,
  unexpired,
  visibleAt,
  visibleLevel,
} from "../../../permissions/visible.ts";
import { type GroupKey, namedGroupId } from "../groups/row.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";

export type Scope =
  | { readonly kind: "project"; readonly project: ProjectKey }
  | { readonly kind: "group"; readonly group: GroupKey }
  | { readonly kind: "own" };

/** The SQL that finds the projects of a scope. */
export interface ScopeSql {
  /**
   * CTEs after `viewer`. The last, `head`: the viewer, the named record if visible, and the values for {@link rows}.
   */
  readonly head: SQL;
  /** The column of `head` that is null if the viewer may not see the named project or group. */
  readonly found: "tracker_id" | "listed_group_id" | null;
  /**
   * For subqueries of a row of `head`: the projects whose issues the viewer may read. Columns: scope_id, scope_sees_confidential
   * (true if the viewer sees all confidential issues), scope_path, scope_namespace, and the counters.
   */
  readonly rows: SQL;
}

const counters = [
  "opened_issues",
  "closed_issues",
  "opened_confidential_issues",
  "closed_confidential_issues",
] as const;

/** The columns that are read of a listed project. */
const listedColumns = sql.raw(
  ["id", "path", "visibility_level", "issues_enabled", "merge_requests_enabled", ...counters]
    .map((name) => `np.${name}`)
    .join(", "),
);

/** For a row with the columns of a project. @param level the viewer's level on it */
const isVisible = (level: SQL): SQL => visibleAt(visibleLevel("visibility_level"), level);

const projectScope: ScopeSql = {
  head: sql`listed as materialized (
      select viewer.*, ${listedColumns}, nn.path as tracker_namespace, ${projectLevel("np", "nn")} as found_level
      from viewer left join projects np on np.id = ${namedProjectId} left join namespaces nn on nn.id = np.namespace_id),
    head as materialized (
      select listed.*, case when ${isVisible(sql`found_level`)} then id end as tracker_id
      from listed)`,
  found: "tracker_id",
  rows: sql`(select tracker_id as scope_id, ${seesConfidentialAt(sql`found_level`)} as scope_sees_confidential, path as scope_path,
    tracker_namespace as scope_namespace, ${sql.raw(counters.join(", "))} where tracker_id is not null and issues_enabled = 1)`,
};

/**
 * `place`: the projects that the viewer may see, with {@link ScopeSql.rows}' columns.
 * @param ids a select of distinct project ids, as place_id
 */
const visiblePlaces = (ids: SQL): SQL => sql`levelled_place as materialized (
    select p.*, n.path as place_namespace, ${projectLevel("p", "n")} as place_level, viewer.*
    from viewer cross join (${ids}) cross join projects p on p.id = place_id cross join namespaces n on n.id = p.namespace_id),
  place as materialized (
    select id as scope_id, issues_enabled as scope_enabled, ${seesConfidentialAt(sql`place_level`)} as scope_sees_confidential,
      path as scope_path, place_namespace as scope_namespace, ${sql.raw(counters.join(", "))}
    from levelled_place where ${isVisible(sql`place_level`)})`;

const places = sql`(select * from place where scope_enabled = 1)`;

/** The group's own projects, and those shared with it. A viewer who sees one of them also sees the group. */
const groupScope: ScopeSql = {
  head: sql`named as materialized (
      select viewer.*, g.id as named_id, ${visibleAt(visibleLevel("g.visibility_level"), groupLevel("g"))} as named_open
      from viewer left join namespaces g on g.id = ${namedGroupId} and g.kind = 'group'),
    ${visiblePlaces(sql`select gp.id as place_id from named cross join projects gp on gp.namespace_id = named_id
      union select gl.project_id from named cross join project_group_links gl on gl.group_id = named_id
        and ${sql.raw(unexpired("gl").replaceAll("viewer_today", "named.viewer_today"))}`)},
    head as materialized (
      select named.*, case when named_open or exists (select 1 from place) then named_id end as listed_group_id from named)`,
  found: "listed_group_id",
  rows: places,
};

const ownScope: ScopeSql = {
  head: sql`${visiblePlaces(sql`select distinct ic.project_id as place_id from viewer as author
      cross join issue_counts ic on ic.author_id = author.viewer_id and ic.count > 0`)},
    head as materialized (select viewer.* from viewer)`,
  found: null,
  rows: places,
};

export const scopes: Record<Scope["kind"], ScopeSql> = { project: projectScope, group: groupScope, own: ownScope };
