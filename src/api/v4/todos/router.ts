// Routes of todos.
import { noContent } from "../../endpoint.ts";
import { empty } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { listingTodos } from "../../todos/list-todos.ts";
import { markingAllDone, markingDone } from "../../todos/mark-done.ts";
import { presentTodo } from "../presenters/todo.ts";

export const todoRoutes: RouteTable = {
  "GET /todos": listingTodos(presentTodo),
  "POST /todos/mark_as_done": markingAllDone(empty(204), noContent),
  "POST /todos/:id/mark_as_done": markingDone(presentTodo),
};
