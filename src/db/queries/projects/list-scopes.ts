// Which projects the lists have: buckets and single projects of each scope.
import { type SQL, sql } from "drizzle-orm";
import {
  individualProjects,
  memberNamespaces,
  unexpired,
  visibleLevel,
  visibleProject,
} from "../../../permissions/visible.ts";
import { namedGroupCte } from "../groups/row.ts";
import { foundProjectCtes } from "./row.ts";

/**
 * The projects of a list: those of which the viewer is a member, those they may see, those they own, those they
 * starred, all projects, those of a group and shared with it, those in the namespace of a user, or forks of a project.
 */
export type ProjectScope = "authorized" | "visible" | "owned" | "starred" | "all" | "group" | "user" | "forks";

interface ScopeSql {
  /** True if the list has all projects of a visibility level. */
  readonly open: (level: string) => SQL;
  /** Namespaces whose projects are in the list, column mine_id ... */
  readonly namespaces: SQL;
  /** ... if their visibility level satisfies this condition. */
  readonly nested: (level: string) => SQL;
  /** Single projects of the list, column mine_id. {@link parts} excludes those that are in a bucket. */
  readonly singles: SQL;
}

const none = sql`select 0 as mine_id where 0`;
const never = () => sql`0`;
const always = () => sql`1`;

export const scopes: Record<ProjectScope, ScopeSql> = {
  all: { open: always, namespaces: none, nested: never, singles: none },
  visible: {
    open: visibleLevel,
    namespaces: memberNamespaces(10),
    nested: always,
    singles: sql`${individualProjects}`,
  },
  authorized: { open: never, namespaces: memberNamespaces(10), nested: always, singles: sql`${individualProjects}` },
  owned: { open: never, namespaces: memberNamespaces(50), nested: always, singles: none },
  starred: {
    open: never,
    namespaces: none,
    nested: never,
    singles: sql`select st.project_id as mine_id from viewer cross join stars st
      cross join projects sp on sp.id = st.project_id cross join namespaces sn on sn.id = sp.namespace_id
      where st.user_id = viewer_id and ${visibleProject("sp", "sn")}`,
  },
  group: {
    open: never,
    namespaces: sql`select named_group_id as mine_id from named_group`,
    nested: (level) => sql`((select sees_all from named_group) or ${visibleLevel(level)})`,
    singles: sql`select l.project_id as mine_id from named_group cross join viewer
        cross join project_group_links l on l.group_id = named_group_id and ${sql.raw(unexpired("l"))}
        cross join projects lp on lp.id = l.project_id cross join namespaces ln on ln.id = lp.namespace_id
        where ${visibleProject("lp", "ln")}
      union select mine.mine_id from named_group cross join (${individualProjects}) mine
        cross join projects gp on gp.id = mine.mine_id and gp.namespace_id = named_group_id`,
  },
  user: {
    open: never,
    namespaces: sql`select named_owner_id as mine_id from named_owner`,
    nested: (level) => sql`((select owner_sees_all from named_owner) or ${visibleLevel(level)})`,
    singles: sql`select mine.mine_id from named_owner cross join (${individualProjects}) mine
      cross join projects op on op.id = mine.mine_id and op.namespace_id = named_owner_id`,
  },
  forks: {
    open: never,
    namespaces: none,
    nested: never,
    singles: sql`select fp.id as mine_id from viewer cross join found cross join projects fp on fp.forked_from_id = found_id
      cross join namespaces fn on fn.id = fp.namespace_id where ${visibleProject("fp", "fn")}`,
  },
};

/** `named_owner`: the namespace of the named user. `owner_sees_all`: true if the viewer sees every project in it. */
const namedOwnerCte = sql`named_owner as materialized (
  select kn.id as named_owner_id, (viewer_admin = 1 or kn.owner_id is viewer_id) as owner_sees_all
  from viewer cross join namespaces kn
  where kn.id = coalesce((select id from namespaces where owner_id = ${sql.placeholder("user_id")}),
    (select id from namespaces where lower(path) = lower(${sql.placeholder("username")}))) and kn.kind = 'user')`;

/** The CTEs that a scope's SQL names. */
export const named: Partial<Record<ProjectScope, readonly SQL[]>> = {
  group: [namedGroupCte],
  user: [namedOwnerCte],
  forks: foundProjectCtes,
};

/** The id of the group, user's namespace or project that names a list. Groups are looked up only if they are visible. */
export const namedIds: Partial<Record<ProjectScope, SQL<number | null>>> = {
  group: sql<number | null>`(select found_group_id from found_group)`,
  user: sql<number | null>`(select named_owner_id from named_owner)`,
  forks: sql<number | null>`(select found_id from found)`,
};
