// Endpoints of v3 with params that only v4 has in requests: the forms have them all.
import type { Endpoint } from "../../api/endpoint.ts";
import { boolean, integer } from "../../http/coerce.ts";
import { optional, type Params } from "../../http/params.ts";

/** The endpoint with these params besides its own; a form always gives one of them. */
export const withParams = <P extends Params, More extends Params, Body>(
  base: Endpoint<P, Body>,
  more: More,
): Endpoint<P & More, Body> => ({ ...base, params: { ...base.params, ...more }, rules: {} });

export const lockParams = { discussion_locked: optional(boolean) };
export const squashParams = { squash: optional(boolean) };
export const reviewParams = { ...lockParams, ...squashParams, reviewer_id: optional(integer) };
