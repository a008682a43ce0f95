// Marks todos as done: a single one, or all of a filtered list. Todos are personal: no event is recorded.
import {
  findTodo,
  markListedTodosDone,
  type TodoFilter,
  type TodoRow,
  markTodoDone as write,
} from "../../db/queries/issuables/todos.ts";
import type { VerbContext } from "../verb.ts";

export type DoneOutcome = { kind: "done"; todo: TodoRow } | { kind: "no_todo" };

/** Idempotent. */
export async function markTodoDone(
  { db, viewer, actorId, now, isDetailed }: VerbContext,
  todoId: number,
): Promise<DoneOutcome> {
  const [, [todo]] = await db.batch(write(actorId, now, todoId), findTodo(viewer, todoId, isDetailed));
  return todo === undefined || todo.todo_id === null ? { kind: "no_todo" } : { kind: "done", todo };
}

/** Returns the number of todos that were pending. */
export async function markTodosDone({ db, actorId, now }: VerbContext, filter: TodoFilter): Promise<number> {
  const [done] = await db.batch(markListedTodosDone(actorId, now, filter));
  return done.length;
}
