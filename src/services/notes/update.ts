// Updates the body of a note.
import {
  deleteOtherMentions,
  insertCrossReferences,
  insertMentions,
  insertTodos,
  markTodosDoneOf,
} from "../../db/queries/issuables/writes.ts";
import {
  findNote,
  isNote,
  type NoteRow,
  type ThreadedNoteRow,
  updateNote as write,
} from "../../db/queries/noteables/notes.ts";
import { touchIssuable } from "../../db/queries/noteables/system-notes.ts";
import { recordEvent } from "../../events/events.ts";
import { rowOf } from "../attempts.ts";
import { decideTexts, mentionedIn } from "../issuables/decide-texts.ts";
import type { TextEntities } from "../issuables/look-up.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkBody } from "./body.ts";
import type { Noteable } from "./create.ts";

export type UpdateNoteOutcome =
  | { kind: "updated"; note: ThreadedNoteRow }
  /** It is a system note, or the body is the same. */
  | { kind: "unchanged" }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

export interface NoteParams {
  readonly body: string;
  /** Those named in the body. */
  readonly entities: TextEntities;
  /** Ids of the users mentioned in the old body. */
  readonly mentionedBefore: readonly number[];
}

/**
 * Creates todos for newly mentioned users, and marks the editor's todo on the noteable as done. The later of two
 * simultaneous edits wins: its mentions are written as a complete set, not as a difference.
 */
export async function updateNote(
  context: VerbContext,
  noteable: Noteable,
  note: NoteRow,
  { body, entities, mentionedBefore }: NoteParams,
): Promise<UpdateNoteOutcome> {
  if (note.system === 1) return { kind: "unchanged" };
  const errors = checkBody(body);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  if (body === note.body) return { kind: "unchanged" };
  const { db, viewer, actorId, now } = context;
  const { id } = note;
  const { project_id } = noteable;
  const mentions = mentionedBefore.map((user_id) => ({ source_type: "Note", user_id }) as const);
  const { newTodos, crossReferences } = decideTexts({ ...noteable, formerTexts: [note.body], mentions, entities }, [
    ["Note", body],
  ]);
  const mentioned = mentionedIn(body, entities);
  const newMentions = mentioned.map((user_id) => ({ source_type: "Note", user_id }) as const);
  const attempt = await db.change(
    [
      markTodosDoneOf(noteable, context),
      write(id, body, now),
      touchIssuable({ type: noteable.type, id: noteable.id, project_id }, now),
      ...(newTodos.length === 0 ? [] : [insertTodos(noteable, newTodos, context, id)]),
      deleteOtherMentions(id, mentioned),
      ...(mentioned.length === 0 ? [] : [insertMentions(noteable, newMentions, actorId, id)]),
      ...(crossReferences.length === 0 ? [] : [insertCrossReferences(noteable, crossReferences, context)]),
      recordEvent(context, { kind: "note_updated", project_id, target_id: id }, isNote(id)),
    ],
    findNote(viewer, noteable, id),
  );
  const updated = rowOf(attempt);
  return updated === undefined ? { kind: "gone" } : { kind: "updated", note: updated };
}
