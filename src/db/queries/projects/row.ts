// The columns and joins of a project for its presenter, for single projects, lists and responses to writes.
import { type SQL, sql } from "drizzle-orm";
import { projectLevel, unexpired, visibleAt, visibleLevel, visibleProject } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { namespaces, projects } from "../../schema/index.ts";
import type { IssueState } from "../../schema/issues.ts";
import type { AccessLevel } from "../../schema/namespaces.ts";
import type { NotificationLevel } from "../../schema/notifications.ts";
import { columnsOf, type RowOf } from "../../statement.ts";
import { viewerColumns } from "../viewer/viewer.ts";

const direct = sql<AccessLevel | null>`pm.access_level`;
const group = sql<AccessLevel | null>`gm.access_level`;

/**
 * The number of confidential issues of project `p` that a viewer below reporter sees: those they wrote and those
 * assigned to them.
 */
export const ownConfidentialIssues = (states: readonly IssueState[]): SQL<number> => {
  const list = states.map((state) => `'${state}'`).join(", ");
  const confidential = sql.raw(`i.project_id = p.id and i.confidential = 1 and i.state in (${list})`);
  return sql<number>`((select count(*) from issues i indexed by confidential_issues_of_author_by_created
      where i.author_id = viewer_id and ${confidential})
    + (select count(*) from issues i indexed by confidential_issues_of_assignee_by_created
      where i.assignee_id = viewer_id and ${confidential} and i.author_id <> viewer_id))`;
};

/** The notification level of member `m` for the group or project of condition `of`; null if not set or not a member. */
const notificationLevel = (m: string, of: string) =>
  sql<NotificationLevel | null>`${sql.raw(`case when ${m}.access_level is not null then
    (select ns.level from notification_settings ns where ${of} and ns.user_id = viewer_id) end`)}`;

/** @param level the viewer's level on the project */
const columnsWith = (level: SQL) => ({
  ...columnsOf(projects, "p"),
  ...columnsOf(namespaces, "n", "namespace_"),
  viewer_admin: viewerColumns.viewer_admin,
  owner_username: sql<string | null>`o.username`,
  owner_name: sql<string | null>`o.name`,
  owner_state: sql<string | null>`o.state`,
  source_id: sql<number | null>`s.id`,
  source_name: sql<string | null>`s.name`,
  source_path: sql<string | null>`s.path`,
  source_namespace_name: sql<string | null>`coalesce(so.name, sn.name)`,
  source_namespace_path: sql<string | null>`sn.path`,
  source_visible: sql<Flag | null>`case when s.id is not null then ${visibleProject("s", "sn")} end`,
  /** The viewer's level, 0 to 50, without regard to being an administrator. */
  access_level: sql<number>`${level}`,
  direct_level: direct,
  group_level: group,
  direct_notification_level: notificationLevel("pm", "ns.project_id = p.id"),
  group_notification_level: notificationLevel("gm", "ns.group_id = p.namespace_id"),
  /** Only for viewers below reporter, who see no other confidential issues; skipped for reporters by membership. */
  own_confidential_issues: sql<number>`case when max(coalesce(${direct}, 0), coalesce(${group}, 0)) < 20
    then ${ownConfidentialIssues(["opened"])} else 0 end`,
  /** JSON array of {group_id, group_name, group_full_path, group_access_level, expires_at}. */
  shared_with: sql<string>`(select json_group_array(json_object('group_id', l.group_id, 'group_name', lg.name,
      'group_full_path', lg.path, 'group_access_level', l.group_access, 'expires_at', l.expires_at))
    from project_group_links l join namespaces lg on lg.id = l.group_id
    where l.project_id = p.id and ${sql.raw(unexpired("l"))})`,
});

/** For lists: the level is computed for each row. */
export const projectColumns = columnsWith(projectLevel("p", "n", direct, group));

/** For the project of {@link foundProjectCtes}, which have computed its level. */
export const foundProjectColumns = columnsWith(sql`found_level`);

export type ProjectRow = RowOf<typeof projectColumns>;

/** Joins after `projects p` in a statement with `viewer`; `left join` if `p` itself may be null. */
export const projectJoins = (kind: "join" | "left join"): SQL =>
  sql.raw(`
  ${kind} namespaces n on n.id = p.namespace_id
  left join users o on o.id = n.owner_id
  left join project_members pm on pm.project_id = p.id and pm.user_id = viewer_id and ${unexpired("pm")}
  left join group_members gm on gm.group_id = p.namespace_id and gm.user_id = viewer_id and ${unexpired("gm")}
  left join projects s on s.id = p.forked_from_id
  left join namespaces sn on sn.id = s.namespace_id
  left join users so on so.id = sn.owner_id`);

/** Values of the placeholders that name a project: its id, or its full path. */
export interface ProjectKey {
  readonly project_id: number | null;
  readonly project_namespace: string | null;
  readonly project_path: string | null;
}

/** The key of an id or of a path `group/project`. Any other path names no project. */
export function projectKey({ id, path }: { id: number | null; path: string | null }): ProjectKey {
  if (path === null) return { project_id: id, project_namespace: null, project_path: null };
  const [namespace, project, ...rest] = path.split("/");
  if (namespace === undefined || project === undefined || rest.length > 0) {
    return { project_id: 0, project_namespace: null, project_path: null };
  }
  return { project_id: null, project_namespace: namespace, project_path: project };
}

/** The id of the project that a key names; null if there is none. */
export const namedProjectId = sql`coalesce(${sql.placeholder("project_id")}, (
  select kp.id from namespaces kn join projects kp on kp.namespace_id = kn.id
  where lower(kn.path) = lower(${sql.placeholder("project_namespace")})
    and lower(kp.path) = lower(${sql.placeholder("project_path")})))`;

/**
 * `found`: id and level of the named project if the viewer may see it, else no row. The level is computed once, for the
 * visibility and for the row.
 */
export const foundProjectCtes = [
  sql`named as materialized (
    select np.id as named_id, np.visibility_level as named_visibility, ${projectLevel("np", "nn")} as named_level, viewer.*
    from viewer cross join projects np cross join namespaces nn on nn.id = np.namespace_id where np.id = ${namedProjectId})`,
  sql`found as (
    select named_id as found_id, named_level as found_level from named
    where ${visibleAt(visibleLevel("named_visibility"), sql`named_level`)})`,
];
