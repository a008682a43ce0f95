// The owners of hooks, with the endpoints that manage their hooks.
import { hookEndpoints } from "../../api/hooks/hook-endpoints.ts";
import { groupHooks, type HookOwnerKind, projectHooks, systemHooks } from "../../api/hooks/hook-owners.ts";
import { laterSettings } from "../../api/hooks/hook-params.ts";
import { deliveryEndpoints } from "../../api/v3/hooks/delivery-endpoints.ts";
import { v3Hooks } from "../../api/v3/hooks/hook-shape.ts";
import { presentHook } from "../../api/v3/presenters/hook.ts";
import type { HookRow } from "../../db/queries/hooks/hooks.ts";
import { groupPlace, type OwnerPlace, projectPlace, serverPlace } from "../owner-place.tsx";
import type { Visit } from "../visit.ts";

/** The shape of v3, with the settings that only v4 has in requests. */
const pageHooks = {
  ...v3Hooks,
  present: (hook: HookRow) => ({
    ...presentHook(hook),
    releases_events: hook.releases_events === 1,
    milestone_events: hook.milestone_events === 1,
    emoji_events: hook.emoji_events === 1,
  }),
  createParams: { ...v3Hooks.createParams, ...laterSettings },
  updateParams: { ...v3Hooks.updateParams, ...laterSettings },
};

const endpointsOf = (kind: HookOwnerKind) => ({
  hooks: hookEndpoints(kind, pageHooks),
  deliveries: deliveryEndpoints(kind),
});

export type HookPlace = OwnerPlace & ReturnType<typeof endpointsOf>;

export const hookPlaces = {
  project: { ...projectPlace, ...endpointsOf(projectHooks) },
  group: { ...groupPlace, ...endpointsOf(groupHooks) },
  server: { ...serverPlace, ...endpointsOf(systemHooks) },
} satisfies Record<string, HookPlace>;

export const hooksUrl = (place: HookPlace, visit: Visit): string => `${place.urlOf(visit)}/hooks`;

/** @param hook of the path, unless another one is given */
export const hookUrl = (place: HookPlace, visit: Visit, hook: number | string = visit.param("hook")): string =>
  `${hooksUrl(place, visit)}/${hook}`;

/** The parameters that name the hook of the path. */
export const hookIds = async (place: HookPlace, visit: Visit) => ({
  id: await place.idOf(visit),
  hook_id: visit.param("hook"),
});
