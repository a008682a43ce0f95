// The loader of endpoints that manage one user.
import type { Rows } from "../../db/database.ts";
import { GHOST_ID, type UserRow } from "../../db/queries/users/row.ts";
import { findUser } from "../../db/queries/users/users.ts";
import type { Statement } from "../../db/statement.ts";
import { integer } from "../../http/coerce.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import type { Call } from "../endpoint.ts";
import { type Actor, admitUser, withViewerRow } from "../require.ts";

export const userIdParam = { id: required(integer) };

/** The user named by `:id`. The ghost, author of what deleted users wrote, is 404 as well. */
export async function withUserRecord<const S extends readonly Statement[]>(
  call: Call & { params: { id: number | null } },
  ...also: S
): Promise<{ actor: Actor; user: UserRow; rows: Rows<S> }> {
  const { viewerRow, rows } = await withViewerRow(call, findUser(call.viewer, call.params.id ?? 0), ...also);
  const actor = admitUser(call, viewerRow);
  if (viewerRow.id === null || viewerRow.id === GHOST_ID) throw notFound("User");
  return { actor, user: viewerRow, rows };
}

/** The owner of ROOT_TOKEN. */
export const ROOT_ID = 1;

/** Root must remain an active administrator. */
export function refuseForRoot(user: UserRow): void {
  if (user.id === ROOT_ID) throw forbidden();
}
