// Pipelines, which are what the statuses of a commit on a ref amount to.
import { type SQL, sql } from "drizzle-orm";
import { projectLevel, readsCodeAt, visibleLevel } from "../../../permissions/visible.ts";
import type { CommitStatus } from "../../schema/statuses.ts";
import { type RowOf, type Statement, select } from "../../statement.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";

/** Pipeline `l` of project `lp` in namespace `ln`. */
export const pipelineColumns = {
  id: sql<number>`l.id`,
  iid: sql<number>`l.iid`,
  project_id: sql<number>`l.project_id`,
  path: sql<string>`lp.path`,
  namespace_path: sql<string>`ln.path`,
  sha: sql<string>`l.sha`,
  ref: sql<string>`l.ref`,
  status: sql<CommitStatus>`l.status`,
  created_at: sql<string>`l.created_at`,
  updated_at: sql<string>`l.updated_at`,
};

export type PipelineRow = RowOf<typeof pipelineColumns>;

const ofLatest = (value: string): SQL =>
  sql.raw(`(select ${value} from commit_statuses ls where ls.pipeline_id = l.id and ls.retried = 0)`);

/** As {@link pipelineColumns}, with user `lu` of {@link firstReporter}. */
export const pipelineDetailColumns = {
  ...pipelineColumns,
  /** The earliest start of its statuses that are not retried and, if it is finished, their latest end. */
  started_at: sql<string | null>`${ofLatest("min(ls.started_at)")}`,
  finished_at: sql<string | null>`case when l.status not in ('created', 'pending', 'running')
    then ${ofLatest("max(ls.finished_at)")} end`,
  /** The average of its statuses that are not retried. Per cent. */
  coverage: sql<number | null>`${ofLatest("round(avg(ls.coverage), 2)")}`,
  user_id: sql<number | null>`lu.id`,
  user_username: sql<string | null>`lu.username`,
  user_name: sql<string | null>`lu.name`,
  user_state: sql<string | null>`lu.state`,
};

export type PipelineDetailRow = RowOf<typeof pipelineDetailColumns>;

/** Joins of the project after `pipelines l`. */
export const pipelineProject = sql`cross join projects lp on lp.id = l.project_id
  cross join namespaces ln on ln.id = lp.namespace_id`;

/** Joins the user who reported the first status, after `pipelines l`. */
export const firstReporter = sql`left join users lu on lu.id = (select fs.user_id from commit_statuses fs
  where fs.pipeline_id = l.id order by fs.id limit 1)`;

/** True if the viewer may read the code of the pipeline's project. */
export const readsPipeline = readsCodeAt(visibleLevel("lp.visibility_level"), projectLevel("lp", "ln"));

/**
 * The pipeline of the newest version's head of merge request `r`, for {@link readHeadPipeline}. Null without one, or if
 * the viewer may not read the code of its source.
 */
export const headPipeline = sql<string | null>`(
  select json_array(${sql.join(Object.values(pipelineDetailColumns), sql`, `)})
  from pipelines l ${pipelineProject} ${firstReporter}
  where l.project_id = r.source_project_id and l.sha = r.head_sha and l.ref = r.source_branch and ${readsPipeline})`;

/** @param packed the column {@link headPipeline} */
export function readHeadPipeline(packed: string | null): PipelineDetailRow | null {
  if (packed === null) return null;
  const values: unknown[] = JSON.parse(packed);
  return rowOf(Object.keys(pipelineDetailColumns).map((name, at) => [name, values[at]]));
}

function rowOf(entries: [string, unknown][]): PipelineDetailRow {
  return Object.fromEntries(entries) as unknown as PipelineDetailRow;
}

const lastTemplate = select(
  pipelineColumns,
  sql`from pipelines l ${pipelineProject} where l.project_id = ${namedProjectId} and l.sha = ${sql.placeholder("sha")}
    order by l.id desc limit 1`,
);

/** The newest pipeline of a commit. @param sha 40 hexadecimal digits */
export const findLastPipeline = (project: ProjectKey, sha: string): Statement<PipelineRow> =>
  lastTemplate.with({ ...project, sha });

const findTemplate = select(
  pipelineDetailColumns,
  sql`from pipelines l ${pipelineProject} ${firstReporter}
    where l.id = ${sql.placeholder("id")} and l.project_id = ${namedProjectId}`,
);

export const findPipeline = (project: ProjectKey, id: number): Statement<PipelineDetailRow> =>
  findTemplate.with({ ...project, id });

const ofTemplate = select(
  pipelineDetailColumns,
  sql`from pipelines l ${pipelineProject} ${firstReporter} where l.project_id = ${namedProjectId}
    and l.sha = ${sql.placeholder("sha")} and l.ref = ${sql.placeholder("ref")}`,
);

/** The pipeline of a commit on a ref. @param sha 40 hexadecimal digits */
export const findPipelineOf = (project: ProjectKey, sha: string, ref: string): Statement<PipelineDetailRow> =>
  ofTemplate.with({ ...project, sha, ref });
