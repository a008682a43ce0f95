// Jobs and pipelines for the payloads of hooks.
import { type SQL, sql } from "drizzle-orm";
import type { CommitStatus } from "../../schema/statuses.ts";
import { type RowOf, type Statement, select } from "../../statement.ts";

const latest = (what: string): SQL =>
  sql.raw(`(select ${what} from commit_statuses l where l.pipeline_id = p.id and l.retried = 0)`);

const pipelineColumns = {
  id: sql<number>`p.id`,
  iid: sql<number>`p.iid`,
  sha: sql<string>`p.sha`,
  ref: sql<string>`p.ref`,
  status: sql<CommitStatus>`p.status`,
  created_at: sql<string>`p.created_at`,
  /** The earliest start and the latest end of its statuses that are not retried. */
  started_at: sql<string | null>`${latest("min(l.started_at)")}`,
  finished_at: sql<string | null>`${latest("max(l.finished_at)")}`,
};

export type HookPipelineRow = RowOf<typeof pipelineColumns>;

const pipelineTemplate = select(pipelineColumns, sql`from pipelines p where p.id = ${sql.placeholder("id")}`);

export const findHookPipeline = (id: number): Statement<HookPipelineRow> => pipelineTemplate.with({ id });

/** A job in a pipeline's payload. */
const buildColumns = {
  id: sql<number>`s.id`,
  name: sql<string>`s.name`,
  status: sql<CommitStatus>`s.status`,
  created_at: sql<string>`s.created_at`,
  started_at: sql<string | null>`s.started_at`,
  finished_at: sql<string | null>`s.finished_at`,
  user_id: sql<number | null>`u.id`,
  user_name: sql<string | null>`u.name`,
  user_username: sql<string | null>`u.username`,
};

export type HookBuildRow = RowOf<typeof buildColumns>;

const statusColumns = {
  ...buildColumns,
  user_email: sql<string | null>`u.email`,
  sha: sql<string>`p.sha`,
  ref: sql<string>`p.ref`,
  pipeline_id: sql<number>`p.id`,
  pipeline_status: sql<CommitStatus>`p.status`,
  pipeline_started_at: pipelineColumns.started_at,
  pipeline_finished_at: pipelineColumns.finished_at,
};

export type HookStatusRow = RowOf<typeof statusColumns>;

const statusTables = sql`from commit_statuses s join pipelines p on p.id = s.pipeline_id left join users u on u.id = s.user_id`;

const statusTemplate = select(statusColumns, sql`${statusTables} where s.id = ${sql.placeholder("id")}`);

export const findHookStatus = (id: number): Statement<HookStatusRow> => statusTemplate.with({ id });

const MAX_BUILDS = 1_000;

const ofPipelineTemplate = select(
  buildColumns,
  sql`from commit_statuses s left join users u on u.id = s.user_id
    where s.pipeline_id = ${sql.placeholder("pipeline_id")} and s.retried = 0
    order by s.id limit ${sql.raw(String(MAX_BUILDS))}`,
);

/** The latest status of each name, oldest first, at most 1,000. */
export const findHookBuildsOf = (pipelineId: number): Statement<HookBuildRow> =>
  ofPipelineTemplate.with({ pipeline_id: pipelineId });
