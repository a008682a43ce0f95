// GET, POST .../hooks, GET, PUT and DELETE of one, POST .../rotate_secret: under /projects/:id and /groups/:id, and for
// the server

import { courierName, listHooks } from "../../../db/queries/hooks/hooks.ts";
import { ApiError, recordNotFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { createHook } from "../../../services/hooks/create.ts";
import { deleteHook } from "../../../services/hooks/delete.ts";
import { rotateSecret } from "../../../services/hooks/rotate-secret.ts";
import { updateHook } from "../../../services/hooks/update.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { addressRules } from "../../hooks/address-rules.ts";
import { refusals } from "../../refusals.ts";
import { respond } from "../../respond.ts";
import { one, paged } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentHook, presentHookWithSecret } from "../presenters/hook.ts";
import type { HookOwnerKind } from "./hook-owners.ts";
import { hookIdParam, hookParams, hookParamsOf, invalidUrl } from "./hook-params.ts";
import { withHook } from "./with-hook.ts";

const oneParams = (kind: HookOwnerKind) => ({ ...kind.params, ...hookIdParam });

const list = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: { ...kind.params, ...paginationParams },
    response: paged(presentHook),
    async handle(call) {
      const { perPage, offset } = pageOf(call.params);
      const { rows } = await kind.find(call, (owner) => listHooks(owner, perPage, offset));
      const [hooks, [size]] = rows;
      return paginate(call, { rows: hooks, total: size?.total ?? 0 }, presentHook);
    },
  });

const create = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: { ...kind.params, ...hookParams },
    response: one(presentHookWithSecret, 422),
    async handle(call) {
      const { actor, owner } = await kind.find(call, () => []);
      const outcome = await createHook(verbContext(call, actor), owner, hookParamsOf(call.params), addressRules(call));
      return respond(outcome, {
        ...refusals,
        created: async ({ hook }) => {
          // The first wake-up sets the alarm by which the courier polls afterwards.
          await call.couriers.wake([courierName(owner)]);
          return presentHookWithSecret(hook);
        },
        invalid_url: invalidUrl,
        too_many: () =>
          new ApiError(422, { message: { base: [`Maximum number of ${kind.noun} hooks (100) exceeded`] } }),
        owner_gone: kind.gone,
      });
    },
  });

const get = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: oneParams(kind),
    response: one(presentHook),
    async handle(call) {
      const { hook } = await withHook(kind, call);
      return presentHook(hook);
    },
  });

const update = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    reproduction: { by: get(kind) },
    params: { ...oneParams(kind), ...hookParams },
    response: one(presentHook, 422),
    async handle(call) {
      const { actor, hook } = await withHook(kind, call);
      const outcome = await updateHook(verbContext(call, actor), hook, hookParamsOf(call.params), addressRules(call));
      return respond(outcome, {
        ...refusals,
        updated: (result) => presentHook(result.hook),
        invalid_url: invalidUrl,
        gone: recordNotFound,
      });
    },
  });

const rotate = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: oneParams(kind),
    response: one(presentHookWithSecret),
    async handle(call) {
      const { actor, hook } = await withHook(kind, call);
      const outcome = await rotateSecret(verbContext(call, actor), hook);
      return respond(outcome, {
        rotated: (result) => presentHookWithSecret(result.hook),
        gone: recordNotFound,
      });
    },
  });

const remove = (kind: HookOwnerKind) =>
  endpoint({
    access: kind.access,
    params: oneParams(kind),
    response: one(presentHook),
    async handle(call) {
      const { actor, hook } = await withHook(kind, call);
      const outcome = await deleteHook(verbContext(call, actor), hook);
      return respond(outcome, {
        deleted: () => presentHook(hook),
        gone: recordNotFound,
      });
    },
  });

export const hookEndpoints = (kind: HookOwnerKind) => ({
  list: list(kind),
  create: create(kind),
  get: get(kind),
  update: update(kind),
  rotateSecret: rotate(kind),
  delete: remove(kind),
});
