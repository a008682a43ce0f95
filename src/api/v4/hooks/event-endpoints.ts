// GET .../hooks/:hook_id/events, POST .../events/:hook_log_id/resend, POST .../hooks/:hook_id/test/:trigger

import { isTestSubject } from "../../../hooks/send-test-event.ts";
import { integer, nothing, text } from "../../../http/coerce.ts";
import { badParameters, recordNotFound, unprocessable } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { optional, required } from "../../../http/params.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import type { HookOwnerKind } from "../../hooks/hook-owners.ts";
import { hookIdParam } from "../../hooks/hook-params.ts";
import { withHook } from "../../hooks/with-hook.ts";
import { respond } from "../../respond.ts";
import { one, paged } from "../../response.ts";
import { presentHookEvent, presentResent, presentTested } from "../presenters/hook.ts";

const hookParams = (kind: HookOwnerKind) => ({ ...kind.params, ...hookIdParam });

const list = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: { ...hookParams(kind), status: optional(nothing("is not supported")), ...paginationParams },
    response: paged(presentHookEvent),
    async handle(call) {
      const { hook } = await withHook(kind, call);
      const { perPage, offset } = pageOf(call.params);
      return paginate(call, await call.couriers.listWithBodies(hook, perPage, offset), presentHookEvent);
    },
  });

const resend = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: { ...hookParams(kind), hook_log_id: required(integer) },
    response: one(presentResent, 422),
    async handle(call) {
      const { hook } = await withHook(kind, call);
      const outcome = await call.couriers.redeliver(hook, call.params.hook_log_id ?? 0);
      return respond(outcome, {
        made: ({ row }) => {
          if (row.state !== "delivered") throw unprocessable(row.error ?? "The receiver did not take it");
          return presentResent(row.status);
        },
        refused: ({ reason }) => unprocessable(reason),
        not_found: recordNotFound,
      });
    },
  });

/** Triggers with another name than the setting whose events they send. */
const renamed: ReadonlyMap<string | null, string> = new Map([
  ["job_events", "build_events"],
  ["confidential_issues_events", "issues_events"],
  ["confidential_note_events", "note_events"],
]);

const test = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: { ...hookParams(kind), trigger: required(text) },
    response: one(presentTested, 422),
    async handle(call) {
      const { hook } = await withHook(kind, call);
      const subject = renamed.get(call.params.trigger) ?? call.params.trigger;
      if (!isTestSubject(subject)) throw badParameters(["trigger does not have a valid value"]);
      const { state, error } = await call.couriers.test(hook, subject);
      if (state !== "delivered") throw unprocessable(error ?? "The receiver did not take it");
      return presentTested();
    },
  });

export const hookEventEndpoints = (kind: HookOwnerKind) => ({
  list: list(kind),
  resend: resend(kind),
  test: test(kind),
});
