// Resolves discussions of a merge request, or reopens one.

import type { IssuableKey } from "../../db/queries/issuables/issuables.ts";
import {
  areLastOpen,
  insertFollowUpNotes,
  isAnyOpen,
  isAnyResolved,
  reopenDiscussions,
  resolveDiscussions,
} from "../../db/queries/noteables/discussions.ts";
import { insertSystemNote, touchIssuable } from "../../db/queries/noteables/system-notes.ts";
import type { Statement } from "../../db/statement.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

/** `notes` are the notes of the discussion. */
export type ResolveOutcome<Row> = { kind: "done"; notes: readonly Row[] } | { kind: "gone" };

/**
 * Idempotent.
 * @param find selects the notes of the discussion
 */
export async function setResolved<Row>(
  context: VerbContext,
  mergeRequest: IssuableKey,
  id: number,
  isResolved: boolean,
  find: Statement<Row>,
): Promise<ResolveOutcome<Row>> {
  const notes = isResolved
    ? (await context.db.batch(...resolve(context, mergeRequest, [id]), find))[4]
    : (await context.db.batch(...reopen(context, mergeRequest, id), find))[3];
  return notes.length === 0 ? { kind: "gone" } : { kind: "done", notes };
}

/** Ignores discussions that are already resolved, or gone. */
function resolve(
  context: VerbContext,
  mergeRequest: IssuableKey,
  ids: readonly number[],
): [Statement, Statement, Statement, Statement] {
  const { actorId, now } = context;
  const { id, project_id } = mergeRequest;
  const some = { mergeRequestId: id, ids };
  const note = { noteable: mergeRequest, author_id: actorId, body: "resolved all discussions", created_at: now };
  return [
    insertSystemNote(note, areLastOpen(some)),
    touchIssuable(mergeRequest, now, isAnyOpen(some)),
    recordEvent(context, { kind: "discussions_resolved", project_id, target_id: id }, isAnyOpen(some)),
    resolveDiscussions(some, context),
  ];
}

/** The discussions that a new issue follows up. */
export interface FollowUp {
  readonly mergeRequest: IssuableKey;
  readonly discussionIds: readonly number[];
}

/** Statements that run in the batch of the new issue, after its insert. */
export const resolveByIssue = (
  context: VerbContext,
  { mergeRequest, discussionIds: ids }: FollowUp,
): readonly Statement[] => [
  insertFollowUpNotes(mergeRequest, { mergeRequestId: mergeRequest.id, ids }, context),
  ...resolve(context, mergeRequest, ids),
];

function reopen(
  context: VerbContext,
  mergeRequest: IssuableKey,
  discussionId: number,
): [Statement, Statement, Statement] {
  const { id, project_id } = mergeRequest;
  const some = { mergeRequestId: id, ids: [discussionId] };
  return [
    touchIssuable(mergeRequest, context.now, isAnyResolved(some)),
    recordEvent(context, { kind: "discussion_reopened", project_id, target_id: id }, isAnyResolved(some)),
    reopenDiscussions(some),
  ];
}
