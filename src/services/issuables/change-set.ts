// The result of deciding an edit. decide-update.ts returns it, write-change-set.ts converts it to statements.
import type {
  LockedIssuable,
  Mentioning,
  NewCrossReference,
  NewProjectEvent,
  NewTodo,
} from "../../db/queries/issuables/writes.ts";
import type { ColumnValues } from "../../db/queries/records/locked-records.ts";
import type { DomainEvent } from "../../events/events.ts";
import type { Label } from "./snapshot.ts";

export interface LabelChanges {
  /** Labels that the project does not have yet. */
  readonly create: readonly Label[];
  /** Ids in the order of the titles, including those of created labels. */
  readonly add: readonly number[];
  readonly remove: readonly number[];
  /** Ids of the labels before the edit, ascending; the write expects them. Null if the edit gives no labels. */
  readonly carried: readonly number[] | null;
}

export interface ChangeSet {
  /** With the `lock_version` the decision is based on. Nothing is written if it is no longer current. */
  readonly issuable: LockedIssuable;
  /** New values of columns. */
  readonly columns: ColumnValues;
  readonly labels: LabelChanges;
  /** Bodies, in the order in which they are written. */
  readonly systemNotes: readonly string[];
  readonly crossReferences: readonly NewCrossReference[];
  /** True if the actor's pending todo on the issuable becomes done. */
  readonly marksTodoDone: boolean;
  readonly newTodos: readonly NewTodo[];
  readonly newMentions: readonly Mentioning[];
  readonly oldMentions: readonly Mentioning[];
  readonly events: readonly (NewProjectEvent & { readonly kind: DomainEvent["kind"] })[];
}

export function isEmpty({ columns, labels, ...lists }: ChangeSet): boolean {
  const { systemNotes, crossReferences, marksTodoDone, newTodos, newMentions, oldMentions, events } = lists;
  const { create, add, remove } = labels;
  const rows = [create, add, remove, systemNotes, crossReferences, newTodos, newMentions, oldMentions, events];
  return Object.keys(columns).length === 0 && !marksTodoDone && rows.every(({ length }) => length === 0);
}
