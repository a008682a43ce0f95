// Serves the web pages: finds the route, identifies the visitor by their session, checks the forms' CSRF token, and
// frames what the page returns.
import type { Context, MiddlewareHandler } from "hono";
import { onUnknownRoute } from "../api/on-error.ts";
import { getCurrentUser } from "../api/v3/users/get-current-user.ts";
import { RepositoryGone } from "../durable-objects/repositories.ts";
import { ApiError, unauthorized } from "../http/errors.ts";
import { MOST_ANONYMOUS_BODY_BYTES, MOST_API_BODY_BYTES } from "../http/limits.ts";
import { normalisePath } from "../http/normalise-path.ts";
import { type GivenParams, readParams, readQuery } from "../http/sources.ts";
import type { Credentials } from "../middleware/authenticate.ts";
import type { AppContext } from "../middleware/dependencies.ts";
import { callerOf } from "../middleware/global-reads.ts";
import { errorLine } from "../observability/log-line.ts";
import { sufficient } from "../permissions/scopes.ts";
import { randomText } from "../permissions/token.ts";
import { brokenPage, expiredFormPage, forbiddenPage, notFoundPage, refusedPage } from "./error-pages.tsx";
import { gatherReads } from "./gather-reads.ts";
import { type CurrentUser, renderDocument, signInPath } from "./layout/document.tsx";
import type { Action, Page, View } from "./page.ts";
import { problemText } from "./problem-text.ts";
import { type MatchedRoute, matchPage } from "./router.ts";
import { type Cookies, clearCookie, readCookies, setBookmark, setFormKey } from "./session/cookies.ts";
import { hashSessionToken, isCsrfTokenOf } from "./session/session-token.ts";
import { PROFILE } from "./users/router.ts";
import { Visit } from "./visit.ts";

/** Refusals of a form that its page explains; others get a page of their own. */
const explained: ReadonlySet<number> = new Set([400, 405, 406, 409, 422]);

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    // Pictures in Markdown may be anywhere.
    "img-src 'self' https: data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "same-origin",
  vary: "Cookie",
  "x-content-type-options": "nosniff",
};

/** What no page has keeps the API's 404, unless a browser wants to show it. */
export const onlyPages: MiddlewareHandler<AppContext> = async (c, next) =>
  routeOf(c) === null ? onUnknownRoute(c) : await next();

export const servePages = (c: Context<AppContext>): Promise<Response> => servePage(c, routeOf(c) ?? unknownPage);

const isRead = ({ req }: Context<AppContext>): boolean => req.method === "GET" || req.method === "HEAD";

const unknownPage: MatchedRoute = { route: { pattern: "/*", serve: async () => notFoundPage }, params: {} };

function routeOf(c: Context<AppContext>): MatchedRoute | null {
  const path = normalisePath(c.req.raw);
  // A group may be named api.
  if (/^\/api\/v\d/.test(path)) return null;
  const found = matchPage(c.req.method, path);
  const isForBrowser = isRead(c) && (c.req.raw.headers.get("accept") ?? "").includes("text/html");
  // A client of the API that has the wrong address gets the API's 404.
  if (isForBrowser) return found ?? unknownPage;
  return found?.route.pattern === PROFILE ? null : found;
}

async function servePage(c: Context<AppContext>, { route, params }: MatchedRoute): Promise<Response> {
  c.set("route", route.pattern);
  const url = new URL(c.req.url);
  // Links and redirects are made of it: `//host` would lead to another server.
  url.pathname = normalisePath(c.req.raw);
  const { reads } = c.var;
  const cookies = readCookies(c.req.raw.headers, url.protocol === "https:");
  const formKey = cookies.session === null ? (cookies.formKey ?? randomText(40)) : null;
  const credentials = credentialsOf(cookies, c);
  reads?.begin(c.req.raw, callerOf(credentials.viewer), cookies.bookmark);
  const given = await readGiven(c, cookies, url, typeof route.serve !== "function");
  const isRefused = given instanceof ApiError;
  const visit = new Visit({
    url,
    headers: c.req.raw.headers,
    path: params,
    query: isRefused ? new Map() : given.query,
    form: isRefused ? new Map() : (given.form ?? new Map()),
    base: { ...baseOf(c, credentials), baseUrl: url.origin },
    cookie: cookies.session ?? formKey ?? "",
    rootTokenHash: c.var.rootTokenHash,
  });
  if (formKey !== null && formKey !== cookies.formKey) visit.addCookie(setFormKey(formKey, visit.isSecure));
  if (isRefused) return refuse(c, visit, cookies, given);
  if (given.form === null) return frame(c, visit, cookies, expiredFormPage);
  const response = await answer(c, visit, cookies, route.serve);
  // The redirect may be followed to another isolate, and browsers send no bookmark.
  const written = isRead(c) ? null : (reads?.bookmark ?? null);
  if (written !== null) response.headers.append("set-cookie", setBookmark(written, visit.isSecure));
  return response;
}

const baseOf = (c: Context<AppContext>, credentials: Credentials) => {
  const { db, repositories, couriers, notifiers, now, allowLocalHooks } = c.var;
  return { db, repositories, couriers, notifiers, now, allowLocalHooks, credentials, viewer: credentials.viewer };
};

/** Those of the session. It is looked up by the statements of the page, like a token by those of the API. */
function credentialsOf({ session }: Cookies, c: Context<AppContext>): Credentials {
  const { rootTokenHash, now } = c.var;
  const hash = session === null ? null : hashSessionToken(session, rootTokenHash);
  return {
    viewer: {
      known_id: null,
      known_username: null,
      token_hash: hash,
      scopes: sufficient.none,
      today: now.slice(0, 10),
    },
    anonymous: hash === null,
    malformed: false,
    unknownViewer: unauthorized,
    sudo: false,
  };
}

/** The query and, of an action, the form; the refusal if they cannot be read. */
async function readGiven(c: Context<AppContext>, cookies: Cookies, url: URL, isAction: boolean) {
  try {
    const form = isAction ? await readForm(c, cookies, url) : new Map<string, unknown>();
    return { query: readQuery(url).given, form };
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The fields of a submitted form; null without its CSRF token, and from another site. */
async function readForm(c: Context<AppContext>, cookies: Cookies, url: URL): Promise<GivenParams | null> {
  const { raw } = c.req;
  const mostBytes = cookies.session === null ? MOST_ANONYMOUS_BODY_BYTES : MOST_API_BODY_BYTES;
  const form = await readParams(raw, { given: new Map(), count: 0 }, mostBytes);
  const key = cookies.session ?? cookies.formKey;
  const given = form.get("authenticity_token");
  const origin = raw.headers.get("origin");
  const isOwn = origin === null || origin === url.origin;
  return isOwn && key !== null && typeof given === "string" && isCsrfTokenOf(key, given) ? form : null;
}

async function answer(c: Context<AppContext>, visit: Visit, cookies: Cookies, serve: Page | Action): Promise<Response> {
  const { reads } = c.var;
  const run = () => (typeof serve === "function" ? show(c, visit, cookies, serve) : submit(c, visit, cookies, serve));
  try {
    return await (reads === undefined ? run() : reads.recheck(run));
  } catch (error) {
    return refuse(c, visit, cookies, error);
  }
}

async function show(c: Context<AppContext>, visit: Visit, cookies: Cookies, page: Page): Promise<Response> {
  gatherReads(c.var.db);
  // Begun with the page, so that both are one round trip.
  const [answered, me] = await Promise.all([page(visit), currentUser(visit)]);
  return answered instanceof Response ? withCookies(visit, answered) : respond(c, visit, cookies, answered, me);
}

async function submit(c: Context<AppContext>, visit: Visit, cookies: Cookies, action: Action): Promise<Response> {
  try {
    const answered = await action.submit(visit);
    return answered instanceof Response ? withCookies(visit, answered) : await frame(c, visit, cookies, answered);
  } catch (error) {
    if (!(error instanceof ApiError) || !explained.has(error.status)) throw error;
    visit.problem = problemText(error);
    const { status } = error;
    return await show(c, visit, cookies, async (again) => {
      const form = await action.form(again);
      return form instanceof Response ? form : { ...form, status };
    });
  }
}

/** A page that says why there is none. */
async function refuse(c: Context<AppContext>, visit: Visit, cookies: Cookies, error: unknown): Promise<Response> {
  if (error instanceof RepositoryGone) return frame(c, visit, cookies, notFoundPage);
  if (!(error instanceof ApiError)) {
    const { requestId } = c.var;
    const { method } = c.req;
    const line = { time: new Date().toISOString(), requestId, method, route: c.var.route ?? null };
    console.error(errorLine(line, error instanceof Error ? error : new Error(String(error))));
    return respond(c, visit, cookies, brokenPage(requestId), null);
  }
  // Feed readers do not sign in.
  if (error.status === 401 && c.var.route?.includes(".atom"))
    return new Response("401 Unauthorized\n", { status: 401, headers: { "x-content-type-options": "nosniff" } });
  if (error.status === 401 && (await currentUser(visit)) === null) {
    if (visit.isSignedIn) visit.addCookie(clearCookie("session", visit.isSecure));
    return withCookies(visit, visit.redirect(isRead(c) ? signInPath(visit.url) : "/-/sign_in"));
  }
  if (error.status === 404) return frame(c, visit, cookies, notFoundPage);
  const text = problemText(error);
  const view = error.status === 403 || error.status === 401 ? forbiddenPage(text) : refusedPage(error.status, text);
  return frame(c, visit, cookies, view);
}

const frame = async (c: Context<AppContext>, visit: Visit, cookies: Cookies, view: View): Promise<Response> =>
  respond(c, visit, cookies, view, await currentUser(visit));

/** Null for a visitor without a session, whom the API refuses without a round trip, and with one that has ended. */
async function currentUser(visit: Visit): Promise<CurrentUser | null> {
  try {
    return await visit.api.call(getCurrentUser, {});
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

function respond(
  c: Context<AppContext>,
  visit: Visit,
  { notice }: Cookies,
  view: View,
  me: CurrentUser | null,
): Response {
  const text = renderDocument({ visit, me, view, notice });
  c.set("responseText", text);
  if (notice !== null) visit.addCookie(clearCookie("notice", visit.isSecure));
  // What answers a form may show a new token.
  const cacheControl = c.req.method === "POST" ? "no-store" : "private, no-cache";
  const headers = { ...pageHeaders, "cache-control": cacheControl };
  return withCookies(visit, new Response(text, { status: view.status ?? 200, headers }));
}

function withCookies(visit: Visit, response: Response): Response {
  for (const cookie of visit.newCookies) response.headers.append("set-cookie", cookie);
  return response;
}
