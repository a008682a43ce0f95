// Creates the release of a tag.
import { nameRelease } from "../../db/queries/events/details.ts";
import {
  insertLinks,
  MOST_LINKS,
  type NewLink,
  type ReleaseDetailRow,
  releaseDetailOf,
} from "../../db/queries/repositories/release-details.ts";
import { insertRelease, type ReleaseChanges } from "../../db/queries/repositories/releases.ts";
import { recordEvent } from "../../events/events.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkLink, checkRelease, takenLink } from "./attributes.ts";

export interface NewReleaseParams extends ReleaseChanges {
  readonly description: string;
  readonly links?: readonly NewLink[];
}

export type CreateReleaseOutcome =
  | { kind: "created"; release: ReleaseDetailRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "exists" }
  | { kind: "project_gone" };

export const checkNewRelease = ({ links = [], ...attributes }: NewReleaseParams): FieldErrors =>
  Object.assign(
    checkRelease(attributes),
    ...links.map(checkLink),
    links.length > MOST_LINKS && { links: [`are too many (maximum is ${MOST_LINKS})`] },
  );

/** @param tag an existing tag */
export async function createRelease(
  context: VerbContext,
  projectId: number,
  tag: string,
  { links = [], ...attributes }: NewReleaseParams,
): Promise<CreateReleaseOutcome> {
  const { db, now, actorId } = context;
  const errors = checkNewRelease({ links, ...attributes });
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const row = { project_id: projectId, tag, ...attributes, author_id: actorId, created_at: now };
  const change = await db.change(
    [
      insertRelease(row),
      ...(links.length > 0 ? [insertLinks(projectId, tag, links)] : []),
      recordEvent(context, { kind: "release_created", project_id: projectId, details: nameRelease(tag) }),
    ],
    releaseDetailOf(projectId, tag),
  );
  if (change.violated === "releases_key") return { kind: "exists" };
  const taken = takenLink[change.violated ?? ""];
  if (taken !== undefined) return { kind: "invalid", errors: taken };
  if (change.violated !== undefined) return { kind: "project_gone" };
  if (change.row === undefined) throw new Error("A batch did not return the release it inserted.");
  return { kind: "created", release: change.row };
}
