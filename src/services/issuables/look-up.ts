// Statements of the first round trip that find out whom and what the params of an edit name.
import {
  type AssignableUser,
  type EditedIssuable,
  findAssignee,
  findMentionedUsers,
  findReferredIssuables,
  type MentionedUser,
  type NamedByParams,
  type ReferredIssuable,
} from "../../db/queries/issuable-snapshots.ts";
import type { Statement } from "../../db/statement.ts";
import type { ViewerKey } from "../../permissions/visible.ts";
import { mentionsIn } from "../texts/mentions.ts";
import { referencesIn } from "../texts/references.ts";
import { MOST_NAMES } from "./decide-texts.ts";

/** What is found out beside the issuable's own row. */
export type Lookup = AssignableUser | MentionedUser | ReferredIssuable;

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
 * Most edits need none of these.
 * @param baseUrl `https://host` of this server
 */
export function lookUp(
  viewer: ViewerKey,
  issuable: EditedIssuable,
  { title, description, assignee_id }: NamingParams,
  baseUrl: string,
): Statement<Lookup>[] {
  const texts = [title ?? "", description ?? ""];
  const names = new Set(texts.flatMap((text) => mentionsIn(text).slice(0, MOST_NAMES)).map(({ name }) => name));
  const references = texts.flatMap((text) => referencesIn(text, baseUrl).slice(0, MOST_NAMES));
  const statements: Statement<Lookup>[] = [];
  if (assignee_id !== null) statements.push(findAssignee(assignee_id, issuable, viewer.today));
  if (names.size > 0) statements.push(findMentionedUsers(viewer, issuable, [...names]));
  for (const type of ["Issue", "MergeRequest"] as const) {
    const ofType = references.filter((reference) => reference.type === type);
    if (ofType.length > 0) statements.push(findReferredIssuables(viewer, issuable, type, JSON.stringify(ofType)));
  }
  return statements;
}
