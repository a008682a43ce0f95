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
import { respond } from "../../respond.ts";
import { verbContext } from "../context.ts";
import { presentHook, presentHookWithSecret } from "../presenters/hook.ts";
import { refusals } from "../refusals.ts";
import type { HookOwnerKind } from "./hook-owners.ts";
import { addressRules, hookIdParam, hookParams, hookParamsOf, invalidUrl } from "./hook-params.ts";
import { withHook } from "./with-hook.ts";

export function hookEndpoints(kind: HookOwnerKind) {
  const { access } = kind;
  const oneParams = { ...kind.params, ...hookIdParam };

  return {
    list: endpoint({
      access,
      params: { ...kind.params, ...paginationParams },
      async handle(call) {
        const { perPage, offset } = pageOf(call.params);
        const { rows } = await kind.find(call, (owner) => listHooks(owner, perPage, offset));
        const [hooks, [size]] = rows;
        return paginate(call, { rows: hooks, total: size?.total ?? 0 }, presentHook);
      },
    }),

    create: endpoint({
      access,
      params: { ...kind.params, ...hookParams },
      async handle(call) {
        const { actor, owner } = await kind.find(call, () => []);
        const outcome = await createHook(
          verbContext(call, actor),
          owner,
          hookParamsOf(call.params),
          addressRules(call),
        );
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
    }),

    get: endpoint({
      access,
      params: oneParams,
      async handle(call) {
        const { hook } = await withHook(kind, call);
        return presentHook(hook);
      },
    }),

    update: endpoint({
      access,
      params: { ...oneParams, ...hookParams },
      async handle(call) {
        const { actor, hook } = await withHook(kind, call);
        const outcome = await updateHook(verbContext(call, actor), hook, hookParamsOf(call.params), addressRules(call));
        return respond(outcome, {
          ...refusals,
          updated: ({ hook }) => presentHook(hook),
          invalid_url: invalidUrl,
          gone: recordNotFound,
        });
      },
    }),

    rotateSecret: endpoint({
      access,
      params: oneParams,
      async handle(call) {
        const { actor, hook } = await withHook(kind, call);
        const outcome = await rotateSecret(verbContext(call, actor), hook);
        return respond(outcome, {
          rotated: ({ hook }) => presentHookWithSecret(hook),
          gone: recordNotFound,
        });
      },
    }),

    delete: endpoint({
      access,
      params: oneParams,
      async handle(call) {
        const { actor, hook } = await withHook(kind, call);
        const outcome = await deleteHook(verbContext(call, actor), hook);
        return respond(outcome, {
          deleted: () => presentHook(hook),
          gone: recordNotFound,
        });
      },
    }),
  };
}
