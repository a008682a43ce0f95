// What differs between the versions of the API in how every endpoint is served.
import type { Database } from "../db/database.ts";
import type { Sufficient } from "../permissions/scopes.ts";
import type { ViewerKey } from "../permissions/visible.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Route } from "./route-table.ts";

export interface Dialect {
  readonly path: `/api/v${number}`;
  readonly routes: readonly Route[];
  readonly isV4: boolean;
  /** The scopes of a token that suffice besides `api`. */
  scopesFor(endpoint: Endpoint, method: string): Sufficient;
  /** Serves the request. A 401 because of the token's scope may become another refusal. */
  explaining(db: Database, viewer: ViewerKey, serve: () => Promise<Response>): Promise<Response>;
}
