// Which projects a list of issues draws from: one, those of a group, or those somebody has written issues in.
import { type SQL, sql } from "drizzle-orm";
import { groupLevel, projectLevel, seesConfidentialAt, unexpired, visibleLevel } from "../../permissions/visible.ts";
import { type GroupKey, namedGroupId } from "./group-row.ts";
import { namedProjectId, type ProjectKey, projectIdOfKey } from "./project-row.ts";

/** `project` is named by its id, which is quicker to plan than by its path. */
export type ScopeKind = "project" | "project_by_path" | "group" | "own";

export type Scope =
  | { readonly kind: "project"; readonly project: ProjectKey }
  | { readonly kind: "group"; readonly group: GroupKey }
  | { readonly kind: "own" };

export const scopeKind = (scope: Scope): ScopeKind =>
  scope.kind === "project" && scope.project.project_id === null ? "project_by_path" : scope.kind;

/**
 * SQLite plans a clause anew wherever it is named, and one that knows viewer and visibility is long. So each scope is
 * one clause, `head`, of one row, which hands on what it found as values.
 */
export interface ScopeSql {
  /** After `viewer`: the viewer, what was named if they may see it, and what {@link rows} wants. */
  readonly head: SQL;
  /** The column of `head` that is null when what was named may not be seen. */
  readonly found: "tracker_id" | "listed_group_id" | null;
  /**
   * For subqueries of a row of `head`: the projects with issues the viewer may see. Each has scope_id, whether they see
   * all its confidential ones (scope_sees), where it is (scope_path, scope_namespace), and its counters.
   */
  readonly rows: SQL;
}

const counters = [
  "opened_issues",
  "closed_issues",
  "opened_confidential_issues",
  "closed_confidential_issues",
] as const;

/** What is asked of the project listed. Each column more is planned in each clause behind. */
const listedColumns = sql.raw(
  ["id", "path", "visibility_level", "issues_enabled", "merge_requests_enabled", ...counters]
    .map((name) => `np.${name}`)
    .join(", "),
);

const projectScope = (id: SQL): ScopeSql => ({
  head: sql`listed as materialized (
      select viewer.*, ${listedColumns}, nn.path as tracker_namespace, ${projectLevel("np", "nn")} as found_level
      from viewer left join projects np on np.id = ${id} left join namespaces nn on nn.id = np.namespace_id),
    head as materialized (
      select listed.*, case when ${visibleLevel("visibility_level")} or found_level > 0 then id end as tracker_id
      from listed)`,
  found: "tracker_id",
  rows: sql`(select tracker_id as scope_id, ${seesConfidentialAt(sql`found_level`)} as scope_sees, path as scope_path,
    tracker_namespace as scope_namespace, ${sql.raw(counters.join(", "))} where tracker_id is not null and issues_enabled = 1)`,
});

/**
 * The projects the viewer may see, as a JSON array of rows; the level on each is worked out once.
 * @param ids a select of project ids, as place_id, each once
 */
const visiblePlaces = (ids: SQL): SQL => sql`(
  with places as materialized (
    select p.*, n.path as place_namespace, ${projectLevel("p", "n")} as place_level
    from (${ids}) cross join projects p on p.id = place_id cross join namespaces n on n.id = p.namespace_id)
  select json_group_array(json_array(id, issues_enabled, ${seesConfidentialAt(sql`place_level`)}, path, place_namespace,
    ${sql.raw(counters.join(", "))}))
  from places where ${visibleLevel("visibility_level")} or place_level > 0)`;

const placeColumns = ["scope_id", "scope_enabled", "scope_sees", "scope_path", "scope_namespace", ...counters];

/** @param places what {@link visiblePlaces} answered */
const rowsOf = (places: string): SQL =>
  sql.raw(`(select ${placeColumns.map((name, at) => `json_extract(value, '$[${at}]') as ${name}`).join(", ")}
    from json_each(${places}) where json_extract(value, '$[1]') = 1)`);

/** The group's own projects, and those shared with it. A group is seen by whoever sees one of them, too. */
const groupScope: ScopeSql = {
  head: sql`named as materialized (
      select viewer.*, g.id as named_id, ${visibleLevel("g.visibility_level")} or ${groupLevel("g")} > 0 as named_open,
        ${visiblePlaces(sql`select gp.id as place_id from projects gp where gp.namespace_id = g.id
          union select gl.project_id from project_group_links gl where gl.group_id = g.id
            and ${sql.raw(unexpired("gl"))}`)} as places
      from viewer left join namespaces g on g.id = ${namedGroupId} and g.kind = 'group'),
    head as materialized (
      select named.*, case when named_open or json_array_length(places) > 0 then named_id end as listed_group_id from named)`,
  found: "listed_group_id",
  rows: rowsOf("places"),
};

const ownScope: ScopeSql = {
  head: sql`head as materialized (
    select viewer.*, ${visiblePlaces(sql`select distinct ic.project_id as place_id from issue_counts ic
      where ic.author_id = viewer_id and ic.count > 0`)} as places
    from viewer)`,
  found: null,
  rows: rowsOf("places"),
};

export const scopes: Record<ScopeKind, ScopeSql> = {
  project: projectScope(sql`${projectIdOfKey}`),
  project_by_path: projectScope(namedProjectId),
  group: groupScope,
  own: ownScope,
};
