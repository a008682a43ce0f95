// POST .../todo: under /projects/:id/issues/:issue_id and /projects/:id/merge_requests/:merge_request_id

import { recordNotFound } from "../../../http/errors.ts";
import { markTodo as mark } from "../../../services/todos/mark.ts";
import { endpoint, notModified } from "../../endpoint.ts";
import { verbContext } from "../context.ts";
import { byRecord, type TargetKind } from "../noteables.ts";
import { presentTodo } from "../presenters/todo.ts";

export const markTodo = ({ read, params, idOf, find }: TargetKind) =>
  endpoint({
    access: read,
    params,
    async handle(call) {
      const { actor, target } = await find(call, idOf(call.params), byRecord);
      const outcome = await mark(verbContext(call, actor), target);
      switch (outcome.kind) {
        case "marked":
          return presentTodo(outcome.todo, call.baseUrl);
        case "pending_already":
          return notModified();
        case "gone":
          throw recordNotFound();
      }
    },
  });
