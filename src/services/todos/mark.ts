// Gives somebody a todo on an issue or a merge request, unless one of theirs is pending there.

import { findPendingTodo, insertMarkedTodo, type TodoRow } from "../../db/queries/issuables/todos.ts";
import type { TargetKey } from "../../db/queries/noteables/noteables.ts";
import { touchTarget } from "../../db/queries/noteables/system-notes.ts";
import type { VerbContext } from "../verb.ts";

export type MarkOutcome = { kind: "marked"; todo: TodoRow } | { kind: "pending_already" } | { kind: "gone" };

export async function markTodo({ db, viewer, actorId, now }: VerbContext, target: TargetKey): Promise<MarkOutcome> {
  const attempt = await db.attempt(
    insertMarkedTodo(actorId, target, now),
    touchTarget(target, now),
    findPendingTodo(viewer, target),
  );
  if (attempt.violated === "todos_pending_key") return { kind: "pending_already" };
  const todo = attempt.violated === undefined ? attempt.rows[2][0] : undefined;
  return todo === undefined || todo.todo_id === null ? { kind: "gone" } : { kind: "marked", todo };
}
