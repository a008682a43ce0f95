// Creates a discussion on a merge request, or a reply in one.
import {
  type DiscussedNoteRow,
  findNewestDiscussedNote,
  insertDiscussion,
  newestDiscussionId,
} from "../../db/queries/noteables/discussions.ts";
import { type CreateNoteOutcome, createNoteIn, type NewNoteParams, type Noteable } from "../notes/create.ts";
import type { VerbContext } from "../verb.ts";

/** Creates an unresolved discussion with its first note. */
export const createDiscussion = (
  context: VerbContext,
  mergeRequest: Noteable,
  params: Omit<NewNoteParams, "createdAt">,
): Promise<CreateNoteOutcome<DiscussedNoteRow>> =>
  createNoteIn(
    context,
    mergeRequest,
    { ...params, createdAt: null },
    {
      id: newestDiscussionId(mergeRequest.id),
      begin: [insertDiscussion(mergeRequest.id, context.now)],
      find: findNewestDiscussedNote(mergeRequest, context.actorId),
    },
  );

/**
 * A reply does not reopen a resolved discussion.
 * @param id a discussion of the merge request
 */
export const replyToDiscussion = (
  context: VerbContext,
  mergeRequest: Noteable,
  id: number,
  params: Omit<NewNoteParams, "createdAt">,
): Promise<CreateNoteOutcome<DiscussedNoteRow>> =>
  createNoteIn(
    context,
    mergeRequest,
    { ...params, createdAt: null },
    {
      id,
      begin: [],
      find: findNewestDiscussedNote(mergeRequest, context.actorId),
    },
  );
