// POST .../todo: under /projects/:id/issues/:issue_id and /projects/:id/merge_requests/:merge_request_id

import { recordNotFound } from "../../../http/errors.ts";
import { markTodo as mark } from "../../../services/todos/mark.ts";
import { endpoint, notModified } from "../../endpoint.ts";
import { byRecord, type IssuableKind } from "../../issuables.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentTodo } from "../presenters/todo.ts";

export const markTodo = ({ read, params, idOf, find }: IssuableKind) =>
  endpoint({
    access: read,
    params,
    response: one(presentTodo, 304),
    async handle(call) {
      const { actor, issuable } = await find(call, idOf(call.params), byRecord);
      const outcome = await mark(verbContext(call, actor), issuable);
      return respond(outcome, {
        marked: ({ todo }) => presentTodo(todo, call),
        pending_already: notModified,
        gone: recordNotFound,
      });
    },
  });
