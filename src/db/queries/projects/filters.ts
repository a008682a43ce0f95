// Filters of lists of projects that have no counter, as conditions on project `p`.
import { type SQL, sql } from "drizzle-orm";
import { projectLevel } from "../../../permissions/visible.ts";

export const projectFilters = {
  with_issues_enabled: (p: string) => sql`${sql.raw(p)}.issues_enabled = ${sql.placeholder("with_issues_enabled")}`,
  with_merge_requests_enabled: (p: string) =>
    sql`${sql.raw(p)}.merge_requests_enabled = ${sql.placeholder("with_merge_requests_enabled")}`,
  id_after: (p: string) => sql`${sql.raw(p)}.id > ${sql.placeholder("id_after")}`,
  id_before: (p: string) => sql`${sql.raw(p)}.id < ${sql.placeholder("id_before")}`,
  last_activity_after: (p: string) => sql`${sql.raw(p)}.last_activity_at > ${sql.placeholder("last_activity_after")}`,
  last_activity_before: (p: string) => sql`${sql.raw(p)}.last_activity_at < ${sql.placeholder("last_activity_before")}`,
  /** A JSON array: the project has all of them. */
  topics: (p: string) => sql`not exists (select 1 from json_each(${sql.placeholder("topics")}) wanted_topic
    where wanted_topic.value not in (select value from json_each(${sql.raw(p)}.tag_list)))`,
  /** Without the projects that are shared with the group. */
  unshared: (p: string) => sql`${sql.raw(p)}.namespace_id = (select named_group_id from named_group)`,
  min_access_level: (p: string) => sql`(select ${projectLevel(p, "level_n")} from namespaces level_n, viewer
    where level_n.id = ${sql.raw(p)}.namespace_id) >= ${sql.placeholder("min_access_level")}`,
} satisfies Record<string, (p: string) => SQL>;

export type ProjectFilter = keyof typeof projectFilters;

export type ProjectFilterValues = Readonly<Partial<Record<ProjectFilter, number | string>>>;

/** In an order of their own: a shape is the key of a template. */
const names = Object.keys(projectFilters).sort().filter(isFilter);

function isFilter(name: string): name is ProjectFilter {
  return name in projectFilters;
}

/** The names of the filters that have a value. */
export const givenFilters = (values: ProjectFilterValues): ProjectFilter[] =>
  names.filter((name) => values[name] !== undefined);
