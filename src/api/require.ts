// Loaders that every handler begins with. They run the first batch of the request and refuse in GitLab's order: 401 for
// an unknown viewer, 404 for what the viewer may not see, 403 for what they may see but not do.
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

/**
 * Checks the part of the access rule that concerns the viewer alone.
 *
 * @throws ApiError 401 for an unknown viewer unless the endpoint admits the anonymous, 403 if it needs an administrator
 */
export function admit(call: Call, viewer: ViewerRow): ViewerRow {
  const isOpen = opensToAnonymous(call.access) && !call.credentials.sudo;
  if (viewer.viewer_id === null && !isOpen) throw call.credentials.unknownViewer();
  if (call.access === "admin" && viewer.viewer_admin === 0) throw forbidden();
  return viewer;
}

/** As {@link admit}, for endpoints that need a signed-in user. */
export function admitUser(call: Call, viewer: ViewerRow): Actor {
  admit(call, viewer);
  if (!isSignedIn(viewer)) throw call.credentials.unknownViewer();
  return viewer;
}

const isSignedIn = (viewer: ViewerRow): viewer is Actor => viewer.viewer_id !== null;

/** The signed-in viewer, and the rows of `also` from the same round trip. */
export async function withUser<const S extends readonly Statement[]>(
  call: Call,
  ...also: S
): Promise<{ actor: Actor; rows: Rows<S> }> {
  const { viewerRow, rows } = await withViewerRow(call, findViewer(call.viewer), ...also);
  return { actor: admitUser(call, viewerRow), rows };
}

/** A request whose path names a project or a group. */
export type IdCall = Call & { params: { id: IdOrPath } };

/** The project named by `:id`, on which the viewer has the ability that the endpoint requires. */
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

/** The group named by `:id`, on which the viewer has the ability that the endpoint requires. */
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

/** Runs the statement with the viewer's row and `also` as one batch, and admits the viewer. */
export async function withViewerRow<Row extends ViewerRow, const S extends readonly Statement[]>(
  call: Call,
  viewerRow: Statement<Row>,
  ...also: S
): Promise<{ viewerRow: Row; rows: Rows<S> }> {
  const [[row], ...rows] = await call.db.batch(viewerRow, ...also);
  // The statement selects from the CTE `viewer`, which always has one row.
  if (row === undefined) throw new Error("The statement of the viewer returned no row.");
  admit(call, row);
  return { viewerRow: row, rows: restOf<S>(rows) };
}

/** As {@link withViewerRow}, for lists whose every row contains the viewer's columns. */
export async function withRows<Row extends ViewerRow, const S extends readonly Statement[]>(
  call: Call,
  statement: Statement<Row>,
  ...also: S
): Promise<{ viewerRow: Row; rows: Row[]; also: Rows<S> }> {
  const [rows, ...rest] = await call.db.batch(statement, ...also);
  const [viewerRow] = rows;
  if (viewerRow === undefined) throw new Error("The statement of the viewer returned no row.");
  admit(call, viewerRow);
  return { viewerRow, rows, also: restOf<S>(rest) };
}

/** The rows of a batch's remaining statements, after those of the first ones were removed. */
export function restOf<S extends readonly Statement[]>(rows: unknown[]): Rows<S> {
  return rows as Rows<S>;
}
