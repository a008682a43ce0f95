// Statements of the first round trip that look up the users, labels and issuables named by the params of a request.

import { findReferredIssuables, type ReferredIssuable } from "../../db/queries/issuables/referred-issuables.ts";
import {
  type AssignableReviewer,
  type AssignableUser,
  type EditedIssuable,
  findAssignee,
  findMentionedUsers,
  type IntendedIssuable,
  type MentionedUser,
  type NamedByParams,
} from "../../db/queries/issuables/snapshots.ts";
import type { Statement } from "../../db/statement.ts";
import type { ViewerKey } from "../../permissions/visible.ts";
import { mentionsIn } from "../texts/mentions.ts";
import { referencesIn } from "../texts/references.ts";

export type TextLookup = MentionedUser | ReferredIssuable;

export type Lookup = AssignableUser | AssignableReviewer | TextLookup;

/** The users and issuables that texts mention or refer to. */
export interface TextEntities {
  readonly users: readonly MentionedUser[];
  /** Without the issuable that the texts belong to. */
  readonly issuables: readonly ReferredIssuable[];
}

/** Params that name other records, which may not exist. */
export interface NamingParams {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly assignee_id: number | null;
  readonly reviewer_id?: number | null;
  readonly milestone_id: number | null;
  /** Titles. */
  readonly labels: readonly string[];
}

/** Placeholders of the statement that reads the snapshot. */
export const namedByParams = ({ milestone_id, labels }: NamingParams): NamedByParams => ({
  named_milestone_id: milestone_id,
  named_label_titles: JSON.stringify(labels),
});

/**
 * Lookups of an edit. Most edits need none.
 * @param baseUrl `https://host` of this server
 */
export const lookUp = (
  viewer: ViewerKey,
  issuable: EditedIssuable,
  { title, description, assignee_id, reviewer_id = null }: NamingParams,
  baseUrl: string,
): Statement<Lookup>[] => [
  ...(assignee_id === null ? [] : [findAssignee(assignee_id, issuable, viewer.today)]),
  ...(reviewer_id === null ? [] : [findAssignee(reviewer_id, issuable, viewer.today, "assignable_reviewer")]),
  ...lookUpTexts(viewer, issuable, [title, description], baseUrl),
];

/** Lookups for the texts of an issuable, or of a note on it. */
export function lookUpTexts(
  viewer: ViewerKey,
  issuable: EditedIssuable | IntendedIssuable,
  texts: readonly (string | null | undefined)[],
  baseUrl: string,
): Statement<TextLookup>[] {
  const names = new Set(texts.flatMap((text) => mentionsIn(text ?? "")).map(({ name }) => name));
  const references = texts.flatMap((text) => referencesIn(text ?? "", baseUrl));
  const statements: Statement<TextLookup>[] = [];
  if (names.size > 0) statements.push(findMentionedUsers(viewer, issuable, [...names]));
  for (const type of ["Issue", "MergeRequest"] as const) {
    const ofType = references.filter((reference) => reference.type === type);
    if (ofType.length > 0) statements.push(findReferredIssuables(viewer, issuable, type, JSON.stringify(ofType)));
  }
  return statements;
}

/** @param rows of {@link lookUpTexts} */
export const textEntities = (rows: readonly (readonly Lookup[])[]): TextEntities => {
  const lookups = rows.flat();
  return {
    users: lookups.filter((found) => found.lookup === "mentioned_user"),
    issuables: lookups.filter((found) => found.lookup === "referred_issuable"),
  };
};
