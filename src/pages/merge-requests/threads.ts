// Arranges a page of notes: those of a discussion together, where its first note of the page is.

import type { Position } from "../../db/queries/noteables/positions.ts";
import type { ThreadRow } from "../../db/queries/noteables/threads.ts";
import { readPosition } from "../../services/discussions/positions.ts";
import type { ShownNote } from "../issuables/read.ts";

export interface Thread {
  readonly id: number;
  readonly isResolved: boolean;
  /** Null while it is unresolved, and for a deleted user. */
  readonly resolver: { readonly username: string; readonly name: string } | null;
  /** False if it began on an earlier page. */
  readonly isBeginning: boolean;
  /** The place in the diff: `text.txt:11`, and the file's path there; null for none. */
  readonly place: { readonly text: string; readonly path: string } | null;
  /** Those of the page, oldest first. */
  readonly notes: readonly ShownNote[];
}

export type Entry = { readonly note: ShownNote } | { readonly thread: Thread };

/** @param rows of the discussions that the notes belong to */
export function arrange(notes: readonly ShownNote[], rows: readonly ThreadRow[]): Entry[] {
  const rowOf = new Map(rows.map((row) => [row.note_id, row]));
  const notesOf = Map.groupBy(notes, ({ id }) => rowOf.get(id)?.discussion_id);
  return notes.flatMap((note): Entry[] => {
    const row = rowOf.get(note.id);
    if (row === undefined) return [{ note }];
    const discussed = notesOf.get(row.discussion_id) ?? [];
    return discussed[0] === note ? [{ thread: threadOf(row, discussed) }] : [];
  });
}

const threadOf = (row: ThreadRow, notes: readonly ShownNote[]): Thread => {
  const { discussion_id, is_first, resolved_at, resolver_username: username, resolver_name: name } = row;
  return {
    id: discussion_id,
    isResolved: resolved_at !== null,
    resolver: username === null || name === null ? null : { username, name },
    isBeginning: is_first === 1,
    place: placeOf(readPosition(row.position)),
    notes,
  };
};

function placeOf(position: Position | null): Thread["place"] {
  if (position === null) return null;
  const { old_path, new_path, old_line, new_line } = position;
  if (new_line !== null) return { text: `${new_path}:${new_line}`, path: new_path };
  return { text: old_line === null ? new_path : `${old_path}:${old_line}`, path: new_path };
}
