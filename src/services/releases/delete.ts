// Deletes a release. Its tag stays.
import { deleteReleasesOf } from "../../db/queries/repositories/releases.ts";
import type { VerbContext } from "../verb.ts";

/** Does nothing if it is gone. */
export async function deleteRelease({ db, actorId, now }: VerbContext, projectId: number, tag: string): Promise<void> {
  await db.batch(...deleteReleasesOf(projectId, [{ tag, userId: actorId, at: now }]));
}
