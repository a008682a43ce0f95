// Routes of `npm run export` and `npm run import`, for administrators only. docs/backup.md describes them.
import type { Context } from "hono";
import { findViewer } from "../../db/queries/viewer/viewer.ts";
import { forbidden, unauthorized } from "../../http/errors.ts";
import { readCredentials } from "../../middleware/authenticate.ts";
import type { AppContext } from "../../middleware/dependencies.ts";
import { sufficient } from "../../permissions/scopes.ts";
import type { BackupCall } from "./call.ts";
import { exportRepository, exportRows, exportUpload, showMarks } from "./export.ts";
import {
  beginImport,
  finishImport,
  importRefs,
  importRepositoryObjects,
  importRows,
  importUpload,
  recordRepositories,
} from "./import.ts";

export interface BackupRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  serve(call: BackupCall): Promise<Response>;
}

const oneImport = "/-/backup/imports/:import{[\\w.-]{1,100}}";
const repository = `${oneImport}/repositories/:project{\\d{1,15}}`;

export const backupRoutes: readonly BackupRoute[] = [
  { method: "GET", path: "/-/backup", serve: showMarks },
  { method: "GET", path: "/-/backup/rows/:table", serve: exportRows },
  { method: "GET", path: "/-/backup/repositories/:project{\\d{1,15}}", serve: exportRepository },
  { method: "GET", path: "/-/backup/repositories/:project{\\d{1,15}}/uploads/:secret/:name", serve: exportUpload },
  { method: "POST", path: oneImport, serve: beginImport },
  { method: "POST", path: `${oneImport}/rows/:table`, serve: importRows },
  { method: "POST", path: `${repository}/objects`, serve: importRepositoryObjects },
  { method: "POST", path: `${repository}/uploads/:secret/:name`, serve: importUpload },
  { method: "POST", path: `${repository}/refs`, serve: importRefs },
  { method: "POST", path: `${oneImport}/repositories`, serve: recordRepositories },
  { method: "POST", path: `${oneImport}/finish`, serve: finishImport },
];

/** Admits administrators by their token, as the API does, but from a header only. */
export async function serveBackup(route: BackupRoute, c: Context<AppContext>): Promise<Response> {
  const { db, now, rootTokenHash } = c.var;
  const given = new Map<string, unknown>();
  const credentials = readCredentials(c.req.raw.headers, given, {
    rootTokenHash,
    scopes: sufficient.none,
    today: now.slice(0, 10),
  });
  if ("refusedSudo" in credentials || credentials.sudo) throw forbidden("These routes have no sudo");
  if (credentials.anonymous) throw unauthorized();
  const [[viewer]] = await db.batch(findViewer(credentials.viewer));
  if (viewer?.viewer_id == null) throw unauthorized();
  if (viewer.viewer_admin === 0) throw forbidden();
  return await route.serve({
    ...c.var,
    request: c.req.raw,
    params: c.req.param(),
    query: new URL(c.req.url).searchParams,
  });
}
