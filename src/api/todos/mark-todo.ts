// POST .../todo: under issues and merge requests, in every version of the API

import type { TodoRow } from "../../db/queries/issuables/todos.ts";
import { recordNotFound } from "../../http/errors.ts";
import { markTodo as mark } from "../../services/todos/mark.ts";
import { endpoint, notModified } from "../endpoint.ts";
import { byRecord, type IssuableKind } from "../issuables.ts";
import type { PresentRow } from "../presenter-context.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";

export const markingTodo = <Body>({ read, params, idOf, find }: IssuableKind, present: PresentRow<TodoRow, Body>) =>
  endpoint({
    access: read,
    params,
    response: one(present, 304),
    async handle(call) {
      const { actor, issuable } = await find(call, idOf(call.params), byRecord);
      const outcome = await mark(verbContext(call, actor), issuable);
      return respond(outcome, {
        marked: ({ todo }) => present(todo, call),
        pending_already: notModified,
        gone: recordNotFound,
      });
    },
  });
