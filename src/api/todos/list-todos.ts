// Lists the caller's todos, in every version of the API.

import { listTodos as list, type TodoRow } from "../../db/queries/issuables/todos.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import { endpoint, paginate } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withRows } from "../require.ts";
import { paged } from "../response.ts";
import { todoFilter, todoFilterParams } from "./todo-filter.ts";

export const listingTodos = <Body>(present: PresentRow<TodoRow, Body>) =>
  endpoint({
    access: "user",
    params: { ...todoFilterParams, ...paginationParams },
    response: paged(present),
    async handle(call) {
      const { perPage, offset } = pageOf(call.params);
      const { viewerRow, rows } = await withRows(
        call,
        list(call.viewer, todoFilter(call.params), perPage, offset, call.isV4),
      );
      const todos = rows.filter((row) => row.todo_id !== null).sort((a, b) => b.todo_id - a.todo_id);
      return paginate(call, { rows: todos, total: viewerRow.total }, (row) => present(row, call));
    },
  });
