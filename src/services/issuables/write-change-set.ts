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
import type { IssuableSnapshot } from "./snapshot.ts";

/** Constraints that are violated if the snapshot is stale. */
const staleness: readonly ConstraintName[] = ["stale_object", "labels_title_key", "foreign_key"];

const MOST_RENUMBERINGS = 5;
/** Ids that a renumbering skips at most. */
const RENUMBERING_SPAN = 1_000;

export type Written<Row> =
  | { readonly kind: "written"; readonly row: Row | undefined }
  | { readonly kind: "stale" }
  | { readonly kind: "refused"; readonly violated: ConstraintName };

/**
 * All projects share the ids of labels, so another project can take those of the new labels between the decision and the
 * write. The edit is then decided again with a random number of ids skipped, so that concurrent edits are unlikely to
 * collide twice.
 *
 * @param decide returns the change set with ids of new labels above the given one
 * @param find selects the issuable after the change
 * @param more further writes of the same batch
 */
export async function writeChangeSet<Row>(
  db: Database,
  { lastLabelId }: Pick<IssuableSnapshot, "lastLabelId">,
  decide: (lastLabelId: number) => ChangeSet,
  action: Authorship,
  find: Statement<Row>,
  more: readonly Statement[] = [],
): Promise<Written<Row>> {
  let skipped = 0;
  for (let renumberings = 0; ; renumberings += 1) {
    const statements = [...statementsOf(decide(lastLabelId + skipped), action), ...more];
    const attempt = await db.change(statements, find);
    if (attempt.violated === undefined) return { kind: "written", row: attempt.row };
    const { violated } = attempt;
    if (violated !== "labels_id_key") {
      return staleness.includes(violated) ? { kind: "stale" } : { kind: "refused", violated };
    }
    if (renumberings === MOST_RENUMBERINGS) return { kind: "stale" };
    skipped += Math.ceil(Math.random() * RENUMBERING_SPAN);
  }
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
