// Creates the actor's todo on an issue or a merge request, unless they already have a pending one.

import type { IssuableKey } from "../../db/queries/issuables/issuables.ts";
import { findPendingTodo, insertMarkedTodo, type TodoRow } from "../../db/queries/issuables/todos.ts";
import { touchIssuable } from "../../db/queries/noteables/system-notes.ts";
import { rowsOf } from "../attempts.ts";
import type { VerbContext } from "../verb.ts";

export type MarkOutcome = { kind: "marked"; todo: TodoRow } | { kind: "pending_already" } | { kind: "gone" };

export async function markTodo(
  { db, viewer, actorId, now, isDetailed }: VerbContext,
  issuable: IssuableKey,
): Promise<MarkOutcome> {
  const attempt = await db.attempt(
    insertMarkedTodo(actorId, issuable, now),
    touchIssuable(issuable, now),
    findPendingTodo(viewer, issuable, isDetailed),
  );
  if (attempt.violated === "todos_pending_key") return { kind: "pending_already" };
  const todo = rowsOf(attempt)?.[2][0];
  return todo === undefined || todo.todo_id === null ? { kind: "gone" } : { kind: "marked", todo };
}
