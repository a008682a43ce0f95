// Searches the milestones of a group's projects, or of all projects that the viewer may see.
import { sql } from "drizzle-orm";
import { unexpired, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { milestones } from "../../schema/index.ts";
import { columnsOf, nullable, type Statement, selectWith, variants } from "../../statement.ts";
import { placeCte } from "../events/activity.ts";
import { foundGroupCte, type GroupKey } from "../groups/row.ts";
import { MOST_PROJECTS, openPlaces } from "../issuable-lists/scopes.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";
import type { MilestoneRow } from "./milestones.ts";

/** The list's size and a milestone of the page or, on an empty page, `id: null`. */
export type FoundMilestone = ViewerRow & {
  /** -1 for more projects than are searched. */
  readonly total: number;
  /** Null if the viewer may not see the group. */
  readonly group_id: number | null;
} & ((MilestoneRow & { readonly place: string }) | { readonly id: null });

const ofGroup = sql`select gp.id as place_id from found_group cross join projects gp on gp.namespace_id = found_group_id
  union select gl.project_id from found_group cross join viewer cross join project_group_links gl
    on gl.group_id = found_group_id and ${sql.raw(unexpired("gl"))}`;

const search = sql.placeholder("search");

const templates = variants(
  (isOfGroup: boolean) =>
    castTemplate<FoundMilestone>(
      selectWith(
        [
          viewerCte,
          ...(isOfGroup ? [foundGroupCte] : []),
          sql`candidate as materialized (select place_id as candidate_id from (${isOfGroup ? ofGroup : openPlaces}))`,
          placeCte(sql`np.id in (select candidate_id from candidate)`),
          sql`hit as materialized (
            select m.id as hit_id from place cross join milestones m on m.project_id = place_id
            where (place_issues = 1 or place_merge_requests = 1)
              and (instr(lower(m.title), lower(${search})) or instr(lower(coalesce(m.description, '')), lower(${search})))
              and (select count(*) from candidate) <= ${sql.raw(String(MOST_PROJECTS))})`,
        ],
        {
          ...viewerColumns,
          total: sql<number>`case when (select count(*) from candidate) > ${sql.raw(String(MOST_PROJECTS))} then -1
            else (select count(*) from hit) end`,
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
