// The reads of an export: row ids, rows and repositories.
import { type BackupScope, readMarks, readRows, WINDOW } from "../../db/queries/backup/rows.ts";
import { isBackupTable } from "../../db/queries/backup/tables.ts";
import { NEWEST_MIGRATION } from "../../db/queries/server/migrations.ts";
import { badRequest, notFound } from "../../http/errors.ts";
import type { BackupCall } from "./call.ts";

/** The header with the row id behind which the next page begins. */
const NEXT = "x-next-row";

/** GET /-/backup: by table, the highest row id and the last id given, all of one moment. */
export async function showMarks({ db }: BackupCall): Promise<Response> {
  const marks = await db.batch(...readMarks());
  const tables = marks.flat().map(({ name, ...mark }) => [name, mark] as const);
  return Response.json({ migration: NEWEST_MIGRATION, tables: Object.fromEntries(tables) });
}

/** GET /-/backup/rows/:table: a page of rows as JSON Lines. It may be empty before the end. */
export async function exportRows({ db, params, query }: BackupCall): Promise<Response> {
  const { table = "" } = params;
  if (!isBackupTable(table)) throw notFound("Table");
  const scope = scopeFrom(query);
  const after = numberIn(query, "after");
  const until = Math.min(numberIn(query, "until"), after + (scope.kind === "ids" ? Number.MAX_SAFE_INTEGER : WINDOW));
  const [rows] = await db.batch(readRows(table, scope, after, until));
  const lines = rows.map(({ row_id: _, ...row }) => `${JSON.stringify(row)}\n`);
  return new Response(lines.join(""), {
    headers: { "content-type": "application/jsonl", [NEXT]: String(rows.at(-1)?.row_id ?? until) },
  });
}

function scopeFrom(query: URLSearchParams): BackupScope {
  const [kind, id = ""] = (query.get("scope") ?? "instance").split(":");
  if (kind === "instance") return { kind };
  const ids = id.split(",").map(Number);
  if (ids.length > 100 || !ids.every(Number.isSafeInteger)) throw badRequest("scope has no ids, or more than 100");
  if (kind === "ids") return { kind, ids };
  if (kind !== "project" && kind !== "group") throw badRequest("scope is instance, project:ID, group:ID or ids:ID,ID");
  return { kind, id: ids[0] ?? 0 };
}

function numberIn(query: URLSearchParams, name: string): number {
  const number = Number(query.get(name) ?? "0");
  if (!Number.isSafeInteger(number) || number < 0) throw badRequest(`${name} is no number`);
  return number;
}

/** GET /-/backup/repositories/:project/uploads/:secret/:name: the bytes of an upload. */
export async function exportUpload({ repositories, params }: BackupCall): Promise<Response> {
  const { project, secret = "", name = "" } = params;
  const upload = await repositories.open(Number(project)).run("readUpload", { secret, name });
  if (upload === null) throw notFound("Upload");
  const { content } = upload;
  return new Response(new Uint8Array(content), { headers: { "content-type": "application/octet-stream" } });
}

/** GET /-/backup/repositories/:project: see git/operations/backup/export-repository.ts. */
export async function exportRepository({ repositories, params }: BackupCall): Promise<Response> {
  const stream = await repositories.open(Number(params.project)).run("exportRepository");
  return new Response(stream, { headers: { "content-type": "application/octet-stream" } });
}
