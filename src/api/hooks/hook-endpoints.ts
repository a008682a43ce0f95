// GET, POST .../hooks, GET, PUT and DELETE of one, POST .../rotate_secret: under /projects/:id and /groups/:id, and for
// the server, in every version of the API

import { courierName, type HookRow, listHooks } from "../../db/queries/hooks/hooks.ts";
import { ApiError, recordNotFound } from "../../http/errors.ts";
import { pageOf, paginationParams } from "../../http/pagination.ts";
import type { Params } from "../../http/params.ts";
import type { HookSettings } from "../../services/hooks/attributes.ts";
import { createHook } from "../../services/hooks/create.ts";
import { deleteHook } from "../../services/hooks/delete.ts";
import { rotateSecret } from "../../services/hooks/rotate-secret.ts";
import { updateHook } from "../../services/hooks/update.ts";
import { endpoint, paginate } from "../endpoint.ts";
import { refusals } from "../refusals.ts";
import { respond } from "../respond.ts";
import { type EndpointResponse, one, paged } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { addressRules } from "./address-rules.ts";
import type { HookOwnerKind } from "./hook-owners.ts";
import { hookIdParam, hookParamsOf, invalidUrl } from "./hook-params.ts";
import { withHook } from "./with-hook.ts";

/** What differs between the versions of the API. */
export interface HookShape<Body, Created> {
  readonly present: (hook: HookRow) => Body;
  /** With the signing secret. */
  readonly presentCreated: (hook: HookRow) => Created;
  readonly createParams: Params;
  /** What a hook created through this version has besides what is given. */
  readonly settingsOfNew: HookSettings;
  readonly updateParams: Params;
  readonly removal: EndpointResponse;
  readonly presentRemoved: (hook: HookRow) => unknown;
}

const oneParams = (kind: HookOwnerKind) => ({ ...kind.params, ...hookIdParam });

const list = <Body>(kind: HookOwnerKind, { present }: HookShape<Body, unknown>) =>
  endpoint({
    access: kind.access,
    params: { ...kind.params, ...paginationParams },
    response: paged(present),
    async handle(call) {
      const { perPage, offset } = pageOf(call.params);
      const { rows } = await kind.find(call, (owner) => listHooks(owner, perPage, offset));
      const [hooks, [size]] = rows;
      return paginate(call, { rows: hooks, total: size?.total ?? 0 }, present);
    },
  });

const create = <Created>(
  kind: HookOwnerKind,
  { createParams, settingsOfNew, presentCreated }: HookShape<unknown, Created>,
) =>
  endpoint({
    access: kind.access,
    params: { ...kind.params, ...createParams },
    response: one(presentCreated, 422),
    async handle(call) {
      const { actor, owner } = await kind.find(call, () => []);
      const params = hookParamsOf(call.params, "");
      const given = { ...params, settings: { ...params.settings, ...settingsOfNew } };
      const outcome = await createHook(verbContext(call, actor), owner, given, addressRules(call));
      return respond(outcome, {
        ...refusals,
        created: async ({ hook }) => {
          // The first wake-up sets the alarm by which the courier polls afterwards.
          const courier = courierName(owner);
          await call.couriers.wake([courier]);
          // It has read the event of its creation.
          call.db.couriers.delete(courier);
          return presentCreated(hook);
        },
        invalid_url: invalidUrl,
        too_many: () =>
          new ApiError(422, { message: { base: [`Maximum number of ${kind.noun} hooks (100) exceeded`] } }),
        owner_gone: kind.gone,
      });
    },
  });

const get = <Body>(kind: HookOwnerKind, { present }: HookShape<Body, unknown>) =>
  endpoint({
    access: kind.access,
    params: oneParams(kind),
    response: one(present),
    async handle(call) {
      const { hook } = await withHook(kind, call);
      return present(hook);
    },
  });

const update = <Body>(kind: HookOwnerKind, shape: HookShape<Body, unknown>) =>
  endpoint({
    access: kind.access,
    reproduction: { by: get(kind, shape) },
    params: { ...oneParams(kind), ...shape.updateParams },
    response: one(shape.present, 422),
    async handle(call) {
      const { actor, hook } = await withHook(kind, call);
      const given = hookParamsOf(call.params, hook.url);
      const outcome = await updateHook(verbContext(call, actor), hook, given, addressRules(call));
      return respond(outcome, {
        ...refusals,
        updated: (result) => shape.present(result.hook),
        invalid_url: invalidUrl,
        gone: recordNotFound,
      });
    },
  });

const rotate = <Created>(kind: HookOwnerKind, { presentCreated }: HookShape<unknown, Created>) =>
  endpoint({
    access: kind.access,
    params: oneParams(kind),
    response: one(presentCreated),
    async handle(call) {
      const { actor, hook } = await withHook(kind, call);
      const outcome = await rotateSecret(verbContext(call, actor), hook);
      return respond(outcome, {
        rotated: (result) => presentCreated(result.hook),
        gone: recordNotFound,
      });
    },
  });

const remove = (kind: HookOwnerKind, { removal, presentRemoved }: HookShape<unknown, unknown>) =>
  endpoint({
    access: kind.access,
    params: oneParams(kind),
    response: removal,
    async handle(call) {
      const { actor, hook } = await withHook(kind, call);
      const outcome = await deleteHook(verbContext(call, actor), hook);
      return respond(outcome, {
        deleted: () => presentRemoved(hook),
        gone: recordNotFound,
      });
    },
  });

export const hookEndpoints = <Body, Created>(kind: HookOwnerKind, shape: HookShape<Body, Created>) => ({
  list: list(kind, shape),
  create: create(kind, shape),
  get: get(kind, shape),
  update: update(kind, shape),
  rotateSecret: rotate(kind, shape),
  delete: remove(kind, shape),
});
