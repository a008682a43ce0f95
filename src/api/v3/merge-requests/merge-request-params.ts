// What the paths of merge requests name, and how they are spelt.
import type { Flag } from "../../../db/schema/columns.ts";
import { integer } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import type { Endpoint } from "../../endpoint.ts";
import type { Method, RouteTable } from "../../route-table.ts";
import { idParam } from "../id-param.ts";

/** Merge requests are named by their global id. */
export const mergeRequestParams = { ...idParam, merge_request_id: required(integer) };

/** 0 is nobody. */
export const idOrNone = (given: number | null | undefined): number | null => given || null;

/** null where nothing was said. */
export const flagOf = (given: boolean | null | undefined): Flag | null => (given == null ? null : given ? 1 : 0);

/**
 * The route under `/merge_requests/:merge_request_id` and under the older `/merge_request/:merge_request_id`.
 * @param rest what follows the id: ``, `/commits`
 */
export const bothSpellings = (method: Method, rest: string, endpoint: Endpoint): RouteTable => ({
  [`${method} /projects/:id/merge_requests/:merge_request_id${rest}`]: endpoint,
  [`${method} /projects/:id/merge_request/:merge_request_id${rest}`]: endpoint,
});
