// Deletes a group with all its projects, memberships and shares (foreign keys see to those).
import { deleteGroup as write } from "../../db/queries/groups.ts";
import { recordEvent } from "../events.ts";
import { findRepositoriesToFree, freeRepositories } from "../repositories/free.ts";
import type { VerbContext } from "../verb.ts";

export async function deleteGroup(context: VerbContext, groupId: number): Promise<void> {
  const [, , [deleted]] = await context.db.batch(
    recordEvent(context, { kind: "group_deleted", namespace_id: groupId }),
    write(groupId),
    findRepositoriesToFree(),
  );
  await freeRepositories(context, deleted);
}
