// What comes into the world with an issue or a merge request, in the batch that inserts it.

import type { Authorship } from "../../db/queries/events.ts";
import {
  insertCrossReferences,
  insertLabelLinksByTitle,
  insertMentions,
  insertTodos,
  type NewTodo,
} from "../../db/queries/issuable-writes.ts";
import type { IssuableReference } from "../../db/queries/issuables.ts";
import type { Statement } from "../../db/statement.ts";
import { ensureLabels } from "../labels/ensure.ts";
import { decideTexts, type TextChanges } from "./decide-texts.ts";
import type { SpokenOf } from "./look-up.ts";

export interface NewIssuable {
  readonly title: string;
  readonly description: string | null;
  /** Somebody who may read it. */
  readonly assignee_id: number | null;
  /** Whom and what title and description speak of. */
  readonly spokenOf: SpokenOf;
}

/** What follows from its assignee and its texts. Pure. */
export function decideCreation(
  { type, iid }: Pick<IssuableReference, "type"> & { readonly iid: number | null },
  { title, description, assignee_id, spokenOf }: NewIssuable,
  { actorId }: Pick<Authorship, "actorId">,
): Omit<TextChanges, "oldMentions"> {
  const context = { type, iid, assignee_id, formerTexts: [], mentions: [], spokenOf };
  const { newTodos, newMentions, crossReferences } = decideTexts(context, [
    [`${type}Title`, title],
    [type, description ?? ""],
  ]);
  return { newTodos: [...assignmentTodos(type, assignee_id, actorId), ...newTodos], newMentions, crossReferences };
}

/** Who takes a merge request themselves needs no todo to know of it. */
export function assignmentTodos(
  type: IssuableReference["type"],
  assigneeId: number | null,
  actorId: number,
): NewTodo[] {
  if (assigneeId === null || (type === "MergeRequest" && assigneeId === actorId)) return [];
  return [{ user_id: assigneeId, action: "assigned" }];
}

/** To go after the statement that inserts it. @param labels titles; what is not there yet is created */
export function accompany(
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
