// Writes a change set in one batch: all of it, or nothing if its snapshot is stale.

import type { ConstraintName } from "../../db/constraints.ts";
import type { Database } from "../../db/database.ts";
import type { Authorship } from "../../db/queries/events/events.ts";
import {
  deleteLabelLinks,
  deleteMentions,
  insertCrossReferences,
  insertLabelLinks,
  insertLabels,
  insertMentions,
  insertProjectEvents,
  insertSystemNotes,
  insertTodos,
  markTodosDoneOf,
} from "../../db/queries/issuables/writes.ts";
import { expectUnchanged, updateRecord } from "../../db/queries/records/locked-records.ts";
import type { Statement } from "../../db/statement.ts";
import type { ChangeSet } from "./change-set.ts";

/** Constraints that are violated if the snapshot is stale. */
const staleness: readonly ConstraintName[] = ["stale_object", "labels_id_key", "labels_title_key", "foreign_key"];

export type Written<Row> =
  | { readonly kind: "written"; readonly row: Row | undefined }
  | { readonly kind: "stale" }
  | { readonly kind: "refused"; readonly violated: ConstraintName };

/**
 * @param find selects the issuable after the change
 * @param more further writes of the same batch
 */
export async function writeChangeSet<Row>(
  db: Database,
  changeSet: ChangeSet,
  action: Authorship,
  find: Statement<Row>,
  more: readonly Statement[] = [],
): Promise<Written<Row>> {
  const attempt = await db.change([...statementsOf(changeSet, action), ...more], find);
  if (attempt.violated === undefined) return { kind: "written", row: attempt.row };
  return staleness.includes(attempt.violated) ? { kind: "stale" } : { kind: "refused", violated: attempt.violated };
}

function statementsOf(changeSet: ChangeSet, action: Authorship): Statement[] {
  const { issuable, columns, labels, systemNotes, crossReferences, newTodos, newMentions, oldMentions } = changeSet;
  const { project_id } = issuable;
  const statements: Statement[] = [expectUnchanged(issuable, labels.carried)];
  const add = <T>(items: readonly T[], write: (items: readonly T[]) => Statement) => {
    if (items.length > 0) statements.push(write(items));
  };
  add(labels.create, (created) => insertLabels(project_id, created, action.now));
  if (Object.keys(columns).length > 0) statements.push(updateRecord(issuable, columns));
  add(labels.remove, (ids) => deleteLabelLinks(issuable, ids));
  add(labels.add, (ids) => insertLabelLinks(issuable, ids));
  if (changeSet.marksTodoDone) statements.push(markTodosDoneOf(issuable, action));
  add(systemNotes, (bodies) => insertSystemNotes(issuable, bodies, action));
  add(crossReferences, (notes) => insertCrossReferences(issuable, notes, action));
  add(newTodos, (todos) => insertTodos(issuable, todos, action));
  add(oldMentions, (mentions) => deleteMentions(issuable, mentions));
  add(newMentions, (mentions) => insertMentions(issuable, mentions, action.actorId));
  add(changeSet.events, (events) => insertProjectEvents(project_id, events, action));
  return statements;
}
