// Routes of todos.

import { issueKind, mergeRequestKind } from "../../issuables.ts";
import type { RouteTable } from "../../route-table.ts";
import { listTodos } from "./list-todos.ts";
import { markAllDone, markDone } from "./mark-done.ts";
import { markTodo } from "./mark-todo.ts";

export const markIssueTodo = markTodo(issueKind);
export const markMergeRequestTodo = markTodo(mergeRequestKind);

export const todoRoutes: RouteTable = {
  "GET /todos": listTodos,
  "DELETE /todos": markAllDone,
  "DELETE /todos/:id": markDone,
  "POST /projects/:id/issues/:issue_id/todo": markIssueTodo,
  "POST /projects/:id/merge_requests/:merge_request_id/todo": markMergeRequestTodo,
};
