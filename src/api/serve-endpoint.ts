// Runs one endpoint with GitLab's order of refusals: read the body (400, 406, 413), identify the viewer (401), validate
// the parameters (400); then the handler loads the records (404), checks abilities (403) and the model (400, 409).
import type { Context } from "hono";
import type { Database } from "../db/database.ts";
import { findViewer } from "../db/queries/viewer/viewer.ts";
import { unlessKnown } from "../http/conditional.ts";
import { MOST_ANONYMOUS_BODY_BYTES, MOST_API_BODY_BYTES } from "../http/limits.ts";
import { validateParams } from "../http/params.ts";
import { type GivenParams, readParams, readQuery } from "../http/sources.ts";
import { type Credentials, carriesToken, readCredentials, sudoRefusal } from "../middleware/authenticate.ts";
import type { AppContext } from "../middleware/dependencies.ts";
import { callerOf } from "../middleware/global-reads.ts";
import type { Dialect } from "./dialect.ts";
import { findShared, sharedSeconds } from "./edge-cache.ts";
import { type Endpoint, opensToAnonymous, type ProjectCall } from "./endpoint.ts";
import { type Execute, executeOnce, idempotencyKey } from "./idempotency/execute-once.ts";
import { toResponse } from "./to-response.ts";

export async function serveEndpoint(endpoint: Endpoint, c: Context<AppContext>, dialect: Dialect): Promise<Response> {
  // Not by `c.var`, which copies all variables.
  const [db, reads, now, url] = [c.get("db"), c.get("reads"), c.get("now"), c.get("url")];
  const given = await readGiven(c.req.raw, url, c.get("rootTokenHash"), endpoint.rawBody);
  const shared = sharedSeconds(endpoint, c, given);
  const cached = shared > 0 ? await findShared(c.req.url) : undefined;
  if (cached) return unlessKnown(c.req.raw, cached);
  for (const [name, value] of Object.entries(c.req.param())) given.set(name, value);
  const credentials = await identify(endpoint, c, given, dialect);
  c.set("credentials", credentials);
  const validation = validateParams(endpoint.params, endpoint.rules ?? {}, given);
  const call = {
    access: endpoint.access,
    db,
    repositories: c.get("repositories"),
    couriers: c.get("couriers"),
    notifiers: c.get("notifiers"),
    credentials,
    viewer: credentials.viewer,
    now,
    allowLocalHooks: c.get("allowLocalHooks"),
    baseUrl: url.origin,
    url: url.origin + url.pathname,
    given,
    ...(dialect.isV4 && { isV4: true }),
  };
  const run = async () => {
    if ("refusal" in validation) {
      if (endpoint.lookupFirst) await endpoint.lookupFirst({ ...call, params: ofProject(validation.valid) });
      else if (!opensToAnonymous(endpoint.access)) await ensureKnown(db, credentials);
      throw validation.refusal;
    }
    const execute: Execute = async (of, given) => toResponse(c, await of.handle(given), shared);
    const validCall = { ...call, params: validation.values };
    const key = idempotencyKey(c.req.raw, validCall);
    if (key !== undefined) return await executeOnce(c, endpoint, validCall, key, execute);
    const handle = () => execute(endpoint, validCall);
    if (endpoint.recalls === undefined || reads !== undefined) return await handle();
    return await c.get("recall").run(db, endpoint.recalls, handle);
  };
  const explained = () => dialect.explaining(db, credentials.viewer, run);
  return await (reads === undefined ? explained() : reads.recheck(explained));
}

/** The parameters of the query and the body. The body limit is lower for clients without a well-formed token. */
async function readGiven(
  request: Request,
  url: URL,
  rootTokenHash: string | undefined,
  isRaw?: boolean,
): Promise<GivenParams> {
  const query = readQuery(url);
  if (request.body === null) return query.given;
  const mostBytes = carriesToken(request.headers, query.given, rootTokenHash)
    ? MOST_API_BODY_BYTES
    : MOST_ANONYMOUS_BODY_BYTES;
  return await readParams(request, query, mostBytes, isRaw);
}

async function identify(
  endpoint: Endpoint,
  c: Context<AppContext>,
  given: GivenParams,
  dialect: Dialect,
): Promise<Credentials> {
  const { raw, method } = c.req;
  const today = c.get("now").slice(0, 10);
  const credentials = readCredentials(raw.headers, given, {
    rootTokenHash: c.get("rootTokenHash"),
    scopes: dialect.scopesFor(endpoint, method),
    today,
  });
  // Endpoints for anyone do not look the token up: it may be invented.
  c.get("reads")?.begin(raw, endpoint.access === "anyone" ? null : callerOf(credentials.viewer));
  if ("refusedSudo" in credentials) {
    const [[viewer]] = await c.get("db").batch(findViewer(credentials.viewer));
    throw sudoRefusal(viewer);
  }
  if (credentials.anonymous && !opensToAnonymous(endpoint.access)) throw credentials.unknownViewer();
  return credentials;
}

/** Endpoints with `lookupFirst` have a project's `:id` in their path, which is always valid. */
function ofProject(valid: Record<string, unknown>): ProjectCall["params"] {
  return valid as unknown as ProjectCall["params"];
}

/** Only signed-in users learn about invalid parameters; others get 401. */
async function ensureKnown(db: Database, credentials: Credentials): Promise<void> {
  const [[viewer]] = await db.batch(findViewer(credentials.viewer));
  if (viewer?.viewer_id == null) throw credentials.unknownViewer();
}
