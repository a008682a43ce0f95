// What the database is told of repositories.
import { eq, type SQL, sql } from "drizzle-orm";
import { pendingCopies, projects, type pushes } from "../../schema/index.ts";
import { build, execute, type Statement, select, statement } from "../../statement.ts";
import { hookedCouriers } from "../events/events.ts";

export type NewPush = Required<Omit<typeof pushes.$inferInsert, "id" | "project_id">>;

/** Violates pushes_key when one of them is there already, foreign_key when the project is gone. */
export const insertPushes = (projectId: number, pushes: readonly NewPush[]): Statement =>
  execute(sql`insert into pushes (project_id, entry_id, actor_id, ref, before, after, created_at)
    select ${projectId}, value ->> 'entry_id', value ->> 'actor_id', value ->> 'ref', value ->> 'before',
      value ->> 'after', value ->> 'created_at'
    from json_each(${JSON.stringify(pushes)}) order by key`);

/** An event for each push that these outbox entries told of. */
export const insertEventsOfPushes = (kind: string, projectId: number, entryIds: readonly number[]): Statement => ({
  ...execute(sql`insert into events (kind, actor_id, namespace_id, project_id, target_id, created_at)
    select ${kind}, p.actor_id, (select at.namespace_id from projects at where at.id = p.project_id), p.project_id, p.id,
      p.created_at from pushes p
    where p.project_id = ${projectId} and p.entry_id in (select value from json_each(${JSON.stringify(entryIds)}))
    order by p.entry_id
    returning ${hookedCouriers}`),
  returnsCouriers: true,
});

/**
 * The last entry of a repository's outbox that the database knows of: while it is the same, no ref of it has moved, by what
 * the database knows.
 */
export const lastPushOf = (projectId: SQL): SQL<number | null> =>
  sql<number | null>`(select max(ps.entry_id) from pushes ps where ps.project_id = ${projectId})`;

/** Every ref update is an activity of its project. */
export const touchPushed = (projectId: number, defaultBranch: string | null, at: string): Statement =>
  statement(
    build
      .update(projects)
      .set({ default_branch: defaultBranch, last_activity_at: at })
      .where(eq(projects.id, projectId)),
  );

/** Nothing for a project that is gone. */
export const setStatistics = (
  projectId: number,
  { commitCount, repositorySize }: { readonly commitCount: number; readonly repositorySize: number },
): Statement =>
  execute(sql`insert into project_statistics (project_id, commit_count, repository_size)
    select id, ${commitCount}, ${repositorySize} from projects where id = ${projectId}
    on conflict (project_id) do update set commit_count = excluded.commit_count, repository_size = excluded.repository_size`);

export const setDefaultBranch = (projectId: number, branch: string | null): Statement =>
  statement(build.update(projects).set({ default_branch: branch }).where(eq(projects.id, projectId)));

/** Nothing for what is no fork. Belongs in the batch that makes the project: later it may be declared one without being copied. */
export const insertPendingCopy = (projectId: SQL<number>): Statement =>
  execute(sql`insert into pending_copies (project_id, source_id)
    select id, forked_from_id from projects where id = ${projectId} and forked_from_id is not null`);

const sourceTemplate = select(
  { source_id: sql<number | null>`c.source_id` },
  sql`from projects p left join pending_copies c on c.project_id = p.id where p.id = ${sql.placeholder("project_id")}`,
);

/** The project whose repository this one's is still to be copied from; no row for a project that is gone. */
export const findCopySource = (projectId: number): Statement<{ source_id: number | null }> =>
  sourceTemplate.with({ project_id: projectId });

const projectTemplate = select({ id: sql<number>`id` }, sql`from projects where id = ${sql.placeholder("id")}`);

/** Nothing for a project that is gone. */
export const findProjectId = (projectId: number): Statement<{ id: number }> => projectTemplate.with({ id: projectId });

export const forgetPendingCopy = (projectId: number): Statement =>
  statement(build.delete(pendingCopies).where(eq(pendingCopies.project_id, projectId)));

const deletedTemplate = select(
  { project_ids: sql<string>`json_group_array(project_id)` },
  sql`from (select project_id from deleted_repositories order by project_id limit ${sql.placeholder("limit")})`,
);

/** Projects that are gone and whose repositories are still there: one row. */
export interface DeletedRepositories {
  /** JSON array. */
  readonly project_ids: string;
}

export const findDeletedRepositories = (limit: number): Statement<DeletedRepositories> =>
  deletedTemplate.with({ limit });

export const forgetDeletedRepositories = (projectIds: readonly number[]): Statement =>
  execute(sql`delete from deleted_repositories
    where project_id in (select value from json_each(${JSON.stringify(projectIds)}))`);
