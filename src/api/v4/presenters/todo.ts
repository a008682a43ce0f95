// Todos.
import type { TodoRow } from "../../../db/queries/issuables/todos.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { presentDistantIssue } from "./issue.ts";
import { type ListedMergeRequest, presentDistantMergeRequest } from "./merge-request.ts";
import { presentPlace } from "./project.ts";
import { presentUserBasic } from "./user.ts";

export function presentTodo(todo: TodoRow, context: PresenterContext) {
  const target = presentTarget(todo, context);
  const place = {
    id: todo.project_id,
    name: todo.project_name,
    path: todo.project_path,
    owner: todo.owner_name ?? todo.namespace_name,
    namespacePath: todo.namespace_path,
  };
  return {
    id: todo.todo_id,
    project: presentPlace(place, context),
    author: presentUserBasic(personIn(todo, "cause_author"), context),
    action_name: todo.todo_action,
    target_type: todo.entry_target_type,
    target,
    // A deleted note has no body.
    target_url: todo.cause_note_body === null ? target.web_url : `${target.web_url}#note_${todo.cause_note_id}`,
    body: todo.cause_note_body ?? todo.title,
    state: todo.todo_state,
    created_at: todo.todo_created_at,
    updated_at: todo.todo_updated_at,
  };
}

const presentTarget = (todo: TodoRow, context: PresenterContext) =>
  todo.entry_target_type === "Issue"
    ? presentDistantIssue(todo, context)
    : presentDistantMergeRequest(detailed(todo), context);

/** v4's statements select the details. */
function detailed(todo: TodoRow & { entry_target_type: "MergeRequest" }): ListedMergeRequest {
  return todo as unknown as ListedMergeRequest;
}
