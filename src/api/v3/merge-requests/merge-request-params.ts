// Parameters that endpoints of merge requests share, and the two spellings of their paths.
import { required } from "../../../http/params.ts";
import type { Endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { issuableId } from "../../issuable-id.ts";
import type { Method, RouteTable } from "../../route-table.ts";

/** Paths name merge requests by their global id rather than their iid. */
export const mergeRequestParams = { ...idParam, merge_request_id: required(issuableId) };

/**
 * The routes under `/merge_requests/:merge_request_id` and under the older `/merge_request/:merge_request_id`.
 *
 * @param rest the path after the id, such as `/commits`
 */
export const bothSpellings = (method: Method, rest: string, endpoint: Endpoint): RouteTable => ({
  [`${method} /projects/:id/merge_requests/:merge_request_id${rest}`]: endpoint,
  [`${method} /projects/:id/merge_request/:merge_request_id${rest}`]: endpoint,
});
