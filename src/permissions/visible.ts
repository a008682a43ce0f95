// Visibility as SQL: the CTE `viewer`, and predicates on it that select the records the viewer may see. Lists and
// single lookups use the same predicates, so an invisible record is a record that is not found. Where an index has to be
// used, project-pages.ts and sorted-runs.ts of issuable-lists, projects/row.ts and labels/labels.ts in db/queries restate the
// author and assignee part of visibleIssue: change them together (test/permissions/confidential-* compares all routes).
import { type SQL, sql } from "drizzle-orm";
import type { Flag } from "../db/schema/columns.ts";
import type { IssuableType } from "../db/schema/issuables.ts";
import type { AccessLevel } from "../db/schema/namespaces.ts";

/** The credentials of the viewer: the values of the placeholders of {@link viewerCte}. */
export interface ViewerKey {
  /** ROOT_TOKEN's user, or the user given by sudo; null otherwise. */
  known_id: number | null;
  /** As known_id, if sudo names a username. */
  known_username: string | null;
  /** SHA-256 of an access token in hexadecimal. */
  token_hash: string | null;
  /** GLOB pattern of the scopes that suffice besides `api`, see scopes.ts. */
  scopes: string;
  /** `YYYY-MM-DD`: tokens, memberships and shares are valid through their expiry date. */
  today: string;
}

/**
 * `viewer`: always one row; viewer_id is null for anonymous requests, blocked users and invalid tokens. No table has
 * columns of these names, because Drizzle renders them unqualified.
 */
export const viewerCte = sql`viewer as materialized (
  select max(u.id) as viewer_id, coalesce(max(u.admin), 0) as viewer_admin,
    coalesce(max(1 - u.external), 0) as viewer_internal, ${sql.placeholder("today")} as viewer_today
  from users u
  where u.state = 'active' and u.id = coalesce(
    ${sql.placeholder("known_id")},
    (select s.id from users s where lower(s.username) = lower(${sql.placeholder("known_username")})),
    (select t.user_id from access_tokens t
      where t.token_hash = ${sql.placeholder("token_hash")} and t.revoked = 0
        and (t.expires_at is null or t.expires_at >= ${sql.placeholder("today")})
        and (instr(t.scopes, '"api"') > 0 or t.scopes glob ${sql.placeholder("scopes")})))
)`;

/** True while the membership, share or token with alias `row` is not expired. */
export const unexpired = (row: string): string => `(${row}.expires_at is null or ${row}.expires_at >= viewer_today)`;

/** The viewer's level by direct membership of project `p`; null without one. */
export const directProjectLevel = (p: string): SQL<AccessLevel | null> =>
  sql`(select pm.access_level from project_members pm
    where pm.project_id = ${sql.raw(p)}.id and pm.user_id = viewer_id and ${sql.raw(unexpired("pm"))})`;

/** The viewer's level by direct membership of the group with the id `g`; null without one. */
export const directGroupLevel = (g: string): SQL<AccessLevel | null> =>
  sql`(select gm.access_level from group_members gm
    where gm.group_id = ${sql.raw(g)} and gm.user_id = viewer_id and ${sql.raw(unexpired("gm"))})`;

const levelByShare = (p: string) =>
  `(select max(min(sl.group_access, sm.access_level)) from project_group_links sl
    join group_members sm on sm.group_id = sl.group_id and sm.user_id = viewer_id and ${unexpired("sm")}
    where sl.project_id = ${p}.id and ${unexpired("sl")})`;

/**
 * The viewer's level on project `p` of namespace `n`: 0 none, 10 to 40, 50 for the owner of the namespace or group.
 * Being an administrator does not count here: abilities and the predicates below handle that.
 * @param direct,group the viewer's levels by direct membership, if the statement already has them
 */
export const projectLevel = (
  p: string,
  n: string,
  direct: SQL = directProjectLevel(p),
  group: SQL = directGroupLevel(`${p}.namespace_id`),
): SQL<number> =>
  sql`max(case when ${sql.raw(n)}.owner_id = viewer_id then 50 else 0 end,
    coalesce(${direct}, 0), coalesce(${group}, 0),
    case when ${sql.raw(n)}.share_with_group_lock = 1 then 0 else coalesce(${sql.raw(levelByShare(p))}, 0) end)`;

/**
 * True where the visibility level in column `level` is enough for the viewer, without a role: public for everybody,
 * internal for users who are not external, private for administrators only.
 */
export const visibleLevel = (level: string): SQL =>
  sql.raw(`(${level} = 20 or (${level} = 10 and viewer_internal = 1) or viewer_admin = 1)`);

/**
 * A project or group that the viewer sees: its visibility level is enough, or they have a role.
 * @param isOpen {@link visibleLevel} of it, or a column that has that value
 * @param level the viewer's level on it
 */
export const visibleAt = (isOpen: SQL, level: SQL): SQL => sql`(${isOpen} or ${level} > 0)`;

/** Code and merge requests of a private project are for reporters and up. Params as for {@link visibleAt}. */
export const readsCodeAt = (isOpen: SQL, level: SQL): SQL => sql`(${isOpen} or ${level} >= 20)`;

/** Project `p` of namespace `n`, where the statement does not have the viewer's level yet. */
export const visibleProject = (p: string, n: string): SQL =>
  visibleAt(visibleLevel(`${p}.visibility_level`), projectLevel(p, n));

/** The viewer's level on group `g`: 0 none, else that of their membership. */
export const groupLevel = (g: string): SQL<number> => sql`coalesce(${directGroupLevel(`${g}.id`)}, 0)`;

/**
 * Projects of which the viewer is a member other than through a namespace: by direct membership or by a share. One row
 * for each project, column `mine_id`. Excludes memberships in the viewer's own namespace (`implied`).
 */
export const individualProjects = sql.raw(`
  select dm.project_id as mine_id from viewer cross join project_members dm
    where dm.user_id = viewer_id and dm.implied = 0 and ${unexpired("dm")}
  union
  select sl.project_id from viewer cross join group_members sm on sm.user_id = viewer_id and ${unexpired("sm")}
    cross join project_group_links sl on sl.group_id = sm.group_id and ${unexpired("sl")}
    cross join projects sp on sp.id = sl.project_id
    cross join namespaces sn on sn.id = sp.namespace_id and sn.share_with_group_lock = 0`);

/** The viewer's own namespace and the groups where they have `level` or more, column `mine_id`. */
export const memberNamespaces = (level: AccessLevel): SQL =>
  sql.raw(`
  select own.id as mine_id from viewer cross join namespaces own where own.owner_id = viewer_id
  union all
  select mg.group_id from viewer cross join group_members mg
    where mg.user_id = viewer_id and mg.access_level >= ${level} and ${unexpired("mg")}`);

/**
 * Group `g`: public for signed-in users, internal for users who are not external, private for members, administrators,
 * and users who can see a project in it or shared with it.
 */
export const visibleGroup = (g: string): SQL =>
  sql`(viewer_id is not null and (${visibleAt(visibleLevel(`${g}.visibility_level`), groupLevel(g))}
    or exists (select 1 from (${individualProjects}) mine cross join projects ip on ip.id = mine.mine_id
      where ip.namespace_id = ${sql.raw(g)}.id)
    or exists (select 1 from project_group_links gl cross join projects gp on gp.id = gl.project_id
      cross join namespaces gn on gn.id = gp.namespace_id
      where gl.group_id = ${sql.raw(g)}.id and ${sql.raw(unexpired("gl"))} and ${visibleProject("gp", "gn")})))`;

/** True where the viewer's `level` on a project shows them all its confidential issues. */
export const seesConfidentialAt = (level: SQL): SQL => sql`(viewer_admin = 1 or ${level} >= 20)`;

/** A confidential issue `i` is for its author and assignee, reporters and up, and administrators. */
export const visibleIssue = (i: string, seesConfidential: SQL): SQL =>
  sql`(${sql.raw(i)}.confidential = 0 or ${seesConfidential} or ${isAuthorOrAssignee(i)})`;

/** The viewer is author or assignee of issuable `i`. */
export const isAuthorOrAssignee = (i: string): SQL =>
  sql.raw(`(${i}.author_id = viewer_id or ${i}.assignee_id = viewer_id)`);

/** Issue `i` of project `p` in namespace `n`, where the statement does not have the viewer's level yet. */
export const readableIssue = (i: string, p: string, n: string): SQL =>
  sql`(${featureVisible("Issue", p, n)} and ${visibleIssue(i, seesConfidentialAt(projectLevel(p, n)))})`;

/** True where the viewer's `level` on project `p` shows them all its merge requests. */
export const readsMergeRequests = (p: string, level: SQL): SQL<Flag> =>
  sql<Flag>`(${sql.raw(`${p}.merge_requests_enabled`)} = 1
    and ${readsCodeAt(visibleLevel(`${p}.visibility_level`), level)})`;

/** Merge request `r` of project `p`, which the viewer sees. */
export const visibleMergeRequest = (r: string, p: string, level: SQL): SQL =>
  visibleMergeRequestAt(r, `${p}.merge_requests_enabled`, visibleLevel(`${p}.visibility_level`), level);

/**
 * Merge request `r` of a project that the viewer sees. Its author and its assignee see it at any level.
 * @param enabled the column that has the project's `merge_requests_enabled`
 * @param isOpen,level as for {@link visibleAt}
 */
export const visibleMergeRequestAt = (r: string, enabled: string, isOpen: SQL, level: SQL): SQL =>
  sql`(${sql.raw(enabled)} = 1 and (${readsCodeAt(isOpen, level)} or ${isAuthorOrAssignee(r)}))`;

/** Merge request `r` of project `p` in namespace `n`, where the statement does not have the viewer's level yet. */
export const readableMergeRequest = (r: string, p: string, n: string): SQL =>
  sql`(${visibleProject(p, n)} and ${visibleMergeRequest(r, p, projectLevel(p, n))})`;

/** Issues or merge requests are enabled in project `p`, and the viewer sees the project. */
export const featureVisible = (type: IssuableType, p: string, n: string): SQL =>
  sql`(${sql.raw(`${p}.${type === "Issue" ? "issues_enabled" : "merge_requests_enabled"}`)} = 1 and ${visibleProject(p, n)})`;

/** Issuable `t` of project `p` in namespace `n`. */
export const readableIssuable = (type: IssuableType, t: string, p: string, n: string): SQL =>
  type === "Issue" ? readableIssue(t, p, n) : readableMergeRequest(t, p, n);

/**
 * Several users as viewers, to find what each of them may see. Goes into a `from` in place of the CTE `viewer`.
 * @param ids a select of user ids
 */
export const asViewers = (ids: SQL, today: string | SQL): SQL =>
  sql`(select vu.id as viewer_id, vu.admin as viewer_admin, 1 - vu.external as viewer_internal, ${today} as viewer_today
    from users vu where vu.state = 'active' and vu.id in (${ids}))`;

/** The key of another user, for the same request. */
export const viewerWithId = (viewer: ViewerKey, id: number): ViewerKey => ({
  ...viewer,
  known_id: id,
  known_username: null,
  token_hash: null,
});
