// Adds and edits the links of releases.
import {
  insertLinks,
  type LinkKey,
  type NewLink,
  type ReleaseLink,
  updateLink as write,
} from "../../db/queries/repositories/release-details.ts";
import type { Statement } from "../../db/statement.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkLink, takenLink } from "./attributes.ts";

export type LinkOutcome =
  | { kind: "written"; link: ReleaseLink }
  | { kind: "invalid"; errors: FieldErrors }
  /** No link or no release, or one with the most links. */
  | { kind: "none" };

export const addLink = (context: VerbContext, { projectId, tag }: Omit<LinkKey, "id">, link: NewLink) =>
  writeLink(context, link, insertLinks(projectId, tag, [link]));

/** @param changes undefined is left as it is */
export const editLink = (context: VerbContext, key: LinkKey, changes: Partial<NewLink>) =>
  writeLink(context, changes, write(key, changes));

async function writeLink(
  { db }: VerbContext,
  given: Partial<NewLink>,
  statement: Statement<ReleaseLink>,
): Promise<LinkOutcome> {
  const errors = checkLink(given);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const change = await db.change([], statement);
  if (change.violated !== undefined) {
    const taken = takenLink[change.violated];
    return taken === undefined ? { kind: "none" } : { kind: "invalid", errors: taken };
  }
  return change.row === undefined ? { kind: "none" } : { kind: "written", link: change.row };
}
