// Todos.
import type { TodoRow } from "../db/queries/todos.ts";
import { presentIssue } from "./issue.ts";
import { presentMergeRequestWithProfiles } from "./merge-request.ts";
import { presentPlace } from "./project.ts";
import { presentUserBasic } from "./user.ts";

export function presentTodo(todo: TodoRow, baseUrl: string) {
  const target = presentTarget(todo, baseUrl);
  return {
    id: todo.todo_id,
    project: presentProjectOf(todo, baseUrl),
    author: presentUserBasic(
      {
        id: todo.todo_author_id,
        username: todo.todo_author_username,
        name: todo.todo_author_name,
        state: todo.todo_author_state,
      },
      baseUrl,
    ),
    action_name: todo.todo_action,
    target_type: todo.todo_target_type,
    target,
    target_url: todo.todo_note_id === null ? target.web_url : `${target.web_url}#note_${todo.todo_note_id}`,
    body: todo.todo_note_body ?? todo.title,
    state: todo.todo_state,
    created_at: todo.todo_created_at,
  };
}

const presentTarget = (todo: TodoRow, baseUrl: string) =>
  todo.todo_target_type === "Issue"
    ? presentIssue(todo, todo, baseUrl)
    : presentMergeRequestWithProfiles(todo, todo, baseUrl);

const presentProjectOf = (todo: TodoRow, baseUrl: string) =>
  presentPlace(
    {
      id: todo.project_id,
      name: todo.project_name,
      path: todo.project_path,
      owner: todo.owner_name ?? todo.namespace_name,
      namespacePath: todo.namespace_path,
    },
    baseUrl,
  );
