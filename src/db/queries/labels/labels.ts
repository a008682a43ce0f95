// Labels of projects: lookups with counts, writes, and subscriptions.
import { type SQL, sql } from "drizzle-orm";
import { readsMergeRequests, seesConfidentialAt, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import { labels } from "../../schema/index.ts";
import type { IssueState } from "../../schema/issues.ts";
import {
  build,
  columnsOf,
  execute,
  nullable,
  type RowOf,
  type Statement,
  selectWith,
  statement,
} from "../../statement.ts";
import { foundProjectCtes, type ProjectKey } from "../projects/row.ts";
import { type ViewerRow, viewerColumns } from "../viewer/viewer.ts";
import { castTemplate } from "../viewer/with-viewer.ts";

/** GitLab's color for labels that are created by naming them in an edit. */
export const DEFAULT_COLOR = "#428BCA";

/** Labels of the confidential issues that the viewer sees only as author or assignee; one row per label and issue. */
const onOwnConfidential = (column: "author" | "assignee"): SQL =>
  sql.raw(`select ll.label_id as own_label, i.state as own_state from viewer cross join palette
      cross join issues i indexed by confidential_issues_of_${column}_by_created
      cross join label_links ll on ll.target_type = 'Issue' and ll.target_id = i.id
    where counts_issues = 1 and counts_confidential = 0 and i.project_id = palette_id and i.confidential = 1
      and i.${column}_id = viewer_id${column === "assignee" ? " and i.author_id <> viewer_id" : ""}`);

const ctes = [
  viewerCte,
  ...foundProjectCtes,
  // Guests of a private project do not see its merge requests.
  sql`palette as materialized (
    select p.id as palette_id, found_level as palette_level,
      (p.issues_enabled = 1 or p.merge_requests_enabled = 1) as has_labels, p.issues_enabled as counts_issues,
      ${seesConfidentialAt(sql`found_level`)} as counts_confidential,
      ${readsMergeRequests("p", sql`found_level`)} as counts_merge_requests
    from viewer cross join found cross join projects p on p.id = found_id)`,
  sql`own as materialized (
    select own_label, sum(own_state = 'opened') as own_opened, sum(own_state = 'closed') as own_closed
    from (${onOwnConfidential("author")} union all ${onOwnConfidential("assignee")}) group by own_label)`,
];

const counted = (type: "Issue" | "MergeRequest", state: string): SQL =>
  sql.raw(`(select coalesce(sum(c.count), 0) from label_counts c
    where c.label_id = l.id and c.target_type = '${type}' and c.state = '${state}' and c.confidential <= counts_confidential)`);

const issueCount = (state: IssueState): SQL<number> =>
  sql<number>`case when counts_issues = 1
    then ${counted("Issue", state)} + coalesce(${sql.raw(`own_${state}`)}, 0) else 0 end`;

/** A label with the counts of issuables that the viewer may see. */
const labelColumns = {
  ...columnsOf(labels, "l"),
  open_issues_count: issueCount("opened"),
  closed_issues_count: issueCount("closed"),
  open_merge_requests_count: sql<number>`case when counts_merge_requests = 1
    then ${counted("MergeRequest", "opened")} else 0 end`,
  subscribed: sql<Flag>`ls.user_id is not null`,
};

export type LabelRow = RowOf<typeof labelColumns>;

const paletteColumns = {
  project_id: sql<number>`palette_id`,
  access_level: sql<number>`palette_level`,
  /** 0 if both issues and merge requests are disabled. */
  has_labels: sql<Flag>`has_labels`,
};

/** The columns of the project that its labels need. */
type PaletteRow = RowOf<typeof paletteColumns>;

/**
 * The viewer, the project and the label in it. The ids of project and label are null if the viewer may not see them.
 */
export type FoundLabelRow = ViewerRow &
  (({ id: null } & (PaletteRow | { project_id: null })) | (PaletteRow & LabelRow));

const labelsWhere = (condition: SQL, order: SQL = sql``) =>
  castTemplate<FoundLabelRow>(
    selectWith(
      ctes,
      { ...nullable(labelColumns), ...viewerColumns, ...nullable(paletteColumns) },
      sql`from viewer left join palette left join labels l on l.project_id = palette_id and ${condition}
        left join own on own_label = l.id
        left join label_subscriptions ls on ls.label_id = l.id and ls.user_id = viewer_id ${order}`,
    ),
  );

const listTemplate = labelsWhere(sql`1`, sql`order by l.title`);

/** One statement: each row has the viewer and the project; without labels there is one row. */
export const listLabels = (viewer: ViewerKey, project: ProjectKey): Statement<FoundLabelRow> =>
  listTemplate.with({ ...viewer, ...project });

const titleTemplate = labelsWhere(sql`l.title = ${sql.placeholder("title")}`);

/** Always one row. */
export const findLabelByTitle = (viewer: ViewerKey, project: ProjectKey, title: string): Statement<FoundLabelRow> =>
  titleTemplate.with({ ...viewer, ...project, title });

const matches = sql`(${sql.placeholder("search")} is null or instr(lower(l.title), lower(${sql.placeholder("search")}))
  or instr(lower(coalesce(l.description, '')), lower(${sql.placeholder("search")})))`;

const pageTemplate = castTemplate<FoundLabelRow & { total: number }>(
  selectWith(
    ctes,
    {
      ...nullable(labelColumns),
      ...viewerColumns,
      ...nullable(paletteColumns),
      // Not of the joined palette: that would count again for each row.
      total: sql<number>`(select count(*) from labels l
        where l.project_id = (select palette_id from palette) and ${matches})`,
    },
    sql`from viewer left join palette left join (
        select l.* from labels l where l.project_id = (select palette_id from palette) and ${matches}
        order by l.title limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}) l
      left join own on own_label = l.id
      left join label_subscriptions ls on ls.label_id = l.id and ls.user_id = viewer_id order by l.title`,
  ),
);

export interface LabelPageQuery {
  /** Case-insensitive part of title or description. */
  readonly search: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** As {@link listLabels}, for one page, with the number of labels on all pages. */
export const listLabelPage = (
  viewer: ViewerKey,
  project: ProjectKey,
  query: LabelPageQuery,
): Statement<FoundLabelRow & { total: number }> => pageTemplate.with({ ...viewer, ...project, ...query });

const idTemplate = labelsWhere(sql`l.id = ${sql.placeholder("label_id")}`);

/** Always one row. */
export const findLabel = (viewer: ViewerKey, project: ProjectKey, id: number): Statement<FoundLabelRow> =>
  idTemplate.with({ ...viewer, ...project, label_id: id });

const referenceTemplate = labelsWhere(sql`l.id = coalesce(
  (select ri.id from labels ri where ri.id = ${sql.placeholder("label_id")} and ri.project_id = palette_id),
  (select rt.id from labels rt where rt.title = ${sql.placeholder("title")} and rt.project_id = palette_id))`);

/** A label named by a path; an id takes precedence over a title of the same digits. */
export interface LabelReference {
  readonly id: number | null;
  readonly title: string;
}

/** Always one row. */
export const findReferencedLabel = (
  viewer: ViewerKey,
  project: ProjectKey,
  { id, title }: LabelReference,
): Statement<FoundLabelRow> => referenceTemplate.with({ ...viewer, ...project, label_id: id, title });

/** Inserts the labels that the project does not have yet. */
export const ensureLabels = (projectId: number, titles: readonly string[], now: string): Statement =>
  execute(sql`insert into labels (project_id, title, color, created_at, updated_at)
    select p.id, j.value, ${DEFAULT_COLOR}, ${now}, ${now}
    from projects p cross join json_each(${JSON.stringify(titles)}) j where p.id = ${projectId}
    on conflict do nothing`);

/**
 * Events for the labels that {@link ensureLabels} has inserted, found by time: two requests in the same millisecond may
 * both record a label.
 */
export const insertLabelEvents = (
  projectId: number,
  titles: readonly string[],
  actorId: number,
  now: string,
): Statement =>
  execute(sql`insert into events (kind, actor_id, namespace_id, project_id, target_id, created_at)
    select 'label_created', ${actorId}, (select at.namespace_id from projects at where at.id = l.project_id), l.project_id, l.id,
      ${now} from labels l
    where l.project_id = ${projectId} and l.created_at = ${now} and l.title in (select value from json_each(${JSON.stringify(titles)}))`);

export interface NewLabel {
  readonly project_id: number;
  readonly title: string;
  readonly color: string;
  readonly description: string | null;
  readonly priority: number | null;
  readonly created_at: string;
}

/** Violates a foreign key if the project is gone. */
export const insertLabel = (label: NewLabel): Statement =>
  statement(build.insert(labels).values({ ...label, updated_at: label.created_at }));

/** The id of the label with this title, for statements after its insert in the same batch; null if there is none. */
export const idOfLabel = (projectId: number, title: string) =>
  sql<number>`(select id from labels where project_id = ${projectId} and title = ${title})`;

/** The editable attributes of a label; omitted ones stay unchanged. */
export type LabelParams = Partial<Pick<LabelRow, "title" | "color" | "description" | "priority">>;

/** Also deletes its links. Returns the id if the label existed. */
export const deleteLabel = (id: number): Statement<{ id: number }> =>
  execute(sql`delete from labels where id = ${id} returning id`);

/** Returns a row if the user was not subscribed. */
export const insertLabelSubscription = (labelId: number, userId: number): Statement<{ label_id: number }> =>
  execute(sql`insert into label_subscriptions (label_id, user_id) select id, ${userId} from labels where id = ${labelId}
    on conflict do nothing returning label_id`);

/** Returns a row if the user was subscribed. */
export const deleteLabelSubscription = (labelId: number, userId: number): Statement<{ label_id: number }> =>
  execute(sql`delete from label_subscriptions where label_id = ${labelId} and user_id = ${userId} returning label_id`);
