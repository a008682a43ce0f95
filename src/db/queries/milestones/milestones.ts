// Milestones of projects: lookups, lists and writes.
import { sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { milestones } from "../../schema/index.ts";
import type { MilestoneState } from "../../schema/milestones.ts";
import {
  columnsOf,
  execute,
  nullable,
  type RowOf,
  type Statement,
  select,
  selectWith,
  variants,
} from "../../statement.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";

export type MilestoneRow = typeof milestones.$inferSelect;

/** `roadmap`: the found project; `milestones_of` is null if both issues and merge requests are disabled. */
const roadmapCtes = [
  viewerCte,
  ...foundProjectCtes,
  sql`roadmap as materialized (
    select p.id as roadmap_id, found_level as roadmap_level, n.path || '/' || p.path as roadmap_place,
      case when p.issues_enabled = 1 or p.merge_requests_enabled = 1 then p.id end as milestones_of
    from found cross join projects p on p.id = found_id cross join namespaces n on n.id = p.namespace_id)`,
];

const milestoneColumns = columnsOf(milestones, "m");

const roadmapColumns = {
  project_id: sql<number>`roadmap_id`,
  access_level: sql<number>`roadmap_level`,
  has_milestones: sql<Flag>`milestones_of is not null`,
  /** Full path of the project. */
  place: sql<string>`roadmap_place`,
};

/** The columns of the project that its milestones need. */
type RoadmapRow = RowOf<typeof roadmapColumns>;

/**
 * The viewer, the project and the milestone. The ids of project and milestone are null if the viewer may not see them.
 */
export type FoundMilestoneRow = ViewerRow &
  (({ id: null } & (RoadmapRow | { project_id: null })) | (RoadmapRow & MilestoneRow));

const foundColumns = { ...nullable(milestoneColumns), ...viewerColumns, ...nullable(roadmapColumns) };

const findTemplate = castTemplate<FoundMilestoneRow>(
  selectWith(
    roadmapCtes,
    foundColumns,
    sql`from viewer left join roadmap
      left join milestones m on m.id = ${sql.placeholder("milestone_id")} and m.project_id = milestones_of`,
  ),
);

/** Always one row. @param milestoneId the global id */
export const findMilestone = (
  viewer: ViewerKey,
  project: ProjectKey,
  milestoneId: number,
): Statement<FoundMilestoneRow> => findTemplate.with({ ...viewer, ...project, milestone_id: milestoneId });

interface Shape {
  readonly byState: boolean;
  readonly byIid: boolean;
  /** True with a text to search for, or with a title. */
  readonly byText?: boolean;
}

/** The list's size, with a milestone of the page or, on an empty page, with `id: null`. */
export type MilestoneListRow = FoundMilestoneRow & { total: number };

const search = sql.placeholder("search");
const title = sql.placeholder("title");
const matches = sql`and (${title} is null or m.title = ${title})
  and (${search} is null or instr(lower(m.title), lower(${search})) or instr(lower(coalesce(m.description, '')), lower(${search})))`;

/** Sorted by iid, which an index has in order; ids have the same order. */
const lists = variants(
  ({ byState, byIid, byText }: Shape) => {
    const listed = sql`from milestones m where m.project_id = (select milestones_of from roadmap)
      ${byState ? sql`and m.state = ${sql.placeholder("state")}` : sql``}
      ${byIid ? sql`and m.iid in (select value from json_each(${sql.placeholder("iids")}))` : sql``}
      ${byText ? matches : sql``}`;
    return castTemplate<MilestoneListRow>(
      selectWith(
        roadmapCtes,
        { ...foundColumns, total: sql<number>`(select count(*) ${listed})` },
        sql`from viewer left join roadmap left join (select m.* ${listed} order by m.iid desc
            limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) m
          order by m.iid desc`,
      ),
    );
  },
  (shape) => JSON.stringify(shape),
);

export interface MilestoneListQuery {
  readonly project: ProjectKey;
  readonly state: MilestoneState | "all";
  /** Null is no filter. */
  readonly iids: readonly (number | null)[] | null;
  /** Case-insensitive part of title or description. */
  readonly search?: string | null;
  readonly title?: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** One statement: each row of the page has the viewer, the project and the list's size. Newest first. */
export function listMilestones(viewer: ViewerKey, query: MilestoneListQuery): Statement<MilestoneListRow> {
  const { project, state, iids, search = null, title = null, limit, offset } = query;
  const byText = search !== null || title !== null;
  const shape = { byState: state !== "all", byIid: iids !== null, ...(byText && { byText }) };
  return lists(shape).with({ ...viewer, ...project, state, iids: JSON.stringify(iids), search, title, limit, offset });
}

/** Takes the next iid of a project, for a milestone inserted later in the same batch. */
export const takeNextMilestoneIid = (projectId: number, now: string): Statement =>
  execute(sql`update projects set milestone_seq = milestone_seq + 1, last_activity_at = max(last_activity_at, ${now})
    where id = ${projectId}`);

export interface NewMilestone {
  readonly project_id: number;
  readonly title: string;
  readonly description: string | null;
  readonly due_date: string | null;
  readonly start_date: string | null;
  readonly created_at: string;
}

/** Inserts the milestone under the iid just taken. Violates a foreign key if the project is gone. */
export const insertMilestone = (milestone: NewMilestone): Statement<MilestoneRow> =>
  execute(sql`insert into milestones (project_id, iid, title, description, due_date, start_date, created_at, updated_at)
    select ${milestone.project_id}, coalesce((select milestone_seq from projects where id = ${milestone.project_id}), 0),
      ${milestone.title}, ${milestone.description}, ${milestone.due_date}, ${milestone.start_date}, ${milestone.created_at},
      ${milestone.created_at}
    returning *`);

/** The id of the milestone inserted earlier in the same batch. */
export const newestMilestoneId = (projectId: number) =>
  sql<number>`(select m.id from projects p join milestones m on m.project_id = p.id and m.iid = p.milestone_seq
    where p.id = ${projectId})`;

const rowTemplate = select(
  milestoneColumns,
  sql`from milestones m where m.id = ${sql.placeholder("id")} and m.project_id = ${sql.placeholder("project_id")}`,
);

/** The present row of a milestone to which access was checked before. */
export const findMilestoneRow = ({ id, project_id }: MilestoneRow): Statement<MilestoneRow> =>
  rowTemplate.with({ id, project_id });

/** Deletes a milestone, and takes it off its issues and merge requests. */
export const deleteMilestone = (id: number): Statement[] => [
  execute(sql`update issues set milestone_id = null where milestone_id = ${id}`),
  execute(sql`update merge_requests set milestone_id = null where milestone_id = ${id}`),
  execute(sql`delete from milestones where id = ${id}`),
];

/** The editable attributes of a milestone; omitted ones stay unchanged. */
export type MilestoneParams = Partial<
  Pick<MilestoneRow, "title" | "description" | "state" | "due_date" | "start_date">
>;
