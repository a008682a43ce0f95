// Commit statuses and their pipelines.
import { type SQL, sql } from "drizzle-orm";
import type { CommitStatus } from "../../schema/statuses.ts";
import { execute, type RowOf, type Statement, select, variants } from "../../statement.ts";
import { keyOfId } from "../projects/projects.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";

/** The unique key of a pipeline, which need not exist. */
export interface PipelineKey {
  readonly project_id: number;
  /** 40 hexadecimal digits. */
  readonly sha: string;
  /** `main` */
  readonly ref: string;
}

/** The statuses that a user reports of one job. At most one is unfinished. */
export interface StatusKey {
  readonly pipeline: PipelineKey;
  readonly name: string;
  readonly user_id: number;
}

export const pipelineIdOf = ({ project_id, sha, ref }: PipelineKey): SQL<number> =>
  sql<number>`(select id from pipelines where project_id = ${project_id} and sha = ${sha} and ref = ${ref})`;

/** Inserts the pipeline unless it exists. Violates a foreign key if the project is gone. */
export const ensurePipeline = ({ project_id, sha, ref }: PipelineKey, now: string): Statement =>
  execute(sql`insert into pipelines (project_id, iid, sha, ref, status, created_at, updated_at)
    values (${project_id}, (select coalesce(max(iid), 0) + 1 from pipelines where project_id = ${project_id}),
      ${sha}, ${ref}, 'created', ${now}, ${now}) on conflict do nothing`);

/** Inserts a status unless there is an unfinished one. */
export const ensureUnfinishedStatus = ({ pipeline, name, user_id }: StatusKey, now: string): Statement =>
  execute(sql`insert into commit_statuses (pipeline_id, name, user_id, status, created_at)
    values (${pipelineIdOf(pipeline)}, ${name}, ${user_id}, 'created', ${now}) on conflict do nothing`);

/** Sets `retried` on all statuses of a name but the latest, from any user. */
export const retireStatuses = ({ pipeline, name }: StatusKey): Statement =>
  execute(sql`update commit_statuses set retried = 1
    where pipeline_id = ${pipelineIdOf(pipeline)} and name = ${name} and retried = 0 and id <> (
      select max(id) from commit_statuses where pipeline_id = ${pipelineIdOf(pipeline)} and name = ${name})`);

/** Omitted columns stay unchanged. */
export interface StatusChange {
  readonly status: Exclude<CommitStatus, "created">;
  /** The states from which `status` can be reached, all of them unfinished. */
  readonly from: readonly CommitStatus[];
  readonly target_url?: string | null;
  readonly description?: string | null;
  readonly coverage?: number | null;
}

const isMovable = ({ pipeline, name, user_id }: StatusKey, from: StatusChange["from"]): SQL =>
  sql`pipeline_id = ${pipelineIdOf(pipeline)} and name = ${name} and user_id = ${user_id}
    and status in (select value from json_each(${JSON.stringify(from)}))`;

/** The id of the status that {@link moveStatus} will change. */
export const movableStatusId = (key: StatusKey, from: StatusChange["from"]): SQL<number> =>
  sql<number>`(select id from commit_statuses where ${isMovable(key, from)})`;

export const hasMovableStatus = (key: StatusKey, from: StatusChange["from"]): SQL =>
  sql`exists (select 1 from commit_statuses where ${isMovable(key, from)})`;

/** Returns the id of the changed status, if one was movable. */
export const moveStatus = (key: StatusKey, change: StatusChange, now: string): Statement<{ id: number }> => {
  const { status, from, target_url, description, coverage } = change;
  const time = status === "pending" ? [] : [sql`${status === "running" ? sql`started_at` : sql`finished_at`} = ${now}`];
  const assignments = [
    sql`status = ${status}`,
    ...time,
    ...(target_url === undefined ? [] : [sql`target_url = ${target_url}`]),
    ...(description === undefined ? [] : [sql`description = ${description}`]),
    ...(coverage === undefined ? [] : [sql`coverage = ${coverage}`]),
  ];
  return execute(
    sql`update commit_statuses set ${sql.join(assignments, sql`, `)} where ${isMovable(key, from)} returning id`,
  );
};

/**
 * The status of a pipeline, from the latest status of each name: finished only when all of them are. A skipped job counts
 * for nothing beside others.
 */
const statusOfAll = (key: PipelineKey): SQL => sql`(
  select case when count(*) = sum(status = 'skipped') then 'skipped'
      when count(*) = sum(status in ('success', 'skipped')) then 'success'
      when count(*) = sum(status in ('success', 'canceled', 'skipped')) then 'canceled'
      when count(*) = sum(status in ('pending', 'skipped')) then 'pending'
      when sum(status in ('pending', 'running')) > 0 then 'running'
      else 'failed' end
    from commit_statuses where pipeline_id = ${pipelineIdOf(key)} and retried = 0)`;

/** True if {@link updatePipeline} will change the pipeline. */
export const changesPipeline = (key: PipelineKey): SQL =>
  sql`exists (select 1 from pipelines where id = ${pipelineIdOf(key)} and status <> ${statusOfAll(key)})`;

/** The details of the event of {@link updatePipeline}: the new status. */
export const pipelineDetails = (key: PipelineKey): SQL => sql`json_object('status', ${statusOfAll(key)})`;

/** Computes a pipeline's status from its statuses. Writes nothing, not even the time, if it is unchanged. */
export const updatePipeline = (key: PipelineKey, now: string): Statement =>
  execute(sql`update pipelines set status = ${statusOfAll(key)}, updated_at = ${now}
    where id = ${pipelineIdOf(key)} and status <> ${statusOfAll(key)}`);

const statusColumns = {
  id: sql<number>`s.id`,
  pipeline_id: sql<number>`p.id`,
  sha: sql<string>`p.sha`,
  ref: sql<string>`p.ref`,
  status: sql<CommitStatus>`s.status`,
  name: sql<string>`s.name`,
  target_url: sql<string | null>`s.target_url`,
  description: sql<string | null>`s.description`,
  created_at: sql<string>`s.created_at`,
  started_at: sql<string | null>`s.started_at`,
  finished_at: sql<string | null>`s.finished_at`,
  coverage: sql<number | null>`s.coverage`,
  author_id: sql<number | null>`u.id`,
  author_username: sql<string | null>`u.username`,
  author_name: sql<string | null>`u.name`,
  author_state: sql<string | null>`u.state`,
};

export type StatusRow = RowOf<typeof statusColumns>;

const ofCommit = sql`p.project_id = ${namedProjectId} and p.sha = ${sql.placeholder("sha")}`;

const newestTemplate = select(
  statusColumns,
  sql`from pipelines p cross join commit_statuses s on s.pipeline_id = p.id left join users u on u.id = s.user_id
    where ${ofCommit} and p.ref = ${sql.placeholder("ref")}
      and s.name = ${sql.placeholder("name")} and s.user_id = ${sql.placeholder("user_id")}
    order by s.id desc limit 1`,
);

/** The last status that the user reported of the job. */
export const findNewestStatus = ({ pipeline, name, user_id }: StatusKey): Statement<StatusRow> =>
  newestTemplate.with({ ...pipeline, ...keyOfId(pipeline.project_id), name, user_id });

export interface StatusOrder {
  readonly order_by: "id" | "pipeline_id";
  readonly sort: "asc" | "desc";
}

export interface StatusListQuery extends StatusOrder {
  /** Null is no filter; the same holds for the following. */
  readonly ref: string | null;
  readonly name: string | null;
  readonly pipeline_id: number | null;
  /** Includes retried statuses. */
  readonly all: boolean;
  readonly limit: number;
  readonly offset: number;
}

const listed = (all: boolean): SQL => sql`from pipelines p cross join commit_statuses s on s.pipeline_id = p.id
    ${all ? sql`` : sql`and s.retried = 0`} and s.name = coalesce(${sql.placeholder("name")}, s.name)
  left join users u on u.id = s.user_id
  where ${ofCommit} and p.ref = coalesce(${sql.placeholder("ref")}, p.ref)
    and p.id = coalesce(${sql.placeholder("pipeline_id")}, p.id)`;

const orders = { id: "s.id", pipeline_id: "p.id, s.id" };

type StatusListShape = Pick<StatusListQuery, "all" | "order_by" | "sort">;

const listTemplates = variants(
  ({ all, order_by, sort }: StatusListShape) =>
    select(
      statusColumns,
      sql`${listed(all)} order by ${sql.raw(orders[order_by].replaceAll(".id", `.id ${sort}`))}
        limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
    ),
  ({ all, order_by, sort }) => `${all} ${order_by} ${sort}`,
);

const countTemplates = variants((all: boolean) => select({ total: sql<number>`count(*)` }, listed(all)), String);

/** Two statements: a page of a commit's statuses, and the total. */
export function listStatuses(
  project: ProjectKey,
  sha: string,
  query: StatusListQuery,
): [Statement<StatusRow>, Statement<{ total: number }>] {
  const values = { ...project, sha, ...query };
  return [listTemplates(query).with(values), countTemplates(query.all).with(values)];
}

const pipelineTemplate = select(
  { status: sql<CommitStatus>`p.status` },
  sql`from pipelines p where p.project_id = ${namedProjectId} and p.sha = ${sql.placeholder("sha")}
    order by p.id desc limit 1`,
);

/** The status of a commit's newest pipeline, on any ref. */
export const findPipelineStatus = (project: ProjectKey, sha: string): Statement<{ status: CommitStatus }> =>
  pipelineTemplate.with({ ...project, sha });
