// The owners of hooks, with the endpoints that manage their hooks.
import { hookEndpointsOf } from "../../api/v3/hooks/router.ts";
import { groupPlace, type OwnerPlace, projectPlace, serverPlace } from "../owner-place.tsx";
import type { Visit } from "../visit.ts";

export interface HookPlace extends OwnerPlace {
  readonly hooks: (typeof hookEndpointsOf)["project"]["hooks"];
  readonly deliveries: (typeof hookEndpointsOf)["project"]["deliveries"];
}

export const hookPlaces = {
  project: { ...projectPlace, ...hookEndpointsOf.project },
  group: { ...groupPlace, ...hookEndpointsOf.group },
  server: { ...serverPlace, ...hookEndpointsOf.server },
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
