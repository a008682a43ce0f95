// DELETE /todos/:id and DELETE /todos

import { integer } from "../../../http/coerce.ts";
import { recordNotFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { markTodoDone, markTodosDone } from "../../../services/todos/done.ts";
import { endpoint } from "../../endpoint.ts";
import { withUser } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentCount } from "../presenters/plain.ts";
import { presentTodo } from "../presenters/todo.ts";
import { todoFilter, todoFilterParams } from "./todo-filter.ts";

export const markDone = endpoint({
  access: "user",
  params: { id: required(integer) },
  response: one(presentTodo),
  async handle(call) {
    const { actor } = await withUser(call);
    const outcome = await markTodoDone(verbContext(call, actor), call.params.id ?? 0);
    return respond(outcome, {
      done: ({ todo }) => presentTodo(todo, call),
      no_todo: recordNotFound,
    });
  },
});

/** Returns the number of todos marked as done. */
export const markAllDone = endpoint({
  access: "user",
  params: todoFilterParams,
  response: one(presentCount),
  async handle(call) {
    const { actor } = await withUser(call);
    return presentCount(await markTodosDone(verbContext(call, actor), todoFilter(call.params)));
  },
});
