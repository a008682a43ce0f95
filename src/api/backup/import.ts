// The writes of an import: rows with their ids, and repositories. Each step is one batch with its progress.
import {
  beginRestore,
  endRestore,
  findSteps,
  forgetImport,
  recordStep,
  reserveIds,
} from "../../db/queries/backup/imports.ts";
import { type BackupRow, insertRow, insertRows, overwritten, updateRows } from "../../db/queries/backup/rows.ts";
import { type BackupTableName, backupTable, isBackupTable, storedColumns } from "../../db/queries/backup/tables.ts";
import { findLastEntry } from "../../db/queries/repositories/repositories.ts";
import type { Statement } from "../../db/statement.ts";
import { badRequest, conflict, notFound, unprocessable } from "../../http/errors.ts";
import { readBody } from "../../http/request-body.ts";
import { isUploadAddress, MOST_UPLOAD_BYTES } from "../../services/uploads/name.ts";
import { countsOf, integer, type JsonObject, jsonIn, parseObject, refsBody, textIn } from "./bodies.ts";
import type { BackupCall } from "./call.ts";

/**
 * POST /-/backup/imports/:import with `{"restore": true}` into an empty instance, or with `{"ids": {"issues": 3}}` to
 * reserve ids. Answers the steps that are done; to begin again changes nothing.
 */
export async function beginImport({ db, params, request }: BackupCall): Promise<Response> {
  const { import: id = "" } = params;
  const { restore = false, ids = {} } = await jsonIn(request);
  await db.batch(...(restore === true ? [beginRestore(id)] : reserveIds(id, countsOf(ids, "ids"))));
  const [steps] = await db.batch(findSteps(id));
  if (restore === true && !steps.some(({ step }) => step === "restore")) {
    throw conflict(
      "This instance is not empty: a whole instance is restored into one that was just deployed. If the import of this archive has ended, nothing is left to do",
    );
  }
  return Response.json({ steps });
}

/**
 * POST /-/backup/imports/:import/rows/:table?page=1: inserts a page of JSON Lines. With `pass=later`, writes the columns
 * that wait for all rows.
 */
export async function importRows({ db, params, query, request }: BackupCall): Promise<Response> {
  const { import: id = "", table = "" } = params;
  if (!isBackupTable(table)) throw notFound("Table");
  const page = integer(Number(query.get("page")), "page");
  const rows = rowsIn(await textIn(request), table);
  const later = query.get("pass") === "later";
  const step = `${later ? "later" : "rows"}/${table}`;
  const writes = later ? laterWrites(table, rows) : inserts(table, rows);
  try {
    await db.batch(...writes, recordStep(id, step, page));
  } catch (error) {
    // The database names the constraint that the archive violates.
    const reason = /(?:violates|[A-Z ]+constraint failed).*/.exec(String(error))?.[0];
    if (reason === undefined) throw error;
    throw unprocessable(`A row of ${table} was refused: ${reason}`);
  }
  return Response.json({ rows: rows.length });
}

type Row = BackupRow;

function rowsIn(lines: string, table: BackupTableName): Row[] {
  const known = new Set(storedColumns(table));
  return lines.split("\n").flatMap((line) => {
    if (line === "") return [];
    const row = parsed(line, table);
    const unknown = Object.keys(row).find((column) => !known.has(column));
    if (unknown !== undefined) throw badRequest(`The table ${table} has no column ${unknown}`);
    return [row];
  });
}

function parsed(line: string, table: string): Row {
  const row = parseObject(line);
  if (row !== null && isFlat(row)) return row;
  throw badRequest(`A row of ${table} is no flat JSON object`);
}

const isFlat = (row: JsonObject): row is Row => {
  const values = Object.values(row);
  return values.length > 0 && values.every((value) => value === null || /^(?:string|number)$/.test(typeof value));
};

/** Rows that a migration made exist already. */
const isMade = (table: BackupTableName, { id }: Row) =>
  (table === "users" && (id === 1 || id === 2)) || (table === "namespaces" && id === 1);

function inserts(table: BackupTableName, rows: readonly Row[]): Statement[] {
  const made = rows.filter((row) => isMade(table, row));
  const { later = {} } = backupTable(table);
  const waiting = rows.filter((row) => !isMade(table, row)).map((row) => ({ ...row, ...later }));
  return [
    ...(made.length === 0 ? [] : [updateRows(table, overwritten(columnsOf(made)), JSON.stringify(made))]),
    ...parts(waiting).map((part) =>
      part.json.length <= MOST_JSON ? insertRows(table, columnsOf(waiting), part.json) : insertRow(table, part.row),
    ),
  ];
}

function laterWrites(table: BackupTableName, rows: readonly Row[]): Statement[] {
  const columns = Object.keys(backupTable(table).later ?? {});
  if (columns.length === 0) throw badRequest(`The table ${table} has no columns that wait`);
  return parts(rows).map(({ json }) => updateRows(table, columns, json));
}

/** @throws ApiError 400 unless all rows have the same columns; a column that the archive does not know gets its default */
function columnsOf(rows: readonly Row[]): string[] {
  const columns = Object.keys(rows[0] ?? {});
  if (rows.some((row) => Object.keys(row).join() !== columns.join())) {
    throw badRequest("The rows of a page have different columns");
  }
  return columns;
}

/** Characters of a parameter, which has at most 2 MB on D1: 3 bytes each at worst. */
const MOST_JSON = 600_000;

/** Rows in order, as JSON arrays of at most {@link MOST_JSON}; a longer row is alone. */
function parts(rows: readonly Row[]): { readonly json: string; readonly row: Row }[] {
  const found: { json: string; row: Row }[] = [];
  for (const row of rows) {
    const json = JSON.stringify(row);
    const last = found.at(-1);
    if (last === undefined || last.json.length + json.length >= MOST_JSON) found.push({ json: `[${json}]`, row });
    else last.json = `${last.json.slice(0, -1)},${json}]`;
  }
  return found;
}

/** POST /-/backup/imports/:import/repositories/:project/objects: a pack. */
export async function importRepositoryObjects({ repositories, params, request }: BackupCall): Promise<Response> {
  if (request.body === null) throw badRequest("There is no pack");
  const problem = await repositories.open(Number(params.project)).run("importObjects", request.body);
  if (problem !== null) throw unprocessable(problem);
  return Response.json({});
}

/** POST /-/backup/imports/:import/repositories/:project/uploads/:secret/:name: the bytes of an upload. */
export async function importUpload({ repositories, params, request }: BackupCall): Promise<Response> {
  const { project, secret = "", name = "" } = params;
  if (!isUploadAddress(secret, name)) throw badRequest("The upload has no valid address");
  const content = await readBody(request, MOST_UPLOAD_BYTES);
  const added = await repositories.open(Number(project)).run("importUpload", { secret, name }, content);
  if (added === null) throw unprocessable("The project has too many uploads");
  return Response.json({});
}

/** POST /-/backup/imports/:import/repositories/:project/refs: refs, and with the last of them the state. */
export async function importRefs({ db, repositories, params, request }: BackupCall): Promise<Response> {
  const { refs, state } = refsBody(await jsonIn(request));
  const project = Number(params.project);
  const [[last]] = await db.batch(findLastEntry(project));
  const problem = await repositories.open(project).run("importRefs", refs, state, last?.entry_id ?? 0);
  if (problem !== null) throw unprocessable(problem);
  return Response.json({});
}

/** POST /-/backup/imports/:import/repositories with `{"done": 3}`: the repositories imported so far. */
export async function recordRepositories({ db, params, request }: BackupCall): Promise<Response> {
  const { done } = await jsonIn(request);
  await db.batch(recordStep(params.import ?? "", "repositories", integer(done, "done")));
  return Response.json({});
}

/** POST /-/backup/imports/:import/finish; after a restore with `{"sequences": {"issues": 3}}`. */
export async function finishImport({ db, params, request }: BackupCall): Promise<Response> {
  const { sequences } = await jsonIn(request);
  const restored = sequences === undefined ? [] : endRestore(countsOf(sequences, "sequences"));
  await db.batch(...restored, forgetImport(params.import ?? ""));
  return Response.json({});
}
