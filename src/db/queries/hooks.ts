// Hooks.
import { eq, type SQL, sql } from "drizzle-orm";
import { hooks } from "../schema/hooks.ts";
import { build, columnsOf, type Statement, select, statement } from "../statement.ts";
import { namedProjectId, type ProjectKey } from "./project-row.ts";

export type HookRow = typeof hooks.$inferSelect;

const hookColumns = columnsOf(hooks, "h");

const listTemplate = select(
  hookColumns,
  sql`from hooks h where h.project_id = ${namedProjectId} order by h.id desc
    limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);

const countTemplate = select({ total: sql<number>`count(*)` }, sql`from hooks where project_id = ${namedProjectId}`);

/** Two statements: the page, newest first, and how many there are. */
export const listHooks = (
  project: ProjectKey,
  limit: number,
  offset: number,
): [Statement<HookRow>, Statement<{ total: number }>] => [
  listTemplate.with({ ...project, limit, offset }),
  countTemplate.with({ ...project }),
];

const findTemplate = select(
  hookColumns,
  sql`from hooks h where h.id = ${sql.placeholder("hook_id")} and h.project_id = ${namedProjectId}`,
);

export const findHook = (project: ProjectKey, hookId: number): Statement<HookRow> =>
  findTemplate.with({ ...project, hook_id: hookId });

const allTemplate = select(
  hookColumns,
  sql`from hooks h where h.project_id = ${sql.placeholder("project_id")} order by h.id`,
);

/** All of a project's, the oldest first. */
export const findHooksOf = (projectId: number): Statement<HookRow> => allTemplate.with({ project_id: projectId });

export type NewHook = Omit<typeof hooks.$inferInsert, "id" | "after_event_id">;

/** It hears of what happens from here on. Violates a foreign key when the project is gone. */
export const insertHook = (hook: NewHook): Statement<HookRow> =>
  statement(
    build
      .insert(hooks)
      .values({ ...hook, after_event_id: sql`(select coalesce(max(id), 0) from events)` })
      .returning(),
  );

/** The id of the hook this batch has just inserted. */
export const newestHookId = (projectId: number): SQL<number> =>
  sql<number>`(select max(id) from hooks where project_id = ${projectId})`;

/** What is not named is left as it is. */
export type HookChanges = Partial<Omit<NewHook, "project_id" | "created_at">>;

/** Where the URL stays what it is, so do the user and password it was once given with, unless there are new ones. */
export function updateHook({ id }: HookRow, changes: HookChanges): Statement<HookRow> {
  const { url, authorization, token } = changes;
  // Neither goes along to another address.
  const kept = (column: "authorization" | "token") => sql`case when url = ${url} then ${sql.identifier(column)} end`;
  const keepsCredentials = url !== undefined && authorization === null;
  const keepsToken = url !== undefined && token === undefined;
  return statement(
    build
      .update(hooks)
      .set({
        ...changes,
        ...(keepsCredentials && { authorization: kept("authorization") }),
        ...(keepsToken && { token: kept("token") }),
      })
      .where(eq(hooks.id, id))
      .returning(),
  );
}

/** Answers the hook if it was there. */
export const deleteHook = ({ id }: HookRow): Statement<HookRow> =>
  statement(build.delete(hooks).where(eq(hooks.id, id)).returning());

/** What it belongs to, as events name it. */
export const placeOf = ({ project_id, group_id }: HookRow): { project_id?: number; namespace_id?: number } => ({
  ...(project_id !== null && { project_id }),
  ...(group_id !== null && { namespace_id: group_id }),
});

export const hasHook = ({ id }: HookRow): SQL => sql`exists (select 1 from hooks where id = ${id})`;
