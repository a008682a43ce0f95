// The rows that go with a new issue or merge request: labels, todos, mentions, cross references.
import type { Authorship } from "../../db/queries/events/events.ts";
import type { IssuableReference } from "../../db/queries/issuables/issuables.ts";
import {
  insertCrossReferences,
  insertLabelLinksByTitle,
  insertMentions,
  insertTodos,
  type NewTodo,
} from "../../db/queries/issuables/writes.ts";
import type { Statement } from "../../db/statement.ts";
import { ensureLabels } from "../labels/ensure.ts";
import { decideTexts, type TextChanges } from "./decide-texts.ts";
import type { TextEntities } from "./look-up.ts";

export interface NewIssuable {
  readonly title: string;
  readonly description: string | null;
  /** A user who may read it. */
  readonly assignee_id: number | null;
  /** The same. */
  readonly reviewer_id?: number | null;
  /** Those named in title and description. */
  readonly entities: TextEntities;
}

/** Decides the todos, mentions and cross references of a new issuable. Pure. */
export function decideCreation(
  { type, iid }: Pick<IssuableReference, "type"> & { readonly iid: number | null },
  { title, description, assignee_id, reviewer_id = null, entities }: NewIssuable,
  { actorId }: Pick<Authorship, "actorId">,
): Omit<TextChanges, "oldMentions"> {
  const context = { type, iid, assignee_id, formerTexts: [], mentions: [], entities };
  const { newTodos, newMentions, crossReferences } = decideTexts(context, [
    [`${type}Title`, title],
    [type, description ?? ""],
  ]);
  const todos = [...assignmentTodos(type, assignee_id, actorId), ...reviewTodos(reviewer_id, actorId), ...newTodos];
  return { newTodos: todos, newMentions, crossReferences };
}

/** Assigning a merge request to oneself creates no todo, but assigning an issue does. */
export function assignmentTodos(
  type: IssuableReference["type"],
  assigneeId: number | null,
  actorId: number,
): NewTodo[] {
  if (assigneeId === null || (type === "MergeRequest" && assigneeId === actorId)) return [];
  return [{ user_id: assigneeId, action: "assigned" }];
}

/** Requesting a review from oneself creates no todo. */
export const reviewTodos = (reviewerId: number | null, actorId: number): NewTodo[] =>
  reviewerId === null || reviewerId === actorId ? [] : [{ user_id: reviewerId, action: "review_requested" }];

/**
 * Statements to run after the one that inserts the issuable.
 * @param labels titles; missing labels are created
 */
export function insertRelated(
  issuable: IssuableReference & { readonly iid: number | null },
  created: NewIssuable,
  labels: readonly string[],
  action: Authorship,
): Statement[] {
  const { newTodos, newMentions, crossReferences } = decideCreation(issuable, created, action);
  return [
    ...(labels.length === 0
      ? []
      : [...ensureLabels(action, issuable.project_id, labels), insertLabelLinksByTitle(issuable, labels)]),
    ...(newTodos.length === 0 ? [] : [insertTodos(issuable, newTodos, action)]),
    ...(newMentions.length === 0 ? [] : [insertMentions(issuable, newMentions, action.actorId)]),
    ...(crossReferences.length === 0 ? [] : [insertCrossReferences(issuable, crossReferences, action)]),
  ];
}
