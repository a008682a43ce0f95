// API v4 as a whole.
import type { Database } from "../../db/database.ts";
import { findViewer } from "../../db/queries/viewer/viewer.ts";
import { ApiError } from "../../http/errors.ts";
import { type Sufficient, sufficient } from "../../permissions/scopes.ts";
import type { ViewerKey } from "../../permissions/visible.ts";
import type { Dialect } from "../dialect.ts";
import type { Endpoint } from "../endpoint.ts";
import { routes } from "./index.ts";

export const v4: Dialect = { path: "/api/v4", routes, isV4: true, scopesFor, explaining };

function scopesFor({ readUser, readRepository, anyScope }: Endpoint, method: string): Sufficient {
  if (anyScope) return sufficient.any;
  if (method !== "GET" && method !== "HEAD") return sufficient.none;
  if (readUser) return sufficient.readApiOrUser;
  return readRepository ? sufficient.readApiOrRepository : sufficient.readApi;
}

/** @throws ApiError 403 for a known token without the scope: it is looked up again only after a 401 */
async function explaining(db: Database, viewer: ViewerKey, serve: () => Promise<Response>): Promise<Response> {
  try {
    return await serve();
  } catch (error) {
    const isUnknown = db.viewer?.viewer_id === null && viewer.token_hash !== null;
    if (!(error instanceof ApiError) || error.status !== 401 || !isUnknown) throw error;
    const [[known]] = await db.batch(findViewer({ ...viewer, scopes: sufficient.any }));
    throw known?.viewer_id == null ? error : insufficientScope(viewer.scopes);
  }
}

const insufficientScope = (pattern: string): ApiError =>
  new ApiError(403, {
    error: "insufficient_scope",
    error_description: "The request requires higher privileges than provided by the access token.",
    scope: ["api", ...(scopeNames[pattern] ?? [])].join(" "),
  });

const scopeNames: Readonly<Record<string, readonly string[]>> = {
  [sufficient.readApi]: ["read_api"],
  [sufficient.readApiOrUser]: ["read_api", "read_user"],
  [sufficient.readApiOrRepository]: ["read_api", "read_repository"],
};
