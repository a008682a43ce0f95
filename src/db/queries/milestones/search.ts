// Searches the milestones of a group's projects, or of all projects that the viewer may see.
import { type SQL, sql } from "drizzle-orm";
import { unexpired, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { milestones } from "../../schema/index.ts";
import { columnsOf, nullable, type Statement, selectWith, variants } from "../../statement.ts";
import { placeCte } from "../events/activity.ts";
import { foundGroupCte, type GroupKey } from "../groups/row.ts";
import { MOST_PROJECTS, openPlaceCte } from "../issuable-lists/scopes.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import type { MilestoneRow } from "./milestones.ts";

/** The list's size and a milestone of the page or, on an empty page, `id: null`. */
export type FoundMilestone = ViewerRow & {
  readonly total: number;
  /** Null if the viewer may not see the group. */
  readonly group_id: number | null;
} & ((MilestoneRow & { readonly place: string }) | { readonly id: null });

const ofGroup = sql`select gp.id as place_id from found_group cross join projects gp on gp.namespace_id = found_group_id
  union select gl.project_id from found_group cross join viewer cross join project_group_links gl
    on gl.group_id = found_group_id and ${sql.raw(unexpired("gl"))}`;

const search = sql.placeholder("search");

const found = sql`(instr(lower(m.title), lower(${search})) or instr(lower(coalesce(m.description, '')), lower(${search})))`;

/** Of more projects than a list reads, the newest milestones of the server are searched. */
const MOST_SEARCHED = 10_000;

/** A limit that reads nothing unless the number of candidates satisfies the condition. */
const limitIf = (condition: string, limit: number): SQL =>
  sql.raw(`limit (select case when count(*) ${condition} ${MOST_PROJECTS} then ${limit} else 0 end from candidate)`);

const templates = variants(
  (isOfGroup: boolean) =>
    castTemplate<FoundMilestone>(
      selectWith(
        [
          viewerCte,
          isOfGroup ? foundGroupCte : openPlaceCte,
          sql`candidate as materialized (select place_id as candidate_id
            from ${isOfGroup ? sql`(${ofGroup})` : sql`open_place`})`,
          sql`matched as materialized (
            select m.id as matched_id, m.project_id as matched_project
              from (select candidate_id from candidate ${limitIf("<=", MOST_PROJECTS)})
              cross join milestones m on m.project_id = candidate_id where ${found}
            union all
            select m.id, m.project_id from (select * from milestones order by id desc ${limitIf(">", MOST_SEARCHED)}) m
              where ${found} ${isOfGroup ? sql`and m.project_id in (select candidate_id from candidate)` : sql``})`,
          placeCte(sql`np.id in (select matched_project from matched)`),
          sql`hit as materialized (
            select matched_id as hit_id from place cross join matched on matched_project = place_id
            where place_issues = 1 or place_merge_requests = 1)`,
        ],
        {
          ...viewerColumns,
          total: sql<number>`(select count(*) from hit)`,
          group_id: isOfGroup ? sql<number | null>`(select found_group_id from found_group)` : sql<number | null>`null`,
          ...nullable(columnsOf(milestones, "m")),
          place: sql<string>`n.path || '/' || p.path`,
        },
        sql`from viewer left join (select hit_id from hit order by hit_id desc
            limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) page
          left join milestones m on m.id = hit_id left join projects p on p.id = m.project_id
          left join namespaces n on n.id = p.namespace_id order by m.id desc`,
      ),
    ),
  String,
);

/** @param group null for all projects @param query `search`: case-insensitive part of title or description */
export const searchMilestones = (
  viewer: ViewerKey,
  group: GroupKey | null,
  query: { readonly search: string; readonly limit: number; readonly offset: number },
): Statement<FoundMilestone> => templates(group !== null).with({ ...viewer, ...group, ...query });
