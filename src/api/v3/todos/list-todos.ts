// GET /todos

import { listTodos as list } from "../../../db/queries/issuables/todos.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { withRows } from "../../require.ts";
import { paged } from "../../response.ts";
import { presentTodo } from "../presenters/todo.ts";
import { todoFilter, todoFilterParams } from "./todo-filter.ts";

export const listTodos = endpoint({
  access: "user",
  params: { ...todoFilterParams, ...paginationParams },
  response: paged(presentTodo),
  async handle(call) {
    const { perPage, offset } = pageOf(call.params);
    const { viewerRow, rows } = await withRows(call, list(call.viewer, todoFilter(call.params), perPage, offset));
    const todos = rows.filter((row) => row.todo_id !== null).sort((a, b) => b.todo_id - a.todo_id);
    return paginate(call, { rows: todos, total: viewerRow.total }, presentTodo);
  },
});
