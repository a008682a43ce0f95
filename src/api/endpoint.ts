// The type of an endpoint: access rule, parameters and handler as data. app.ts mounts endpoints on Hono.
import type { Database } from "../db/database.ts";
import type { RecallOptions } from "../db/recall.ts";
import type { Couriers } from "../durable-objects/couriers.ts";
import type { Notifiers } from "../durable-objects/notifiers.ts";
import type { Repositories } from "../durable-objects/repositories.ts";
import type { IdOrPath } from "../http/coerce.ts";
import { type PageOf, pageOf, paginationHeaders, type paginationParams } from "../http/pagination.ts";
import type { ParamRules, Params, ParamValues } from "../http/params.ts";
import type { GivenParams } from "../http/sources.ts";
import type { Credentials } from "../middleware/authenticate.ts";
import type { GroupAbility, ProjectAbility } from "../permissions/abilities.ts";
import type { ViewerKey } from "../permissions/visible.ts";
import type { EndpointResponse } from "./response.ts";

/**
 * The access rule, checked by the loaders of require.ts and listed in the surface snapshot.
 *
 * - `anyone`: no credentials are read.
 * - `visible`: open to the anonymous for what they may see.
 * - `visible_code`: the same, for projects whose code they may also read.
 * - `user`: a signed-in user.
 * - `admin`: an administrator.
 * - `project`, `group`: a signed-in user with this ability on `:id`.
 */
export type Access =
  | "anyone"
  | "visible"
  | "visible_code"
  | "user"
  | "admin"
  | { readonly project: ProjectAbility }
  | { readonly group: GroupAbility };

/** True if requests without credentials are admitted. */
export const opensToAnonymous = (access: Access): boolean =>
  access === "anyone" || access === "visible" || access === "visible_code";

/** @typeParam Body of its response, as JavaScript */
export interface Endpoint<P extends Params = Params, Body = unknown> {
  readonly access: Access;
  /** True if a token of scope `read_user` suffices. */
  readonly readUser?: boolean;
  /** True if a token of scope `read_repository` suffices. */
  readonly readRepository?: boolean;
  /** True if a token of any scope suffices in API v4. */
  readonly anyScope?: boolean;
  /** True if a body that is no form is a file, the param `file`. */
  readonly rawBody?: boolean;
  readonly params: P;
  readonly rules?: ParamRules;
  readonly reproduction?: Reproduction;
  /**
   * Given if the handler's first batch only reads, and nothing has an effect before the batch that writes: the reads may
   * then be recalled.
   */
  readonly recalls?: RecallOptions;
  readonly response: EndpointResponse<Body>;
  /** Loads what is refused (404, 403) before invalid parameters are (400). */
  lookupFirst?(call: ProjectCall): Promise<unknown>;
  /** Returns the JSON body (status 201 for POST, else 200), a Reply, or a Response. */
  handle(call: Call<P>): Promise<unknown>;
}

/**
 * The endpoint that returns the same record as a POST or PUT. It makes the response of a request with an Idempotency-Key
 * again if that was lost after the change.
 */
export interface Reproduction {
  readonly by: Endpoint;
  /** The param of `by` that takes the created record's `id`, from the last row of the change; the others are the path's. */
  readonly idParam?: string;
}

/** One request with everything a handler needs. */
export interface Call<P extends Params = Params> {
  readonly params: ParamValues<P>;
  readonly access: Access;
  readonly db: Database;
  readonly repositories: Repositories;
  readonly couriers: Couriers;
  readonly notifiers: Notifiers;
  readonly credentials: Credentials;
  readonly viewer: ViewerKey;
  /** ISO 8601 with milliseconds: the time of every change that this request makes. */
  readonly now: string;
  /** True if webhooks may have any address (HOOKS_ALLOW_LOCAL). */
  readonly allowLocalHooks: boolean;
  /** True for API v4. What all its lists have in common depends on it, and which columns are read. */
  readonly isV4?: boolean;
  /** `https://host` */
  readonly baseUrl: string;
  /** The absolute URL without its query. */
  readonly url: string;
  /** The parameters before coercion. */
  readonly given: GivenParams;
}

/** A request whose path names a project. */
export type ProjectCall = Call & { readonly params: { readonly id: IdOrPath } };

export const endpoint = <P extends Params, Body>(definition: Endpoint<P, Body>): Endpoint<P, Body> => definition;

/** A response that needs its own status or headers. A null body is sent as an empty one. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, body: unknown = null, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const noContent = () => new Reply(204);

/** For requests that change nothing because the state is already the requested one. */
export const notModified = () => new Reply(304);

/** One page of a list with the pagination headers. */
export function paginate<Row>(
  call: Call<typeof paginationParams>,
  { rows, ...size }: PageOf<Row>,
  present: (row: Row, call: Call<typeof paginationParams>) => unknown,
): Reply {
  // Names of v4's parameters may be others than those of the handler.
  const carried = new Map<string, unknown>(call.isV4 ? [] : Object.entries<unknown>(call.params).filter(isPlain));
  for (const [name, value] of call.given) carried.set(name, value);
  return new Reply(
    200,
    rows.map((row) => present(row, call)),
    paginationHeaders(pageOf(call.params), { ...size, fewestPages: call.isV4 ? 1 : 0 }, call.url, carried),
  );
}

/** Keeps defaults, which are scalars. Coerced objects are replaced by their uncoerced form from `given`. */
const isPlain = ([, value]: [string, unknown]): boolean => typeof value !== "object";
