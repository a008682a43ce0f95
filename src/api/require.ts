// Loaders every handler begins with: they run the request's first batch and decide, in GitLab's order, 401 for who is
// nobody, 404 for what is not there to be seen, 403 for what may be seen but not done.
import type { Rows } from "../db/database.ts";
import { findGroup } from "../db/queries/groups/groups.ts";
import { type GroupRow, groupKey } from "../db/queries/groups/row.ts";
import { findProject } from "../db/queries/projects/projects.ts";
import { type ProjectRow, projectKey } from "../db/queries/projects/row.ts";
import { findViewer, type ViewerRow } from "../db/queries/viewer/viewer.ts";
import type { Statement } from "../db/statement.ts";
import type { IdOrPath } from "../http/coerce.ts";
import { forbidden, notFound } from "../http/errors.ts";
import { canOnGroup, canOnProject } from "../permissions/abilities.ts";
import { type Call, opensToAnonymous } from "./endpoint.ts";

/** A signed-in viewer. */
export interface Actor extends ViewerRow {
  readonly viewer_id: number;
}

/** The viewer as far as the endpoint lets them in: 401 for nobody unless it is open to the anonymous. */
export function admit(call: Call, viewer: ViewerRow): ViewerRow {
  const anonymousWelcome = opensToAnonymous(call.access);
  if (viewer.viewer_id === null && (!anonymousWelcome || call.credentials.sudo)) throw call.credentials.unknownViewer();
  if (call.access === "admin" && viewer.viewer_admin === 0) throw forbidden();
  return viewer;
}

/** As {@link admit}, for endpoints that are for signed-in users. */
export function admitUser(call: Call, viewer: ViewerRow): Actor {
  admit(call, viewer);
  const { viewer_id } = viewer;
  if (viewer_id === null) throw call.credentials.unknownViewer();
  return { ...viewer, viewer_id };
}

/** The signed-in viewer, with what else is wanted in the same round trip. */
export async function withUser<const S extends readonly Statement[]>(
  call: Call,
  ...also: S
): Promise<{ actor: Actor; rows: Rows<S> }> {
  const { viewerRow, rows } = await withViewerRow(call, findViewer(call.viewer), ...also);
  return { actor: admitUser(call, viewerRow), rows };
}

/** A request whose path names a project or a group. */
export type IdCall = Call & { params: { id: IdOrPath } };

/** The project named by `:id`, on which the viewer has the ability the endpoint asks for. */
export async function withProject<const S extends readonly Statement[]>(
  call: IdCall,
  ...also: S
): Promise<{ actor: Actor; project: ProjectRow; rows: Rows<S> }> {
  const { viewerRow, rows } = await withViewerRow(call, findProject(call.viewer, projectKey(call.params.id)), ...also);
  const actor = admitUser(call, viewerRow);
  if (viewerRow.id === null) throw notFound("Project");
  const { access } = call;
  if (
    typeof access === "object" &&
    "project" in access &&
    !canOnProject(actor, access.project, viewerRow.access_level)
  ) {
    throw forbidden();
  }
  return { actor, project: viewerRow, rows };
}

/** The group named by `:id`, on which the viewer has the ability the endpoint asks for. */
export async function withGroup<const S extends readonly Statement[]>(
  call: IdCall,
  ...also: S
): Promise<{ actor: Actor; group: GroupRow; rows: Rows<S> }> {
  const { viewerRow, rows } = await withViewerRow(call, findGroup(call.viewer, groupKey(call.params.id)), ...also);
  const actor = admitUser(call, viewerRow);
  if (viewerRow.id === null) throw notFound("Group");
  const { access } = call;
  if (typeof access === "object" && "group" in access && !canOnGroup(actor, access.group, viewerRow.access_level)) {
    throw forbidden();
  }
  return { actor, group: viewerRow, rows };
}

/** Runs a head and what goes with it as one batch, and lets the viewer in or not. */
export async function withViewerRow<Row extends ViewerRow, const S extends readonly Statement[]>(
  call: Call,
  viewerRow: Statement<Row>,
  ...also: S
): Promise<{ viewerRow: Row; rows: Rows<S> }> {
  const [[row], ...rows] = await call.db.batch(viewerRow, ...also);
  // A head is built upon the viewer's row, of which there is always one.
  if (row === undefined) throw new Error("The head of a request answered no row.");
  admit(call, row);
  return { viewerRow: row, rows: restOf<S>(rows) };
}

/** As {@link withViewerRow}, where the head's columns stand in every row of its statement. */
export async function withRows<Row extends ViewerRow, const S extends readonly Statement[]>(
  call: Call,
  statement: Statement<Row>,
  ...also: S
): Promise<{ viewerRow: Row; rows: Row[]; also: Rows<S> }> {
  const [rows, ...rest] = await call.db.batch(statement, ...also);
  const [viewerRow] = rows;
  if (viewerRow === undefined) throw new Error("The head of a request answered no row.");
  admit(call, viewerRow);
  return { viewerRow, rows, also: restOf<S>(rest) };
}

/** What is left of a batch's rows when those of its first statements are taken off. */
export function restOf<S extends readonly Statement[]>(rows: unknown[]): Rows<S> {
  return rows as Rows<S>;
}
