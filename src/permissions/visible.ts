// Visibility as SQL: who asks is a common table expression, what they may see are predicates that stand on it.
// Lists and single lookups use the same predicates, so an invisible thing is a thing that is not found.
import { type SQL, sql } from "drizzle-orm";
import type { Flag } from "../db/schema/columns.ts";
import type { IssuableType } from "../db/schema/issuables.ts";
import type { AccessLevel } from "../db/schema/namespaces.ts";

/** What identifies the viewer to the database; the values of the placeholders of {@link viewerCte}. */
export interface ViewerKey {
  /** ROOT_TOKEN's user, or the user it acts as by sudo; null otherwise. */
  known_id: number | null;
  /** As known_id, when sudo names a username. */
  known_username: string | null;
  /** SHA-256 of an access token in hexadecimal. */
  token_hash: string | null;
  /** 1 where a token of scope `read_user` is enough. */
  read_user: 0 | 1;
  /** `YYYY-MM-DD`: tokens, memberships and shares are valid through the day they expire. */
  today: string;
}

/**
 * `viewer`: always one row; viewer_id is null for the anonymous, for blocked users and for tokens that do not hold.
 * Its column names belong to no table, because Drizzle renders them unqualified.
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
        and (instr(t.scopes, '"api"') > 0 or (${sql.placeholder("read_user")} = 1 and instr(t.scopes, '"read_user"') > 0))))
)`;

/** Whether a membership, a share or a token of alias `row` still holds today. */
export const unexpired = (row: string): string => `(${row}.expires_at is null or ${row}.expires_at >= viewer_today)`;

/** The viewer's level by their own membership of the project `p`; null when they have none. */
export const directProjectLevel = (p: string): SQL<AccessLevel | null> =>
  sql`(select pm.access_level from project_members pm
    where pm.project_id = ${sql.raw(p)}.id and pm.user_id = viewer_id and ${sql.raw(unexpired("pm"))})`;

/** The viewer's level by their own membership of the group with the id `g`; null when they have none. */
export const directGroupLevel = (g: string): SQL<AccessLevel | null> =>
  sql`(select gm.access_level from group_members gm
    where gm.group_id = ${sql.raw(g)} and gm.user_id = viewer_id and ${sql.raw(unexpired("gm"))})`;

const levelByShare = (p: string) =>
  `(select max(min(sl.group_access, sm.access_level)) from project_group_links sl
    join group_members sm on sm.group_id = sl.group_id and sm.user_id = viewer_id and ${unexpired("sm")}
    where sl.project_id = ${p}.id and ${unexpired("sl")})`;

/**
 * The viewer's level on project `p` of namespace `n`: 0 none, 10 to 40, 50 for the owner of the namespace or group.
 * Administrators are not counted in: abilities and the predicates below know them.
 * @param direct,group the viewer's own levels, where the statement has them already
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
 * Projects the viewer belongs to other than through a namespace: by their own membership or by a share. One row a
 * project, column `mine_id`. Memberships inside the viewer's own namespace are left out (`implied`).
 */
export const individualProjects = sql.raw(`
  select dm.project_id as mine_id from viewer cross join project_members dm
    where dm.user_id = viewer_id and dm.implied = 0 and ${unexpired("dm")}
  union
  select sl.project_id from viewer cross join group_members sm on sm.user_id = viewer_id and ${unexpired("sm")}
    cross join project_group_links sl on sl.group_id = sm.group_id and ${unexpired("sl")}
    cross join projects sp on sp.id = sl.project_id
    cross join namespaces sn on sn.id = sp.namespace_id and sn.share_with_group_lock = 0`);

/** Namespaces whose projects the viewer belongs to, column `mine_id`: their own and their groups, from `level` up. */
export const memberNamespaces = (level: AccessLevel): SQL =>
  sql.raw(`
  select own.id as mine_id from viewer cross join namespaces own where own.owner_id = viewer_id
  union all
  select mg.group_id from viewer cross join group_members mg
    where mg.user_id = viewer_id and mg.access_level >= ${level} and ${unexpired("mg")}`);

/**
 * Groups: public to whoever is signed in, internal to those not external, private to members, administrators, and
 * whoever can see a project in it or shared with it.
 */
export const visibleGroup = (g: string): SQL =>
  sql`(viewer_id is not null and (${visibleAt(visibleLevel(`${g}.visibility_level`), groupLevel(g))}
    or exists (select 1 from (${individualProjects}) mine cross join projects ip on ip.id = mine.mine_id
      where ip.namespace_id = ${sql.raw(g)}.id)
    or exists (select 1 from project_group_links gl cross join projects gp on gp.id = gl.project_id
      cross join namespaces gn on gn.id = gp.namespace_id
      where gl.group_id = ${sql.raw(g)}.id and ${sql.raw(unexpired("gl"))} and ${visibleProject("gp", "gn")})))`;

/** Whether a level on a project shows all its confidential issues. */
export const seesConfidentialAt = (level: SQL): SQL => sql`(viewer_admin = 1 or ${level} >= 20)`;

/** Issues: confidential ones are for their author, their assignee, reporters and up, and administrators. */
export const visibleIssue = (i: string, seesConfidential: SQL): SQL =>
  sql`(${sql.raw(i)}.confidential = 0 or ${seesConfidential} or ${isAuthorOrAssignee(i)})`;

/** Issue or merge request `i` is one the viewer wrote or has to do. */
export const isAuthorOrAssignee = (i: string): SQL =>
  sql.raw(`(${i}.author_id = viewer_id or ${i}.assignee_id = viewer_id)`);

/** Issue `i` of project `p` in namespace `n`, where nothing is known of the viewer's level yet. */
export const readableIssue = (i: string, p: string, n: string): SQL =>
  sql`(${readableIfOwn("Issue", p, n)} and ${visibleIssue(i, seesConfidentialAt(projectLevel(p, n)))})`;

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

/** Merge request `r` of project `p` in namespace `n`, where nothing is known of the viewer's level yet. */
export const readableMergeRequest = (r: string, p: string, n: string): SQL =>
  sql`(${visibleProject(p, n)} and ${visibleMergeRequest(r, p, projectLevel(p, n))})`;

/** Whether the viewer may read issues or merge requests of project `p` that they wrote or that are assigned to them. */
export const readableIfOwn = (type: IssuableType, p: string, n: string): SQL =>
  sql`(${sql.raw(`${p}.${type === "Issue" ? "issues_enabled" : "merge_requests_enabled"}`)} = 1 and ${visibleProject(p, n)})`;

/** Issue or merge request `t` of project `p` in namespace `n`. */
export const readableIssuable = (type: IssuableType, t: string, p: string, n: string): SQL =>
  type === "Issue" ? readableIssue(t, p, n) : readableMergeRequest(t, p, n);

/**
 * Several users as viewers, to ask of each what they may see: stands in a `from` in place of the clause `viewer`.
 * @param ids a select of user ids
 */
export const asViewers = (ids: SQL, today: string | SQL): SQL =>
  sql`(select vu.id as viewer_id, vu.admin as viewer_admin, 1 - vu.external as viewer_internal, ${today} as viewer_today
    from users vu where vu.state = 'active' and vu.id in (${ids}))`;

/** The same question asked as another user: what could they see? */
export const viewerWithId = (viewer: ViewerKey, id: number): ViewerKey => ({
  ...viewer,
  known_id: id,
  known_username: null,
  token_hash: null,
});
