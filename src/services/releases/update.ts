// Updates the description of a release.
import { type ReleaseRow, updateRelease as write } from "../../db/queries/repositories/releases.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkDescription } from "./description.ts";

export type UpdateReleaseOutcome =
  | { kind: "updated"; release: ReleaseRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "none" };

export async function updateRelease(
  { db, now }: VerbContext,
  projectId: number,
  tag: string,
  description: string,
): Promise<UpdateReleaseOutcome> {
  const errors = checkDescription(description);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const [[release]] = await db.batch(write(projectId, tag, description, now));
  return release === undefined ? { kind: "none" } : { kind: "updated", release };
}
