// Creates a note on an issue or a merge request, alone or in a thread.

import type { IssuableKey } from "../../db/queries/issuables/issuables.ts";
import {
  insertCrossReferences,
  insertMentions,
  insertTodos,
  markTodosDoneOf,
} from "../../db/queries/issuables/writes.ts";
import {
  findNewestNote,
  insertNote,
  type NotePlace,
  newestNoteId,
  type ThreadedNoteRow,
} from "../../db/queries/noteables/notes.ts";
import { touchIssuable } from "../../db/queries/noteables/system-notes.ts";
import type { Statement } from "../../db/statement.ts";
import { recordEvent } from "../../events/events.ts";
import { rowOf } from "../attempts.ts";
import { decideTexts } from "../issuables/decide-texts.ts";
import type { TextEntities } from "../issuables/look-up.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkBody } from "./body.ts";

export interface Noteable extends IssuableKey {
  readonly iid: number;
  readonly assignee_id: number | null;
}

export interface NewNoteParams {
  readonly body: string;
  /** ISO 8601; null for now. */
  readonly createdAt: string | null;
  /** Those named in the body. */
  readonly entities: TextEntities;
}

/** The thread that a note is inserted into. */
export interface ThreadPlace {
  readonly place: NotePlace;
  /** Statements that begin the thread if it is new. */
  readonly begin: readonly Statement[];
}

const alone: ThreadPlace = { place: { discussion_id: null, thread_id: null }, begin: [] };

export type CreateNoteOutcome =
  | { kind: "created"; note: ThreadedNoteRow }
  | { kind: "invalid"; errors: FieldErrors }
  /** The noteable or the thread was deleted. */
  | { kind: "gone" };

/** Marks the author's pending todo on the noteable as done. An author who mentions themselves gets a new one. */
export async function createNote(
  context: VerbContext,
  noteable: Noteable,
  { body, createdAt, entities }: NewNoteParams,
  { place, begin }: ThreadPlace = alone,
): Promise<CreateNoteOutcome> {
  const errors = checkBody(body);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, actorId, now } = context;
  const { type, id, project_id } = noteable;
  const { newTodos, newMentions, crossReferences } = decideTexts(
    { ...noteable, formerTexts: [], mentions: [], entities },
    [["Note", body]],
  );
  const attempt = await db.change(
    [
      markTodosDoneOf(noteable, context),
      ...begin,
      insertNote({
        noteable: noteable,
        author_id: actorId,
        body,
        place,
        created_at: createdAt ?? now,
      }),
      touchIssuable({ type, id, project_id }, now),
      ...(newTodos.length === 0 ? [] : [insertTodos(noteable, newTodos, context, "newest")]),
      ...(newMentions.length === 0 ? [] : [insertMentions(noteable, newMentions, actorId, "newest")]),
      ...(crossReferences.length === 0 ? [] : [insertCrossReferences(noteable, crossReferences, context)]),
      recordEvent(context, { kind: "note_created", project_id, target_id: newestNoteId(noteable, actorId) }),
    ],
    findNewestNote(noteable, actorId),
  );
  const note = rowOf(attempt);
  return note === undefined ? { kind: "gone" } : { kind: "created", note };
}
