// Reads and writes the rows of backups: page by page in the order of their row ids, whatever the table.
import { type SQL, sql } from "drizzle-orm";
import { execute, type Statement } from "../../statement.ts";
import { type BackupTableName, backupTable, backupTables, storedColumns } from "./tables.ts";

/** A row as the database has it, by column. */
export type BackupRow = Readonly<Record<string, string | number | null>>;

/** The rows to read: all of them, those of a project or a group, or those with these ids. */
export type BackupScope =
  | { readonly kind: "instance" }
  | { readonly kind: "project" | "group"; readonly id: number }
  | { readonly kind: "ids"; readonly ids: readonly number[] };

/** Row ids that one page looks at, so that a project of a large instance is found in bounded steps. */
export const WINDOW = 20_000;
const MOST_ROWS = 500;
/** Bytes of a page, unless its first row is larger. An insert takes the page as one parameter, of 2 MB at most on D1. */
const MOST_BYTES = 400_000;

const name = sql.identifier;
const list = (names: readonly string[]): SQL =>
  sql.join(
    names.map((column) => name(column)),
    sql`, `,
  );

/** Rows with `after < rowid <= until`, each with its `row_id`. `until - after` must be at most {@link WINDOW}. */
export function readRows(
  table: BackupTableName,
  scope: BackupScope,
  after: number,
  until: number,
): Statement<BackupRow & { readonly row_id: number }> {
  const columns = storedColumns(table);
  const { only = sql`1` } = backupTable(table);
  const bytes = columns.map((column) => sql`coalesce(length(cast(${name(column)} as blob)), 4)`);
  return {
    ...execute<BackupRow & { readonly row_id: number }>(sql`
      with page as materialized (select rowid as page_id, ${sql.join(bytes, sql` + `)} as page_bytes from ${name(table)}
          where rowid > ${after} and rowid <= ${until} and ${only} and ${isIn(table, scope)}
          order by rowid limit ${MOST_ROWS}),
        sized as materialized (select page_id, sum(page_bytes) over (order by page_id) - page_bytes as bytes_before from page)
      select rowid as row_id, ${list(columns)} from ${name(table)}
      where rowid in (select page_id from sized where bytes_before < ${MOST_BYTES}) order by rowid`),
    reads: true,
  };
}

function isIn(table: BackupTableName, scope: BackupScope): SQL {
  if (scope.kind === "instance") return sql`1`;
  if (scope.kind === "ids") return sql`rowid in (select value from json_each(${JSON.stringify(scope.ids)}))`;
  const { project, group } = backupTable(table);
  const projects =
    scope.kind === "project" ? sql`${scope.id}` : sql`select id from projects where namespace_id = ${scope.id}`;
  const conditions = [
    ...(project === undefined ? [] : [belongs(project, projects)]),
    ...(group !== undefined && scope.kind === "group" ? [sql`${name(group)} = ${scope.id}`] : []),
  ];
  return conditions.length === 0 ? sql`0` : sql`(${sql.join(conditions, sql` or `)})`;
}

const belongs = (project: string | readonly [string, string], projects: SQL): SQL =>
  typeof project === "string"
    ? sql`${name(project)} in (${projects})`
    : sql`${name(project[0])} in (select id from ${name(project[1])} where project_id in (${projects}))`;

/** One row per table: the highest row id now, and the last id that was ever given (null for a table without). */
export interface TableMark {
  readonly name: string;
  readonly rows_until: number;
  readonly sequence: number | null;
}

/** One statement per table: D1 limits the terms of a compound select. */
export const readMarks = (): Statement<TableMark>[] =>
  Object.keys(backupTables).map((table) => ({
    ...execute<TableMark>(sql`select ${table} as name, coalesce((select max(rowid) from ${name(table)}), 0) as rows_until,
      (select seq from sqlite_sequence where name = ${table}) as sequence`),
    reads: true,
  }));

/** Values that the server sets: a hook delivers nothing that happened before it was here. */
const setHere: Readonly<Record<string, SQL>> = { after_event_id: sql`(select coalesce(max(id), 0) from events)` };

/** @param rows JSON array of objects with these columns */
export const insertRows = (table: BackupTableName, columns: readonly string[], rows: string): Statement =>
  execute(
    sql`insert into ${name(table)} (${list(columns)}) select ${valuesOf(columns)} from json_each(${rows}) order by key`,
  );

/** For a row that is too long for a page. */
export const insertRow = (table: BackupTableName, row: BackupRow): Statement =>
  execute(
    sql`insert into ${name(table)} (${list(Object.keys(row))}) values (${sql.join(
      Object.entries(row).map(([column, value]) => setHere[column] ?? sql`${value}`),
      sql`, `,
    )})`,
  );

const valuesOf = (columns: readonly string[]): SQL =>
  sql.join(
    columns.map((column) => setHere[column] ?? sql`value ->> ${sql.raw(`'$.${column}'`)}`),
    sql`, `,
  );

/** Writes some columns of rows that exist. @param rows as of {@link insertRows}, each with its id */
export const updateRows = (table: BackupTableName, columns: readonly string[], rows: string): Statement =>
  execute(
    sql`update ${name(table)} set ${sql.join(
      columns.map((column) => sql`${name(column)} = value ->> ${sql.raw(`'$.${column}'`)}`),
      sql`, `,
    )} from json_each(${rows}) where ${name(table)}.id = value ->> '$.id'`,
  );

/** The columns to overwrite in the rows that a migration made: root stays an active administrator, and no total changes. */
export const overwritten = (columns: readonly string[]): string[] =>
  columns.filter((column) => !["id", "admin", "state", "external"].includes(column));
