// Activity feeds, from the event stream. An event is visible while its record exists and the viewer may see that now.
import { type SQL, sql } from "drizzle-orm";
import {
  projectLevel,
  readsCodeAt,
  seesConfidentialAt,
  type ViewerKey,
  viewerCte,
  visibleAt,
  visibleIssue,
  visibleLevel,
  visibleMergeRequestAt,
} from "../../../permissions/visible.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import type { VisibilityLevel } from "../../schema/namespaces.ts";
import { nullable, type RowOf, type Statement, selectWith, type Template, variants } from "../../statement.ts";
import { foundGroupCte, type GroupKey } from "../groups/row.ts";
import { recentlyActiveCtes } from "../projects/lists.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";
import { GHOST_ID } from "../users/row.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";

/** The kinds of events in feeds, by the type of record they are about. */
const kindsAbout = {
  project: ["project_created", "project_forked"],
  member: ["project_member_added", "project_member_removed"],
  groupMember: ["group_member_added", "group_member_removed"],
  milestone: ["milestone_created"],
  issue: ["issue_opened", "issue_closed", "issue_moved", "issue_reopened"],
  mergeRequest: ["merge_request_opened", "merge_request_closed", "merge_request_reopened", "merge_request_merged"],
  note: ["note_created"],
  commitComment: ["commit_comment_created"],
  push: ["pushed"],
} as const;

type About = keyof typeof kindsAbout;

export type ActivityKind = (typeof kindsAbout)[About][number];

export const activityKinds: readonly ActivityKind[] = Object.values(kindsAbout).flat();

/** Events of the stream that a feed examines at most, visible or not. Bounds the cost of its total. */
const REACH = 2_000;

const isAbout = (kind: string, ...about: About[]): SQL =>
  sql.raw(`${kind} in (${about.flatMap((of) => kindsAbout[of].map((name) => `'${name}'`)).join(", ")})`);

/** The author shown: for members the user who joined or left, not the actor. */
const authorId = sql`case when ${isAbout("e.kind", "member", "groupMember")} then e.target_id else e.actor_id end`;

export const activityColumns = {
  id: sql<number>`e.id`,
  kind: sql<ActivityKind>`e.kind`,
  project_id: sql<number | null>`e.project_id`,
  /** The id of the record or the note. */
  target_id: sql<number>`e.target_id`,
  target_title: sql<string | null>`coalesce(i.title, r.title, ms.title)`,
  target_iid: sql<number | null>`coalesce(i.iid, r.iid, ms.iid)`,
  created_at: sql<string>`e.created_at`,
  author_id: sql<number>`a.id`,
  author_username: sql<string>`a.username`,
  author_name: sql<string>`a.name`,
  author_state: sql<string>`a.state`,
  note_id: sql<number | null>`coalesce(nt.id, cc.id)`,
  note_body: sql<string>`coalesce(nt.body, cc.note)`,
  note_created_at: sql<string>`coalesce(nt.created_at, cc.created_at)`,
  note_updated_at: sql<string>`coalesce(nt.updated_at, cc.created_at)`,
  note_target_type: sql<IssuableType | "Commit">`coalesce(nt.target_type, 'Commit')`,
  note_target_id: sql<number | null>`nt.target_id`,
  note_target_iid: sql<number | null>`coalesce(ni.iid, nr.iid)`,
  note_target_title: sql<string | null>`coalesce(ni.title, nr.title)`,
  /** Of the commit that a comment is on. */
  comment_sha: sql<string | null>`cc.sha`,
  note_author_id: sql<number>`na.id`,
  note_author_username: sql<string>`na.username`,
  note_author_name: sql<string>`na.name`,
  note_author_state: sql<string>`na.state`,
  /** `refs/heads/main` */
  push_ref: sql<string | null>`ps.ref`,
  /** Null for a new ref. */
  push_before: sql<string | null>`ps.before`,
  /** Null for a deleted one. */
  push_after: sql<string | null>`ps.after`,
  project_name: sql<string>`p.name`,
  project_path: sql<string>`p.path`,
  project_description: sql<string | null>`p.description`,
  project_visibility_level: sql<VisibilityLevel>`p.visibility_level`,
  namespace_path: sql<string>`n.path`,
};

/** Joins after `events e`. */
export const activityJoins = sql`
  left join issues i on ${isAbout("e.kind", "issue")} and i.id = e.target_id
  left join merge_requests r on ${isAbout("e.kind", "mergeRequest")} and r.id = e.target_id
  left join milestones ms on ${isAbout("e.kind", "milestone")} and ms.id = e.target_id
  left join notes nt on ${isAbout("e.kind", "note")} and nt.id = e.target_id
  left join issues ni on nt.target_type = 'Issue' and ni.id = nt.target_id
  left join merge_requests nr on nt.target_type = 'MergeRequest' and nr.id = nt.target_id
  left join commit_comments cc on ${isAbout("e.kind", "commitComment")} and cc.id = e.target_id
  left join users na on na.id = coalesce(nt.author_id, cc.author_id)
  left join pushes ps on ${isAbout("e.kind", "push")} and ps.id = e.target_id
  left join users a on a.id = coalesce((select known.id from users known where known.id = ${authorId}), ${sql.raw(String(GHOST_ID))})
  left join projects p on p.id = e.project_id left join namespaces n on n.id = p.namespace_id`;

export type ActivityRow = RowOf<typeof activityColumns>;

/** The feed's size, and an event of the page or, on an empty page, `id: null`. */
export type ActivityListRow = ViewerRow & { readonly total: number } & (ActivityRow | { readonly id: null });

/** The source of a feed. */
export type Feed =
  | { readonly kind: "project"; readonly project: ProjectKey }
  | { readonly kind: "group"; readonly group: GroupKey }
  /** The viewer's own actions, or the newest events of the projects of which they are a member. */
  | { readonly kind: "own" | "memberships" }
  /** The actions of a user, in the projects that the viewer sees. */
  | { readonly kind: "user"; readonly username: string | null; readonly userId?: number | null };

/** Events `e` with one value in the leading column of an index, which returns them by id. `index` is the clause. */
interface Walk {
  readonly index: SQL;
  readonly where: SQL;
}

/** The newest {@link REACH} events `e` of a feed: a subquery that SQLite scans without materializing. */
const recent = ({ index, where }: Walk): SQL => sql`(
  select e.id, e.kind, e.project_id, e.target_id from events e ${index} where ${where} and ${inTime}
  order by e.id desc limit ${sql.raw(String(REACH))}) e`;

const inTime = sql`(${sql.placeholder("before")} is null or e.created_at < ${sql.placeholder("before")})
  and (${sql.placeholder("after")} is null or substr(e.created_at, 1, 10) > ${sql.placeholder("after")})`;

const [isOpen, level] = [sql`place_open`, sql`place_level`];

/** `place`: the projects `np` that the viewer sees, with the level computed once for each. */
export const placeCte = (projects: SQL): SQL => sql`place as materialized (
  select * from (select np.id as place_id, ${visibleLevel("np.visibility_level")} as place_open,
      np.issues_enabled as place_issues, np.merge_requests_enabled as place_merge_requests,
      ${projectLevel("np", "nn")} as place_level
    from viewer cross join projects np cross join namespaces nn on nn.id = np.namespace_id where ${projects})
  where ${visibleAt(isOpen, level)})`;

interface FeedSource extends Walk {
  /** CTEs: those that {@link Walk} refers to, and `place`. */
  readonly ctes: SQL[];
  /** The events without a visible project that are shown. */
  readonly without: SQL;
}

const ofProject: FeedSource = {
  ctes: [
    ...foundProjectCtes,
    sql`place as materialized (
      select np.id as place_id, ${visibleLevel("named_visibility")} as place_open, np.issues_enabled as place_issues,
        np.merge_requests_enabled as place_merge_requests, found_level as place_level
      from named cross join found cross join projects np on np.id = found_id)`,
  ],
  index: sql`indexed by events_by_project`,
  where: sql`e.project_id = (select found_id from found)`,
  without: sql`0`,
};

const inGroup: Walk = {
  index: sql`indexed by events_by_namespace`,
  where: sql`e.namespace_id = (select found_group_id from found_group)`,
};

const ofGroup: FeedSource = {
  ...inGroup,
  ctes: [
    foundGroupCte,
    // A project that has left the group is not in its feed.
    placeCte(sql`np.id in (select e.project_id from ${recent(inGroup)})
      and np.namespace_id = (select found_group_id from found_group)`),
  ],
  without: isAbout("e.kind", "groupMember"),
};

function byActor(id: SQL): FeedSource {
  const walk: Walk = {
    index: sql`indexed by events_by_actor`,
    where: sql`e.actor_id = ${id} and (not ${isAbout("e.kind", "member")} or e.target_id = e.actor_id)`,
  };
  return { ...walk, ctes: [placeCte(sql`np.id in (select e.project_id from ${recent(walk)})`)], without: sql`0` };
}

/** The projects of {@link ofMemberships}, the most recently active ones, and how many events of each are examined. */
const NEAR = { projects: 20, events: 100 };

const ofMemberships: FeedSource = {
  ctes: [
    ...recentlyActiveCtes(NEAR.projects).slice(1),
    placeCte(sql`np.id in (select candidate_id from page)`),
    sql`near as materialized (select f.id as near_id from place cross join events f indexed by events_by_project
      on f.project_id = place_id and f.id > coalesce((select be.id from events be indexed by events_by_project
        where be.project_id = place_id order by be.id desc limit 1 offset ${sql.raw(String(NEAR.events))}), 0))`,
  ],
  index: sql`not indexed`,
  where: sql`e.id in (select near_id from near)`,
  without: sql`0`,
};

const sources: Record<Feed["kind"], FeedSource> = {
  memberships: ofMemberships,
  project: ofProject,
  group: ofGroup,
  own: byActor(sql`(select viewer_id from viewer)`),
  user: byActor(
    sql`coalesce(${sql.placeholder("user_id")},
      (select known.id from users known where lower(known.username) = lower(${sql.placeholder("username")})))`,
  ),
};

const isOfKinds = sql`instr(${sql.placeholder("kinds")}, '"' || e.kind || '"') > 0`;
const readsCode = readsCodeAt(isOpen, level);

/**
 * After `events e`: joins, and the condition that it is of a requested kind and visible.
 * @param without the events without a visible project that are shown
 */
export const readable = (without: SQL): SQL => sql`
  left join place on place_id = e.project_id
  left join notes nt on nt.id = case when ${isAbout("e.kind", "note")} then e.target_id end and nt.system = 0
  left join issues i on i.id = case when ${isAbout("e.kind", "issue")} then e.target_id
    when nt.target_type = 'Issue' then nt.target_id end
  left join merge_requests r on r.id = case when ${isAbout("e.kind", "mergeRequest")} then e.target_id
    when nt.target_type = 'MergeRequest' then nt.target_id end
  where ${isOfKinds} and case when place_id is null then ${without}
    when i.id is not null then place_issues = 1 and ${visibleIssue("i", seesConfidentialAt(level))}
    when r.id is not null then ${visibleMergeRequestAt("r", "place_merge_requests", isOpen, level)}
    when ${isAbout("e.kind", "push", "commitComment")} then ${readsCode}
    when ${isAbout("e.kind", "milestone")} then (place_issues = 1 or place_merge_requests = 1)
      and exists (select 1 from milestones ms where ms.id = e.target_id)
    else ${isAbout("e.kind", "project", "member")} end`;

/** `feed`: the number of visible events. */
const sizeCte = (source: FeedSource): SQL => sql`feed as materialized (
  select count(*) as feed_size from ${recent(source)} cross join viewer ${readable(source.without)})`;

type Sort = "asc" | "desc";

const size = sql.raw("(select feed_size from feed)");
const [limit, offset] = [sql.placeholder("limit"), sql.placeholder("offset")];

/** The offset of a page, counted from the newest event. */
const beginnings: Record<Sort, SQL> = { desc: sql`${offset}`, asc: sql`max(0, ${size} - ${offset} - ${limit})` };

/** The ids of a page. Starts at the newest event, so the scan ends within the counted events. */
const pageOf = ({ index, where, without }: FeedSource, sort: Sort): SQL => sql`(
  select e.id as page_id from events e ${index} cross join viewer ${readable(without)} and ${where} and ${inTime}
  order by e.id desc limit max(0, min(${limit}, ${size} - ${offset})) offset ${beginnings[sort]}) page`;

const feedTemplate = variants<{ feed: Feed["kind"]; sort: Sort }, ActivityListRow>(
  ({ feed, sort }) => template(sources[feed], sort),
  ({ feed, sort }) => `${feed} ${sort}`,
);

const template = (source: FeedSource, sort: Sort): Template<ActivityListRow> =>
  castTemplate<ActivityListRow>(
    selectWith(
      [viewerCte, ...source.ctes, sizeCte(source)],
      { ...viewerColumns, total: sql<number>`${size}`, ...nullable(activityColumns) },
      sql`from viewer left join ${pageOf(source, sort)} left join events e on e.id = page_id ${activityJoins}`,
    ),
  );

export interface ActivityQuery {
  readonly kinds: readonly ActivityKind[];
  /** `YYYY-MM-DD`: events of earlier days; null for no limit. */
  readonly before: string | null;
  /** `YYYY-MM-DD`: events of later days; null for no limit. */
  readonly after: string | null;
  /** By the order of recording. */
  readonly sort: Sort;
  readonly limit: number;
  readonly offset: number;
}

/**
 * One statement: each row of the page has the viewer and the feed's size; an empty page has one row. Unordered, see
 * {@link inOrder}: to sort rows with long texts, SQLite would make one record of each, which may exceed D1's limit.
 */
export function listActivity(viewer: ViewerKey, feed: Feed, query: ActivityQuery): Statement<ActivityListRow> {
  const { kinds, sort, ...rest } = query;
  const values = { ...viewer, ...keyOf(feed), ...rest, kinds: JSON.stringify(kinds) };
  return feedTemplate({ feed: feed.kind, sort }).with(values);
}

function keyOf(feed: Feed): Record<string, unknown> {
  switch (feed.kind) {
    case "project":
      return { ...feed.project };
    case "group":
      return { ...feed.group };
    case "own":
      return {};
    case "memberships":
      return { archived: 0, visibility: null };
    case "user":
      return { username: feed.username, user_id: feed.userId ?? null };
  }
}

/** The events among the rows of {@link listActivity}, sorted. */
export const inOrder = (rows: readonly ActivityListRow[], sort: Sort): ActivityRow[] =>
  rows.filter((row) => row.id !== null).sort((one, other) => (sort === "asc" ? one.id - other.id : other.id - one.id));
