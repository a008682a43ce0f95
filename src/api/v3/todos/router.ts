// Routes of todos.

import { issueKind, mergeRequestKind } from "../../issuables.ts";
import type { RouteTable } from "../../route-table.ts";
import { markingTodo } from "../../todos/mark-todo.ts";
import { presentTodo } from "../presenters/todo.ts";
import { listTodos } from "./list-todos.ts";
import { markAllDone, markDone } from "./mark-done.ts";

export const markIssueTodo = markingTodo(issueKind, presentTodo);
export const markMergeRequestTodo = markingTodo(mergeRequestKind, presentTodo);

export const todoRoutes: RouteTable = {
  "GET /todos": listTodos,
  "DELETE /todos": markAllDone,
  "DELETE /todos/:id": markDone,
  "POST /projects/:id/issues/:issue_id/todo": markIssueTodo,
  "POST /projects/:id/merge_requests/:merge_request_id/todo": markMergeRequestTodo,
};
