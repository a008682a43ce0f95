// Reads events of labels and milestones from the system notes that record them (system-notes.ts). Pure.
import type { NoteRow } from "../../db/queries/noteables/notes.ts";
import type { OriginRow, ResourceEvent } from "../../db/queries/noteables/resource-changes.ts";

/** More than the changes of one note: an issuable has 1,000 labels at most. */
const CHANGES_OF_NOTE = 2_048;

/** Ids of events of a note are odd, those of the creation even. */
const idInNote = (noteId: number, at: number): number => (noteId * CHANGES_OF_NOTE + at) * 2 + 1;
const idAtCreation = (of: number): number => of * 2;

const LABELS = /^(?:added ((?:~\d+ )+))?(?:and )?(?:removed ((?:~\d+ )+))?labels?$/;

const idsIn = (text: string | undefined): number[] => Array.from((text ?? "").matchAll(/\d+/g), ([id]) => Number(id));

/** Notes from before a move to the project are about other labels and milestones. */
function sinceMove(notes: readonly NoteRow[]): { notes: NoteRow[]; isMoved: boolean } {
  const at = notes.findIndex(({ body }) => body.startsWith("moved from "));
  return { notes: (at === -1 ? [...notes] : notes.slice(0, at)).reverse(), isMoved: at !== -1 };
}

/**
 * @param newestFirst of which the last may be missing
 * @param isWhole false if older notes were not read
 */
export function labelEvents(newestFirst: readonly NoteRow[], origin: OriginRow, isWhole: boolean): ResourceEvent[] {
  const { notes, isMoved } = sinceMove(newestFirst);
  const changes = notes.map((note) => {
    const [, added, removed] = LABELS.exec(note.body) ?? [];
    return { note, added: idsIn(added), removed: idsIn(removed) };
  });
  const events = changes.flatMap(({ note, added, removed }) =>
    [...added.map((of) => ["add", of] as const), ...removed.map((of) => ["remove", of] as const)].map(
      ([action, of], at): ResourceEvent => ({ ...note, id: idInNote(note.id, at), action, of }),
    ),
  );
  if (isMoved || !isWhole) return events;
  const first = new Set(idsIn(origin.label_ids));
  for (const { added, removed } of changes.toReversed()) {
    for (const id of added) first.delete(id);
    for (const id of removed) first.add(id);
  }
  const created = [...first].sort((a, b) => a - b);
  return [...created.map((of): ResourceEvent => ({ ...origin, id: idAtCreation(of), action: "add", of })), ...events];
}

/** As {@link labelEvents}. The milestone of a new issuable is known until it is changed. */
export function milestoneEvents(newestFirst: readonly NoteRow[], origin: OriginRow, isWhole: boolean): ResourceEvent[] {
  const { notes, isMoved } = sinceMove(newestFirst);
  let current: number | null = null;
  const events = notes.map((note): ResourceEvent => {
    const [given] = idsIn(/%\d+$/.exec(note.body)?.[0]);
    const of = given ?? current;
    current = given ?? null;
    return { ...note, id: idInNote(note.id, 0), action: given === undefined ? "remove" : "add", of };
  });
  const { milestone_iid: of } = origin;
  if (events.length > 0 || isMoved || !isWhole || of === null) return events;
  return [{ ...origin, id: idAtCreation(of), action: "add", of }];
}
