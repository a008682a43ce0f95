// Resolves discussions of a merge request, or opens one again.
import {
  areLastOpen,
  type DiscussedNoteRow,
  findDiscussion,
  isAnyOpen,
  isAnyResolved,
  reopenDiscussions,
  resolveDiscussions,
  tellFollowingIssue,
} from "../../db/queries/noteables/discussions.ts";
import type { TargetKey } from "../../db/queries/noteables/noteables.ts";
import { insertSystemNote, touchTarget } from "../../db/queries/noteables/system-notes.ts";
import type { Statement } from "../../db/statement.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type ResolveOutcome =
  /** Or it was so already: `notes` are what is shown of the discussion. */
  { kind: "done"; notes: readonly DiscussedNoteRow[] } | { kind: "gone" };

export async function setResolved(
  context: VerbContext,
  mergeRequest: TargetKey,
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
  mergeRequest: TargetKey,
  ids: readonly number[],
): [Statement, Statement, Statement, Statement] {
  const { actorId, now } = context;
  const { id, project_id } = mergeRequest;
  const some = { mergeRequestId: id, ids };
  const note = { target: mergeRequest, author_id: actorId, body: "resolved all discussions", created_at: now };
  return [
    insertSystemNote(note, areLastOpen(some)),
    touchTarget(mergeRequest, now, isAnyOpen(some)),
    recordEvent(context, { kind: "discussions_resolved", project_id, target_id: id }, isAnyOpen(some)),
    resolveDiscussions(some, context),
  ];
}

/** Discussions that an issue takes up. */
export interface FollowUp {
  readonly mergeRequest: TargetKey;
  readonly discussionIds: readonly number[];
}

/** Statements of the batch that has just inserted the issue. */
export const resolveByIssue = (
  context: VerbContext,
  { mergeRequest, discussionIds: ids }: FollowUp,
): readonly Statement[] => [
  tellFollowingIssue(mergeRequest, { mergeRequestId: mergeRequest.id, ids }, context),
  ...resolve(context, mergeRequest, ids),
];

function reopen(
  context: VerbContext,
  mergeRequest: TargetKey,
  discussionId: number,
): [Statement, Statement, Statement] {
  const { id, project_id } = mergeRequest;
  const some = { mergeRequestId: id, ids: [discussionId] };
  return [
    touchTarget(mergeRequest, context.now, isAnyResolved(some)),
    recordEvent(context, { kind: "discussion_reopened", project_id, target_id: id }, isAnyResolved(some)),
    reopenDiscussions(some),
  ];
}
