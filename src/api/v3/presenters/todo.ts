// Todos.
import type { TodoRow } from "../../../db/queries/issuables/todos.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentIssuableEntry } from "./issuable-entry.ts";

export function presentTodo(todo: TodoRow, context: PresenterContext) {
  const { project, author, target_type, target, target_url, body } = presentIssuableEntry(todo, context);
  return {
    id: todo.todo_id,
    project,
    author,
    action_name: todo.todo_action,
    target_type,
    target,
    target_url,
    body,
    state: todo.todo_state,
    created_at: todo.todo_created_at,
  };
}
