// Todos.
import type { TodoRow } from "../../../db/queries/issuables/todos.ts";
import { presentTargetEntry } from "./target-entry.ts";

export function presentTodo(todo: TodoRow, baseUrl: string) {
  const { project, author, target_type, target, target_url, body } = presentTargetEntry(todo, baseUrl);
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
