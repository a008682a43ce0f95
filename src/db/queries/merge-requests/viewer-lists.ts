// The viewer's merge requests in all projects: those assigned to them, and those they created. One statement each.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte, visibleMergeRequestAt } from "../../../permissions/visible.ts";
import type { ListedState, MergeRequestState } from "../../schema/merge-requests.ts";
import { nullable, type RowOf, type Statement, selectWith, variants } from "../../statement.ts";
import { placeCte } from "../events/activity.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";

/** Projects that are examined, the newest with a merge request of the viewer. */
const MOST_PROJECTS = 100;
/** Merge requests of the viewer that are examined in each project, the newest: as many as all of them share. */
const REACH = { all: 3_000, most: 200 };

const columns = {
  id: sql<number>`r.id`,
  iid: sql<number>`r.iid`,
  title: sql<string>`r.title`,
  state: sql<MergeRequestState>`r.state`,
  created_at: sql<string>`r.created_at`,
  updated_at: sql<string>`r.updated_at`,
  user_notes_count: sql<number>`r.user_notes_count`,
  author_username: sql<string>`a.username`,
  author_name: sql<string>`a.name`,
  project_path: sql<string>`p.path`,
  namespace_path: sql<string>`n.path`,
};

export type ViewersMergeRequest = RowOf<typeof columns>;

/** The viewer, the list's size and a merge request of the page or, on an empty page, `id: null`. */
export type ViewersMergeRequestRow = ViewerRow & { readonly total: number } & (
    | ViewersMergeRequest
    | { readonly id: null }
  );

export interface ViewersMergeRequestQuery {
  readonly scope: "assigned" | "created";
  readonly state: ListedState | "all";
  readonly limit: number;
  readonly offset: number;
}

const indexes = {
  assigned: { name: sql`merge_requests_by_assignee`, column: "assignee_id" },
  created: { name: sql`merge_requests_by_author`, column: "author_id" },
} as const;

const reach = sql.raw(`min(${REACH.most}, ${REACH.all} / max(1, (select count(*) from place)))`);

const inState = sql`(${sql.placeholder("state")} = 'all' or r.listed_state = ${sql.placeholder("state")})`;
const [isOpen, level] = [sql`place_open`, sql`place_level`];

const templates = variants((scope: ViewersMergeRequestQuery["scope"]) => {
  const { name, column } = indexes[scope];
  /** Those of the viewer, which the index has by project. */
  const mine = sql`merge_requests mr indexed by ${name} where mr.${sql.raw(column)} = (select viewer_id from viewer)`;
  return castTemplate<ViewersMergeRequestRow>(
    selectWith(
      [
        viewerCte,
        // One step in the index for each project.
        sql`mine_in(mine_id) as (
          select max(mr.project_id) from ${mine}
          union all
          select (select max(mr.project_id) from ${mine} and mr.project_id < mine_id) from mine_in where mine_id is not null
          limit ${sql.raw(String(MOST_PROJECTS))})`,
        placeCte(sql`np.id in (select mine_id from mine_in)`),
        sql`readable as materialized (
          select r.id as readable_id, r.created_at as readable_created
          from viewer cross join place cross join merge_requests r on r.id in (
            select mr.id from ${mine} and mr.project_id = place_id order by mr.id desc limit ${reach})
          where ${inState} and ${visibleMergeRequestAt("r", "place_merge_requests", isOpen, level)})`,
      ],
      { ...viewerColumns, total: sql<number>`(select count(*) from readable)`, ...nullable(columns) },
      sql`from viewer left join (select readable_id from readable order by readable_created desc, readable_id desc
          limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) page
        left join merge_requests r on r.id = readable_id left join users a on a.id = r.author_id
        left join projects p on p.id = r.project_id left join namespaces n on n.id = p.namespace_id`,
    ),
  );
}, String);

/** Each row has the viewer and the list's size; an empty page has one row with them alone. Unordered. */
export const listViewersMergeRequests = (
  viewer: ViewerKey,
  { scope, ...query }: ViewersMergeRequestQuery,
): Statement<ViewersMergeRequestRow> => templates(scope).with({ ...viewer, ...query });
