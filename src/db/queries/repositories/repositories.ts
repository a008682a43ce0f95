// Data about repositories: pushes, statistics, default branches, pending copies and deletions.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Flag } from "../../schema/columns.ts";
import { pendingCopies, pendingImports, projects, type pushes } from "../../schema/index.ts";
import type { ImportStatus } from "../../schema/projects.ts";
import { build, execute, type Statement, select, statement } from "../../statement.ts";
import { hookedCouriers } from "../events/events.ts";

export type NewPush = Required<Omit<typeof pushes.$inferInsert, "id" | "project_id">>;

/** Violates pushes_key if one of them was recorded before, foreign_key if the project is gone. */
export const insertPushes = (projectId: number, pushes: readonly NewPush[]): Statement =>
  execute(sql`insert into pushes (project_id, entry_id, actor_id, ref, before, after, created_at)
    select ${projectId}, value ->> 'entry_id', value ->> 'actor_id', value ->> 'ref', value ->> 'before',
      value ->> 'after', value ->> 'created_at'
    from json_each(${JSON.stringify(pushes)}) order by key`);

/** Inserts an event for each push of these outbox entries to a branch or a tag: others, such as notes, are no activity. */
export const insertEventsOfPushes = (kind: string, projectId: number, entryIds: readonly number[]): Statement => ({
  ...execute(sql`insert into events (kind, actor_id, namespace_id, project_id, target_id, created_at)
    select ${kind}, p.actor_id, (select at.namespace_id from projects at where at.id = p.project_id), p.project_id, p.id,
      p.created_at from pushes p
    where p.project_id = ${projectId} and p.entry_id in (select value from json_each(${JSON.stringify(entryIds)}))
      and (p.ref glob 'refs/heads/*' or p.ref glob 'refs/tags/*')
    order by p.entry_id
    returning ${hookedCouriers}`),
  returnsCouriers: true,
});

/**
 * The last outbox entry of a repository that the database has recorded. While it is unchanged, no recorded push has
 * moved a ref.
 */
export const lastPushOf = (projectId: SQL): SQL<number | null> =>
  sql<number | null>`(select max(ps.entry_id) from pushes ps where ps.project_id = ${projectId})`;

/** The last outbox entry of a repository that the database has recorded, of pushes and of the audit trail: one row. */
export const findLastEntry = (projectId: number): Statement<{ entry_id: number }> =>
  execute(sql`select max(coalesce(${lastPushOf(sql`${projectId}`)}, 0), coalesce((select max(entry_id) from audit_events
    where entity_id = ${projectId} and entry_id is not null), 0)) as entry_id`);

/** Every ref update counts as activity of its project. */
export const touchPushed = (projectId: number, defaultBranch: string | null, at: string): Statement =>
  statement(
    build
      .update(projects)
      .set({ default_branch: defaultBranch, last_activity_at: at })
      .where(eq(projects.id, projectId)),
  );

/** Does nothing if the project is gone. */
export const setStatistics = (
  projectId: number,
  { commitCount, repositorySize }: { readonly commitCount: number; readonly repositorySize: number },
): Statement =>
  execute(sql`insert into project_statistics (project_id, commit_count, repository_size)
    select id, ${commitCount}, ${repositorySize} from projects where id = ${projectId}
    on conflict (project_id) do update set commit_count = excluded.commit_count, repository_size = excluded.repository_size`);

export const setDefaultBranch = (projectId: number, branch: string | null): Statement =>
  statement(build.update(projects).set({ default_branch: branch }).where(eq(projects.id, projectId)));

/**
 * Does nothing unless the project is a fork. Goes into the batch that creates the project, because a fork link that is
 * added later copies nothing.
 */
export const insertPendingCopy = (projectId: SQL<number>): Statement =>
  execute(sql`insert into pending_copies (project_id, source_id)
    select id, forked_from_id from projects where id = ${projectId} and forked_from_id is not null`);

const originTemplate = select(
  {
    source_id: sql<number | null>`c.source_id`,
    is_imported: sql<Flag>`exists (select 1 from pending_imports i where i.project_id = p.id)`,
  },
  sql`from projects p left join pending_copies c on c.project_id = p.id where p.id = ${sql.placeholder("project_id")}`,
);

/** The project that is still to be copied, and whether an import is pending; no row if the project is gone. */
export const findOrigin = (projectId: number): Statement<{ source_id: number | null; is_imported: Flag }> =>
  originTemplate.with({ project_id: projectId });

export type PendingImport = Omit<typeof pendingImports.$inferSelect, "project_id">;

/** Goes into the batch that creates the project. */
export const insertPendingImport = (projectId: SQL<number>, { url, authorization, origin }: PendingImport): Statement =>
  execute(sql`insert into pending_imports (project_id, url, authorization, origin)
    select id, ${url}, ${authorization}, ${origin} from projects where id = ${projectId}`);

const importTemplate = select(
  {
    url: sql<string>`url`,
    authorization: sql<string | null>`authorization`,
    origin: sql<string>`origin`,
  },
  sql`from pending_imports where project_id = ${sql.placeholder("project_id")}`,
);

/** No row once the import has ended. */
export const findPendingImport = (projectId: number): Statement<PendingImport> =>
  importTemplate.with({ project_id: projectId });

/** Does nothing if the import has ended, because an event may be recorded twice. */
export const startImport = (projectId: number): Statement =>
  statement(
    build
      .update(projects)
      .set({ import_status: "started" })
      .where(and(eq(projects.id, projectId), eq(projects.import_status, "scheduled"))),
  );

/** Deletes the credentials. */
export const endImport = (projectId: number, changes: ImportEnd): [Statement, Statement] => [
  statement(build.update(projects).set(changes).where(eq(projects.id, projectId))),
  statement(build.delete(pendingImports).where(eq(pendingImports.project_id, projectId))),
];

interface ImportEnd {
  readonly import_status: ImportStatus;
  readonly import_error?: string;
  readonly default_branch?: string | null;
}

const projectTemplate = select({ id: sql<number>`id` }, sql`from projects where id = ${sql.placeholder("id")}`);

/** No row if the project is gone. */
export const findProjectId = (projectId: number): Statement<{ id: number }> => projectTemplate.with({ id: projectId });

export const forgetPendingCopy = (projectId: number): Statement =>
  statement(build.delete(pendingCopies).where(eq(pendingCopies.project_id, projectId)));

const deletedTemplate = select(
  { project_ids: sql<string>`json_group_array(project_id)` },
  sql`from (select project_id from deleted_repositories order by project_id limit ${sql.placeholder("limit")})`,
);

/** Deleted projects whose repositories are not freed yet: one row. */
export interface DeletedRepositories {
  /** JSON array of ids. */
  readonly project_ids: string;
}

export const findDeletedRepositories = (limit: number): Statement<DeletedRepositories> =>
  deletedTemplate.with({ limit });

export const forgetDeletedRepositories = (projectIds: readonly number[]): Statement =>
  execute(sql`delete from deleted_repositories
    where project_id in (select value from json_each(${JSON.stringify(projectIds)}))`);
