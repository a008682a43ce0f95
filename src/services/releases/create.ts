// Creates the release of a tag.
import { insertRelease, type ReleaseRow } from "../../db/queries/repositories/releases.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkDescription } from "./description.ts";

export type CreateReleaseOutcome =
  | { kind: "created"; release: ReleaseRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "exists" }
  | { kind: "project_gone" };

/** @param tag an existing tag */
export async function createRelease(
  { db, now }: VerbContext,
  projectId: number,
  tag: string,
  description: string,
): Promise<CreateReleaseOutcome> {
  const errors = checkDescription(description);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const attempt = await db.attempt(insertRelease({ project_id: projectId, tag, description, created_at: now }));
  if (attempt.violated === "releases_key") return { kind: "exists" };
  if (attempt.violated !== undefined) return { kind: "project_gone" };
  const [[release]] = attempt.rows;
  if (release === undefined) throw new Error("A batch did not return the release it inserted.");
  return { kind: "created", release };
}
