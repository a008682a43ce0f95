// Deletes a user and their personal projects. The ghost user becomes the author of their records in other projects.
import { insertMembershipsDestroyed, insertProjectsDestroyed } from "../../db/queries/audit-events/sets.ts";
import { userDetails } from "../../db/queries/events/details.ts";
import { isUser, deleteUser as write } from "../../db/queries/users/writes.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent, recordProjectsDeleted } from "../../events/events.ts";
import { findRepositoriesToFree, freeRepositories } from "../repositories/free.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteUserOutcome = { kind: "deleted" } | { kind: "last_owner" };

export async function deleteUser(context: VerbContext, userId: number): Promise<DeleteUserOutcome> {
  const change = await context.db.change(
    [
      recordProjectsDeleted(context, { owner_id: userId }),
      recordEvent(context, { kind: "user_deleted", target_id: userId, details: userDetails(userId) }, isUser(userId)),
      insertProjectsDestroyed(context, { owner_id: userId }),
      ...insertMembershipsDestroyed(context, userId),
      recordAudit(context, { kind: "user_destroyed", userId }, isUser(userId)),
      ...write(userId),
    ],
    findRepositoriesToFree(),
  );
  if (change.violated !== undefined) return { kind: "last_owner" };
  await freeRepositories(context, change.row);
  return { kind: "deleted" };
}
