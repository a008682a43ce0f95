// Marks todos as done, in every version of the API.

import type { TodoRow } from "../../db/queries/issuables/todos.ts";
import { integer } from "../../http/coerce.ts";
import { recordNotFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { markTodoDone, markTodosDone } from "../../services/todos/done.ts";
import { endpoint } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { withUser } from "../require.ts";
import { respond } from "../respond.ts";
import { type EndpointResponse, one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { todoFilter, todoFilterParams } from "./todo-filter.ts";

export const markingDone = <Body>(present: PresentRow<TodoRow, Body>) =>
  endpoint({
    access: "user",
    params: { id: required(integer) },
    response: one(present),
    async handle(call) {
      const { actor } = await withUser(call);
      const outcome = await markTodoDone(verbContext(call, actor), call.params.id ?? 0);
      return respond(outcome, {
        done: ({ todo }) => present(todo, call),
        no_todo: recordNotFound,
      });
    },
  });

/** @param answer to the number of todos marked as done */
export const markingAllDone = <Body>(response: EndpointResponse<Body>, answer: (count: number) => unknown) =>
  endpoint({
    access: "user",
    params: todoFilterParams,
    response,
    async handle(call) {
      const { actor } = await withUser(call);
      return answer(await markTodosDone(verbContext(call, actor), todoFilter(call.params)));
    },
  });
