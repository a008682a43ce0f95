// GET .../hooks/:hook_id/deliveries, GET .../deliveries/:delivery_id, POST .../deliveries/:delivery_id/redeliver and
// POST .../hooks/:hook_id/test/:event, for hooks of projects, groups and the server

import { isTestSubject } from "../../../hooks/send-test-event.ts";
import { integer, text } from "../../../http/coerce.ts";
import { badParameters, recordNotFound, unprocessable } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { required } from "../../../http/params.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import type { HookOwnerKind } from "../../hooks/hook-owners.ts";
import { hookIdParam } from "../../hooks/hook-params.ts";
import { withHook } from "../../hooks/with-hook.ts";
import { respond } from "../../respond.ts";
import { one, paged } from "../../response.ts";
import { presentDelivery, presentDeliveryDetails } from "../presenters/delivery.ts";

const hookParams = (kind: HookOwnerKind) => ({ ...kind.params, ...hookIdParam });

const oneParams = (kind: HookOwnerKind) => ({ ...hookParams(kind), delivery_id: required(integer) });

const list = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: { ...hookParams(kind), ...paginationParams },
    response: paged(presentDelivery),
    async handle(call) {
      const { hook } = await withHook(kind, call);
      const { perPage, offset } = pageOf(call.params);
      return paginate(call, await call.couriers.listDeliveries(hook, perPage, offset), presentDelivery);
    },
  });

const get = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: oneParams(kind),
    response: one(presentDeliveryDetails),
    async handle(call) {
      const { hook } = await withHook(kind, call);
      const found = await call.couriers.findDelivery(hook, call.params.delivery_id ?? 0);
      if (found === null) throw recordNotFound();
      return presentDeliveryDetails(found);
    },
  });

const redeliver = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: oneParams(kind),
    response: one(presentDelivery, 422),
    async handle(call) {
      const { hook } = await withHook(kind, call);
      const outcome = await call.couriers.redeliver(hook, call.params.delivery_id ?? 0);
      return respond(outcome, {
        made: ({ row }) => presentDelivery(row),
        refused: ({ reason }) => unprocessable(reason),
        not_found: recordNotFound,
      });
    },
  });

const test = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: { ...hookParams(kind), event: required(text) },
    response: one(presentDelivery),
    async handle(call) {
      const { hook } = await withHook(kind, call);
      const { event } = call.params;
      if (!isTestSubject(event)) throw badParameters(["event does not have a valid value"]);
      return presentDelivery(await call.couriers.test(hook, event));
    },
  });

export const deliveryEndpoints = (kind: HookOwnerKind) => ({
  list: list(kind),
  get: get(kind),
  redeliver: redeliver(kind),
  test: test(kind),
});
