// Statements of the first round trip that find out whom and what the given texts speak of. Most texts need none.
import {
  type EditedIssuable,
  findMentionedUsers,
  findReferredIssuables,
  type MentionedUser,
  type ReferredIssuable,
} from "../../db/queries/issuable-snapshots.ts";
import type { Statement } from "../../db/statement.ts";
import type { ViewerKey } from "../../permissions/visible.ts";
import { mentionsIn } from "../texts/mentions.ts";
import { referencesIn } from "../texts/references.ts";
import { type GivenTexts, MOST_NAMES } from "./decide-texts.ts";

/** @param baseUrl `https://host` of this server */
export function lookUpTexts(
  viewer: ViewerKey,
  issuable: EditedIssuable,
  { title, description }: GivenTexts,
  baseUrl: string,
): Statement<MentionedUser | ReferredIssuable>[] {
  const texts = [title ?? "", description ?? ""];
  const names = new Set(texts.flatMap((text) => mentionsIn(text).slice(0, MOST_NAMES)).map(({ name }) => name));
  const references = texts.flatMap((text) => referencesIn(text, baseUrl).slice(0, MOST_NAMES));
  const statements: Statement<MentionedUser | ReferredIssuable>[] = [];
  if (names.size > 0) statements.push(findMentionedUsers(viewer, issuable, [...names]));
  for (const type of ["Issue", "MergeRequest"] as const) {
    const ofType = references.filter((reference) => reference.type === type);
    if (ofType.length > 0) statements.push(findReferredIssuables(viewer, issuable, type, JSON.stringify(ofType)));
  }
  return statements;
}
