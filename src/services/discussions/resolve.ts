// Resolves discussions of a merge request, or opens one again.

import type { IssuableKey } from "../../db/queries/issuables/issuables.ts";
import {
  areLastOpen,
  type DiscussedNoteRow,
  findDiscussion,
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

export type ResolveOutcome =
  /** Or it was so already: `notes` are what is shown of the discussion. */
  { kind: "done"; notes: readonly DiscussedNoteRow[] } | { kind: "gone" };

export async function setResolved(
  context: VerbContext,
  mergeRequest: IssuableKey,
  id: number,
  isResolved: boolean,
): Promise<ResolveOutcome> {
  const find = findDiscussion(mergeRequest.id, id);
  const notes = isResolved
    ? (await context.db.batch(...resolve(context, mergeRequest, [id]), find))[4]
    : (await context.db.batch(...reopen(context, mergeRequest, id), find))[3];
  return notes.length === 0 ? { kind: "gone" } : { kind: "done", notes };
}

/** Those that are resolved already, or gone, stay as they are. */
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

/** Discussions that an issue takes up. */
export interface FollowUp {
  readonly mergeRequest: IssuableKey;
  readonly discussionIds: readonly number[];
}

/** Statements of the batch that has just inserted the issue. */
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
