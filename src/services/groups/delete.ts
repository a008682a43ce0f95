// Deletes a group with all its projects, memberships and shares (by cascading foreign keys).
import { insertProjectsDestroyed, insertSharesDeleted } from "../../db/queries/audit-events/sets.ts";
import { groupDetails } from "../../db/queries/events/details.ts";
import { isGroup, deleteGroup as write } from "../../db/queries/groups/groups.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent, recordProjectsDeleted } from "../../events/events.ts";
import { findRepositoriesToFree, freeRepositories } from "../repositories/free.ts";
import type { VerbContext } from "../verb.ts";

export async function deleteGroup(context: VerbContext, groupId: number): Promise<void> {
  const [, , , , , , [deleted]] = await context.db.batch(
    recordProjectsDeleted(context, { group_id: groupId }),
    recordEvent(
      context,
      { kind: "group_deleted", namespace_id: groupId, details: groupDetails(groupId) },
      isGroup(groupId),
    ),
    insertProjectsDestroyed(context, { group_id: groupId }),
    insertSharesDeleted(context, groupId),
    recordAudit(context, { kind: "group_destroyed", groupId }, isGroup(groupId)),
    write(groupId),
    findRepositoriesToFree(),
  );
  await freeRepositories(context, deleted);
}
