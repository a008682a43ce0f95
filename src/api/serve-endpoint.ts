// Runs one endpoint in GitLab's order: the body is read (400, 406, 413), the caller identified (401), the parameters
// validated (400), and only then the handler looks anything up (404), checks rights (403) and the model (400, 409).
import type { Context } from "hono";
import type { Database } from "../db/database.ts";
import { findViewer } from "../db/queries/viewer/viewer.ts";
import { MOST_ANONYMOUS_BODY_BYTES, MOST_API_BODY_BYTES } from "../http/limits.ts";
import { validateParams } from "../http/params.ts";
import { type GivenParams, readParams, readQuery } from "../http/sources.ts";
import { type Credentials, carriesToken, readCredentials, sudoRefusal } from "../middleware/authenticate.ts";
import type { AppContext } from "../middleware/dependencies.ts";
import { type Endpoint, opensToAnonymous, type ProjectCall, Reply } from "./endpoint.ts";

export async function serveEndpoint(endpoint: Endpoint, c: Context<AppContext>): Promise<Response> {
  const { db, repositories, couriers, notifiers, now, rootTokenHash, allowLocalHooks } = c.var;
  const url = new URL(c.req.url);
  const given = await gather(c.req.raw, url, rootTokenHash);
  for (const [name, value] of Object.entries(c.req.param())) given.set(name, value);
  const credentials = await identify(endpoint, c.req.raw.headers, given, db, now, rootTokenHash);
  const validation = validateParams(endpoint.params, endpoint.rules ?? {}, given);
  const call = {
    access: endpoint.access,
    db,
    repositories,
    couriers,
    notifiers,
    credentials,
    viewer: credentials.viewer,
    now,
    allowLocalHooks,
    baseUrl: url.origin,
    url: url.origin + url.pathname,
    given,
  };
  if ("refusal" in validation) {
    if (endpoint.lookupFirst) await endpoint.lookupFirst({ ...call, params: ofProject(validation.valid) });
    else if (!opensToAnonymous(endpoint.access)) await ensureKnown(db, credentials);
    throw validation.refusal;
  }
  return respond(c, await endpoint.handle({ ...call, params: validation.values }));
}

/** The parameters of the query and the body. Who shows no token before the body has little room in it. */
async function gather(request: Request, url: URL, rootTokenHash: string | undefined): Promise<GivenParams> {
  const query = readQuery(url);
  if (request.body === null) return query.given;
  const mostBytes = carriesToken(request.headers, query.given, rootTokenHash)
    ? MOST_API_BODY_BYTES
    : MOST_ANONYMOUS_BODY_BYTES;
  return await readParams(request, query, mostBytes);
}

async function identify(
  endpoint: Endpoint,
  headers: Headers,
  given: GivenParams,
  db: Database,
  now: string,
  rootTokenHash: string | undefined,
): Promise<Credentials> {
  const today = now.slice(0, 10);
  const credentials = readCredentials(headers, given, { rootTokenHash, readUser: endpoint.readUser ?? false, today });
  if ("refusedSudo" in credentials) {
    const [[viewer]] = await db.batch(findViewer(credentials.viewer));
    throw sudoRefusal(viewer);
  }
  if (credentials.anonymous && !opensToAnonymous(endpoint.access)) throw credentials.unknownViewer();
  return credentials;
}

/** Who looks up first has a path with a project's `:id`, which is always valid. */
function ofProject(valid: Record<string, unknown>): ProjectCall["params"] {
  return valid as unknown as ProjectCall["params"];
}

/** Bad parameters are told to signed-in users only: to others it is 401 whatever they send. */
async function ensureKnown(db: Database, credentials: Credentials): Promise<void> {
  const [[viewer]] = await db.batch(findViewer(credentials.viewer));
  if (viewer?.viewer_id == null) throw credentials.unknownViewer();
}

function respond(c: Context<AppContext>, answer: unknown): Response {
  if (answer instanceof Response) return answer;
  if (!(answer instanceof Reply)) return json(c.req.method === "POST" ? 201 : 200, answer, {});
  if (answer.body === null) return new Response(null, { status: answer.status, headers: answer.headers });
  return json(answer.status, answer.body, answer.headers);
}

const json = (status: number, body: unknown, headers: Record<string, string>) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
