// GET, POST .../hooks, GET, PUT and DELETE of one, POST .../rotate_secret: under /projects/:id, under /groups/:id and, of
// the server, at /hooks
import { courierName, listHooks } from "../../../db/queries/hooks/hooks.ts";
import { ApiError, invalidRecord, recordNotFound } from "../../../http/errors.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { createHook } from "../../../services/hooks/create.ts";
import { deleteHook } from "../../../services/hooks/delete.ts";
import { rotateSecret } from "../../../services/hooks/rotate-secret.ts";
import { updateHook } from "../../../services/hooks/update.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { verbContext } from "../context.ts";
import { presentHook, presentHookWithSecret } from "../presenters/hook.ts";
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
        switch (outcome.kind) {
          case "created":
            // From now on it looks by itself, should nobody be left to wake it.
            await call.couriers.wake([courierName(owner)]);
            return presentHookWithSecret(outcome.hook);
          case "invalid_url":
            throw invalidUrl();
          case "invalid":
            throw invalidRecord(outcome.errors);
          case "too_many":
            throw new ApiError(422, { message: { base: [`Maximum number of ${kind.noun} hooks (100) exceeded`] } });
          case "owner_gone":
            throw kind.gone();
        }
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
        switch (outcome.kind) {
          case "updated":
            return presentHook(outcome.hook);
          case "invalid_url":
            throw invalidUrl();
          case "invalid":
            throw invalidRecord(outcome.errors);
          case "gone":
            throw recordNotFound();
        }
      },
    }),

    rotateSecret: endpoint({
      access,
      params: oneParams,
      async handle(call) {
        const { actor, hook } = await withHook(kind, call);
        const outcome = await rotateSecret(verbContext(call, actor), hook);
        switch (outcome.kind) {
          case "rotated":
            return presentHookWithSecret(outcome.hook);
          case "gone":
            throw recordNotFound();
        }
      },
    }),

    delete: endpoint({
      access,
      params: oneParams,
      async handle(call) {
        const { actor, hook } = await withHook(kind, call);
        const outcome = await deleteHook(verbContext(call, actor), hook);
        switch (outcome.kind) {
          case "deleted":
            return presentHook(hook);
          case "gone":
            throw recordNotFound();
        }
      },
    }),
  };
}
