// Creates a group. Its creator becomes its first owner.

import { findGroup, insertFirstOwner, insertGroup, namespaceIdAt } from "../../db/queries/groups/groups.ts";
import type { GroupRow } from "../../db/queries/groups/row.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import { type FieldErrors, hasErrors, insertedRow, type VerbContext } from "../verb.ts";
import { type GroupAttributes, groupColumnsFrom } from "./attributes.ts";
import { takenNamespaceErrors } from "./taken.ts";

export type CreateGroupOutcome = { kind: "created"; group: GroupRow } | { kind: "invalid"; errors: FieldErrors };

export async function createGroup(
  context: VerbContext,
  attributes: GroupAttributes & { name: string; path: string },
): Promise<CreateGroupOutcome> {
  const { changes, errors } = groupColumnsFrom(attributes);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { name, path } = attributes;
  const { db, viewer, actorId, now } = context;
  const attempt = await db.attempt(
    insertGroup({ ...changes, name, path, created_at: now, updated_at: now }),
    insertFirstOwner(path, actorId, now),
    recordEvent(context, { kind: "group_created", namespace_id: namespaceIdAt(path) }),
    recordAudit(context, { kind: "group_created", groupId: namespaceIdAt(path) }),
    findGroup(viewer, { group_id: null, group_path: path }),
  );
  if (attempt.violated !== undefined) {
    return { kind: "invalid", errors: await takenNamespaceErrors(db, name, path, null) };
  }
  return { kind: "created", group: insertedRow(attempt.rows[4][0]) };
}
