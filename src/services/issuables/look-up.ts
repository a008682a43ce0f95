// Statements of the first round trip that find out whom and what the params of an edit name.
import {
  type AssignableUser,
  type EditedIssuable,
  findAssignee,
  findMentionedUsers,
  findReferredIssuables,
  type IntendedIssuable,
  type MentionedUser,
  type NamedByParams,
  type ReferredIssuable,
} from "../../db/queries/issuable-snapshots.ts";
import type { Statement } from "../../db/statement.ts";
import type { ViewerKey } from "../../permissions/visible.ts";
import { mentionsIn } from "../texts/mentions.ts";
import { referencesIn } from "../texts/references.ts";
import { MOST_NAMES } from "./decide-texts.ts";

export type TextLookup = MentionedUser | ReferredIssuable;

/** What is found out beside the issuable's own row. */
export type Lookup = AssignableUser | TextLookup;

/** Whom and what texts speak of. */
export interface SpokenOf {
  readonly users: readonly MentionedUser[];
  /** But for the issuable of the texts itself. */
  readonly issuables: readonly ReferredIssuable[];
}

/** What an edit may name, before anybody knows whether it exists; null and undefined name nothing. */
export interface NamingParams {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly assignee_id: number | null;
  readonly milestone_id: number | null;
  /** Titles. */
  readonly labels: readonly string[];
}

/** Values for the columns of the issuable's own row that depend on params. */
export const namedByParams = ({ milestone_id, labels }: NamingParams): NamedByParams => ({
  named_milestone_id: milestone_id,
  named_label_titles: JSON.stringify(labels),
});

/**
 * Of an edit. Most need none of these.
 * @param baseUrl `https://host` of this server
 */
export const lookUp = (
  viewer: ViewerKey,
  issuable: EditedIssuable,
  { title, description, assignee_id }: NamingParams,
  baseUrl: string,
): Statement<Lookup>[] => [
  ...(assignee_id === null ? [] : [findAssignee(assignee_id, issuable, viewer.today)]),
  ...lookUpTexts(viewer, issuable, [title, description], baseUrl),
];

/** Of texts of an issuable, or of a note under it. */
export function lookUpTexts(
  viewer: ViewerKey,
  issuable: EditedIssuable | IntendedIssuable,
  texts: readonly (string | null | undefined)[],
  baseUrl: string,
): Statement<TextLookup>[] {
  const names = new Set(texts.flatMap((text) => mentionsIn(text ?? "").slice(0, MOST_NAMES)).map(({ name }) => name));
  const references = texts.flatMap((text) => referencesIn(text ?? "", baseUrl).slice(0, MOST_NAMES));
  const statements: Statement<TextLookup>[] = [];
  if (names.size > 0) statements.push(findMentionedUsers(viewer, issuable, [...names]));
  for (const type of ["Issue", "MergeRequest"] as const) {
    const ofType = references.filter((reference) => reference.type === type);
    if (ofType.length > 0) statements.push(findReferredIssuables(viewer, issuable, type, JSON.stringify(ofType)));
  }
  return statements;
}

/** @param rows of {@link lookUpTexts} */
export const spokenOf = (rows: readonly (readonly Lookup[])[]): SpokenOf => {
  const lookups = rows.flat();
  return {
    users: lookups.filter((found) => found.lookup === "mentioned_user"),
    issuables: lookups.filter((found) => found.lookup === "referred_issuable"),
  };
};
