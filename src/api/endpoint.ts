// An endpoint as data: who may call it, what it takes, what it does. app.ts mounts these on Hono.
import type { Database } from "../db/database.ts";
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

/**
 * The access rule, checked by the loaders of require.ts and listed in the surface snapshot:
 * `anyone` reads no credentials; `visible` is open to the anonymous as far as they may see, `visible_code` as far as they
 * may read code besides; `user` wants a signed-in user, who acts on what is theirs or what they may see; `admin` an
 * administrator; the last two an ability on `:id`.
 */
export type Access =
  | "anyone"
  | "visible"
  | "visible_code"
  | "user"
  | "admin"
  | { readonly project: ProjectAbility }
  | { readonly group: GroupAbility };

/** Whether who has no credentials is let in, as far as they may see. */
export const opensToAnonymous = (access: Access): boolean =>
  access === "anyone" || access === "visible" || access === "visible_code";

export interface Endpoint<P extends Params = Params> {
  readonly access: Access;
  /** Tokens of scope `read_user` are enough. */
  readonly readUser?: boolean;
  readonly params: P;
  readonly rules?: ParamRules;
  /** Refuses what is told before bad parameters are. */
  lookupFirst?(call: ProjectCall): Promise<unknown>;
  /** JSON to answer (201 to a POST, else 200), a Reply, or a Response of another kind. */
  handle(call: Call<P>): Promise<unknown>;
}

/** One request, as a handler sees it. */
export interface Call<P extends Params = Params> {
  readonly params: ParamValues<P>;
  readonly access: Access;
  readonly db: Database;
  readonly repositories: Repositories;
  readonly couriers: Couriers;
  readonly notifiers: Notifiers;
  readonly credentials: Credentials;
  readonly viewer: ViewerKey;
  /** ISO 8601 with milliseconds: the one instant at which all of this request happens. */
  readonly now: string;
  /** Whether hooks may lead anywhere. */
  readonly allowLocalHooks: boolean;
  /** `https://host` */
  readonly baseUrl: string;
  /** The absolute URL without its query. */
  readonly url: string;
  readonly given: GivenParams;
}

/** A request whose path names a project. */
export type ProjectCall = Call & { readonly params: { readonly id: IdOrPath } };

export const endpoint = <P extends Params>(definition: Endpoint<P>): Endpoint<P> => definition;

/** An answer that is not simply JSON with the usual status. */
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

/** Nothing changed, because it was so already. */
export const notModified = () => new Reply(304);

/** A page of a list with its headers. */
export function paginate<Row>(
  call: Call<typeof paginationParams>,
  { rows, total }: PageOf<Row>,
  present: (row: Row, call: Call<typeof paginationParams>) => unknown,
): Reply {
  const carried = new Map<string, unknown>(Object.entries<unknown>(call.params).filter(isPlain));
  for (const [name, value] of call.given) carried.set(name, value);
  return new Reply(
    200,
    rows.map((row) => present(row, call)),
    paginationHeaders(pageOf(call.params), total, call.url, carried),
  );
}

/** Defaults are words and numbers; what was coerced into an object is among the given parameters as it came. */
const isPlain = ([, value]: [string, unknown]): boolean => typeof value !== "object";
