// Lists of pipelines: of a project, and of a merge request.
import { type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { type Statement, select, selectWith, variants } from "../../statement.ts";
import { type IssuableName, issuableValues, namedIssuableId } from "../issuables/issuable-key.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";
import { type PipelineRow, pipelineColumns, pipelineProject, readsPipeline } from "./pipelines.ts";

const isIn = (values: string) => sql`l.status in (select value from json_each(${sql.placeholder(values)}))`;

/** By the names of their values. */
const filters = {
  ref: sql`l.ref = ${sql.placeholder("ref")}`,
  sha: sql`l.sha = ${sql.placeholder("sha")}`,
  /** JSON arrays of statuses. */
  status: isIn("status"),
  scope: isIn("scope"),
  source: sql`${sql.placeholder("source")} = 'external'`,
  created_after: sql`l.created_at >= ${sql.placeholder("created_after")}`,
  created_before: sql`l.created_at <= ${sql.placeholder("created_before")}`,
  updated_after: sql`l.updated_at >= ${sql.placeholder("updated_after")}`,
  updated_before: sql`l.updated_at <= ${sql.placeholder("updated_before")}`,
};

export type PipelineFilter = keyof typeof filters;

export interface PipelineListQuery {
  readonly filters: Readonly<Partial<Record<PipelineFilter, string>>>;
  readonly order_by: "id" | "status" | "ref" | "updated_at";
  readonly sort: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

interface Shape extends Pick<PipelineListQuery, "order_by" | "sort"> {
  readonly named: readonly PipelineFilter[];
}

const ofProject = (named: readonly PipelineFilter[]): SQL =>
  sql.join([sql`l.project_id = ${namedProjectId}`, ...named.map((name) => filters[name])], sql` and `);

const page = sql`limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`;

const listTemplates = variants(
  ({ named, order_by, sort }: Shape) =>
    select(
      pipelineColumns,
      sql`from pipelines l ${pipelineProject} where ${ofProject(named)}
        order by ${sql.raw(order_by === "id" ? `l.iid ${sort}` : `l.${order_by} ${sort}, l.iid ${sort}`)} ${page}`,
    ),
  ({ named, order_by, sort }) => [order_by, sort, ...named].join(),
);

const countTemplates = variants(
  (named: readonly PipelineFilter[]) =>
    // None is deleted without the others.
    select(
      { total: named.length === 0 ? sql<number>`coalesce(max(l.iid), 0)` : sql<number>`count(*)` },
      sql`from pipelines l where ${ofProject(named)}`,
    ),
  String,
);

/** Two statements: a page, and the total. The caller checks that the viewer may read the project's code. */
export function listPipelines(
  project: ProjectKey,
  { filters: given, order_by, sort, limit, offset }: PipelineListQuery,
): [Statement<PipelineRow>, Statement<{ total: number }>] {
  const named = filterNames.filter((name) => given[name] !== undefined);
  const values = { ...project, ...given, limit, offset };
  return [listTemplates({ named, order_by, sort }).with(values), countTemplates(named).with(values)];
}

const filterNames = Object.keys(filters) as PipelineFilter[];

const ofMergeRequest = sql`from viewer cross join merge_requests r
  cross join pipelines l on l.project_id = r.source_project_id and l.ref = r.source_branch
    and l.sha in (select mv.head_commit_sha from merge_request_versions mv where mv.merge_request_id = r.id)
  ${pipelineProject} where r.id = ${namedIssuableId("MergeRequest")} and ${readsPipeline}`;

const ofMergeRequestTemplate = selectWith(
  [viewerCte],
  pipelineColumns,
  sql`${ofMergeRequest} order by l.id desc ${page}`,
);

const ofMergeRequestCountTemplate = selectWith([viewerCte], { total: sql<number>`count(*)` }, ofMergeRequest);

/**
 * Two statements: a page of the pipelines of all versions' heads, newest first, and the total. None if the viewer may
 * not read the source's code. The caller checks that they may read the merge request.
 */
export function listMergeRequestPipelines(
  viewer: ViewerKey,
  mergeRequest: IssuableName,
  limit: number,
  offset: number,
): [Statement<PipelineRow>, Statement<{ total: number }>] {
  const values = { ...viewer, ...issuableValues(mergeRequest), limit, offset };
  return [ofMergeRequestTemplate.with(values), ofMergeRequestCountTemplate.with(values)];
}
