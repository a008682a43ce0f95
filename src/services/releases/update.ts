// Updates a release.
import { type ReleaseDetailRow, releaseDetailOf } from "../../db/queries/repositories/release-details.ts";
import { type ReleaseChanges, updateRelease as write } from "../../db/queries/repositories/releases.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkRelease } from "./attributes.ts";

export type UpdateReleaseOutcome =
  | { kind: "updated"; release: ReleaseDetailRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "none" };

export async function updateRelease(
  { db, now }: VerbContext,
  projectId: number,
  tag: string,
  changes: ReleaseChanges,
): Promise<UpdateReleaseOutcome> {
  const errors = checkRelease(changes);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const [, [release]] = await db.batch(write(projectId, tag, changes, now), releaseDetailOf(projectId, tag));
  return release === undefined ? { kind: "none" } : { kind: "updated", release };
}
