// Updates a release.
import { nameRelease } from "../../db/queries/events/details.ts";
import { type ReleaseDetailRow, releaseDetailOf } from "../../db/queries/repositories/release-details.ts";
import { isRelease, type ReleaseChanges, updateRelease as write } from "../../db/queries/repositories/releases.ts";
import { recordEvent } from "../../events/events.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkRelease } from "./attributes.ts";

export type UpdateReleaseOutcome =
  | { kind: "updated"; release: ReleaseDetailRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "none" };

export async function updateRelease(
  context: VerbContext,
  projectId: number,
  tag: string,
  changes: ReleaseChanges,
): Promise<UpdateReleaseOutcome> {
  const errors = checkRelease(changes);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const event = { kind: "release_updated", project_id: projectId, details: nameRelease(tag) } as const;
  const [, , [release]] = await context.db.batch(
    recordEvent(context, event, isRelease(projectId, tag)),
    write(projectId, tag, changes, context.now),
    releaseDetailOf(projectId, tag),
  );
  return release === undefined ? { kind: "none" } : { kind: "updated", release };
}
