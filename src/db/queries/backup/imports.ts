// The progress of imports, and what begins and ends one.
import { eq, type SQL, sql } from "drizzle-orm";
import { imports } from "../../schema/index.ts";
import { build, execute, type Statement, statement } from "../../statement.ts";

export interface ImportStep {
  readonly step: string;
  readonly value: number;
}

export const findSteps = (id: string): Statement<ImportStep> => ({
  ...execute<ImportStep>(sql`select step, value from imports where id = ${id} order by step`),
  reads: true,
});

/** Does nothing unless the instance is as the migrations made it, or the import has begun. */
export const beginRestore = (id: string): Statement =>
  execute(
    sql`insert into imports (id, step, value) select ${id}, 'restore', 0 where ${isEmpty} on conflict do nothing`,
  );

const isEmpty: SQL = sql`not exists (select 1 from users where id > 2) and not exists (select 1 from namespaces where id > 1)
  and not exists (select 1 from projects) and not exists (select 1 from imports)`;

/**
 * Reserves ids, so that rows can be numbered before they are written: step `ids/issues` has the id before the first one.
 * Reserved ids stay as they are when an import is continued.
 *
 * @param counts JSON object: the number of ids by table
 */
export const reserveIds = (id: string, counts: string): Statement[] => [
  execute(sql`insert into sqlite_sequence (name, seq) select key, 0 from json_each(${counts})
    where key not in (select name from sqlite_sequence)`),
  execute(sql`update sqlite_sequence set seq = seq + value from json_each(${counts})
    where name = key and not exists (select 1 from imports i where i.id = ${id} and i.step = 'ids/' || key)`),
  execute(sql`insert into imports (id, step, value) select ${id}, 'ids/' || key, s.seq - value
    from json_each(${counts}) cross join sqlite_sequence s on s.name = key where true on conflict do nothing`),
];

/** Belongs in the batch of the step. */
export const recordStep = (id: string, step: string, value: number): Statement =>
  execute(sql`insert into imports (id, step, value) values (${id}, ${step}, ${value})
    on conflict (id, step) do update set value = excluded.value`);

/**
 * Ends a restore: later ids are above all that were ever given, and nobody is notified of restored events.
 *
 * @param sequences JSON object: the last id given, by table
 */
export const endRestore = (sequences: string): Statement[] => [
  execute(sql`update sqlite_sequence set seq = max(seq, value) from json_each(${sequences}) where name = key`),
  execute(sql`insert into sqlite_sequence (name, seq) select key, value from json_each(${sequences})
    where key not in (select name from sqlite_sequence)`),
  execute(sql`insert into event_marks (consumer, event_id) select 'notifications', coalesce(max(id), 0) from events where true
    on conflict (consumer) do update set event_id = excluded.event_id`),
];

export const forgetImport = (id: string): Statement => statement(build.delete(imports).where(eq(imports.id, id)));
