// Creates a discussion, or a reply in one.

import type { IssuableKey } from "../../db/queries/issuables/issuables.ts";
import { insertDiscussion, newestDiscussionId } from "../../db/queries/noteables/discussions.ts";
import { beginThread, placeInThread } from "../../db/queries/noteables/grouped-notes.ts";
import type { Position } from "../../db/queries/noteables/positions.ts";
import {
  type CreateNoteOutcome,
  createNote,
  type NewNoteParams,
  type Noteable,
  type ThreadPlace,
} from "../notes/create.ts";
import type { VerbContext } from "../verb.ts";

/**
 * Creates a discussion with its first note; on a merge request it is unresolved, on an issue it cannot be resolved.
 * @param position of a discussion on a merge request
 */
export const createDiscussion = (
  context: VerbContext,
  noteable: Noteable,
  params: NewNoteParams,
  position: Position | null = null,
): Promise<CreateNoteOutcome> =>
  createNote(context, noteable, params, newThread(noteable, context.now, position && JSON.stringify(position)));

const newThread = ({ type, id }: IssuableKey, now: string, position: string | null): ThreadPlace =>
  type === "Issue"
    ? { place: { discussion_id: null, thread_id: 0 }, begin: [] }
    : {
        place: { discussion_id: newestDiscussionId(id), thread_id: null },
        begin: [insertDiscussion(id, now, position)],
      };

/**
 * A reply does not reopen a resolved discussion.
 * @param id a discussion of the merge request
 */
export const replyToDiscussion = (
  context: VerbContext,
  mergeRequest: Noteable,
  id: number,
  params: NewNoteParams,
): Promise<CreateNoteOutcome> =>
  createNote(context, mergeRequest, params, { place: { discussion_id: id, thread_id: null }, begin: [] });

/**
 * As {@link replyToDiscussion}. A single note becomes the first one of a thread.
 * @param group see db/queries/noteables/grouped-notes.ts
 */
export const replyToNotes = (
  context: VerbContext,
  noteable: Noteable,
  group: number,
  params: NewNoteParams,
): Promise<CreateNoteOutcome> =>
  createNote(context, noteable, params, {
    place: placeInThread(noteable, group),
    begin: beginThread(noteable, group, context.now),
  });
