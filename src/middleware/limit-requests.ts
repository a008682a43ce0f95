// Rate limits per token and per address, by Cloudflare's rate limiting bindings. Without bindings nothing is limited.
import type { Context, MiddlewareHandler, Next } from "hono";
import type { Database } from "../db/database.ts";
import { type Environment, parseEnvironment, type RateLimitName } from "../env.ts";
import { clientAddress } from "../http/client-address.ts";
import { discardBody } from "../http/request-body.ts";
import { readQuery } from "../http/sources.ts";
import { THROTTLED, THROTTLED_GIT, throttlingHeaders } from "../http/too-many-requests.ts";
import { logSeldom } from "../observability/seldom.ts";
import { sufficient } from "../permissions/scopes.ts";
import type { ViewerKey } from "../permissions/visible.ts";
import { viewerOfToken } from "./authenticate.ts";
import { readGitCredentials } from "./authenticate-git.ts";
import type { AppContext } from "./dependencies.ts";
import { ExpiringKeys } from "./expiring-keys.ts";

type Kind = "api" | "git";

const names = {
  api: { tokens: "API_TOKENS", addresses: "API_ADDRESSES" },
  git: { tokens: "GIT_TOKENS", addresses: "GIT_ADDRESSES" },
} as const;

/**
 * Tokens this isolate has lately found valid at an address ({@link sourceOf}). Until then a token counts for its address,
 * too: it may be invented.
 */
const admitted = new ExpiringKeys(600_000);
/** Addresses with too many failed sign-ins: a binding cannot be read without counting, so the isolate remembers them. */
const blocked = new ExpiringKeys(60_000);

/** The key of ROOT_TOKEN, which has no limit of its own. */
const ROOT = "root";

interface Attempt {
  readonly address: string;
  /** Hash of a well-formed token, or {@link ROOT}; null for none, for a malformed one and for one in the body. */
  readonly token: string | null;
  /** True if a 401 would be a failed sign-in. */
  readonly isSignIn: boolean;
  /** True for a malformed token, which may be a guess of ROOT_TOKEN. */
  readonly isGuess: boolean;
}

const sourceOf = ({ address, token }: Attempt): string => `${address} ${token}`;

export const limitRequests =
  (kind: Kind): MiddlewareHandler<AppContext> =>
  (c, next) => {
    const environment = parseEnvironment(c.env);
    return environment.hasRateLimits ? limit(kind, c, next, environment) : next();
  };

async function limit(kind: Kind, c: Context<AppContext>, next: Next, environment: Environment) {
  const attempt = attemptOf(kind, c.req.raw, environment.rootTokenHash);
  const exceeded = await exceededBy(kind, attempt, environment);
  if (exceeded !== null) {
    await discardBody(c.req.raw);
    return throttle(c, kind, exceeded, environment);
  }
  await next();
  const failed = await failedSignIn(kind, c, attempt, environment);
  if (failed === null) return;
  // Otherwise Hono would add the headers of the 401.
  c.res = undefined;
  c.res = throttle(c, kind, failed, environment);
}

function attemptOf(kind: Kind, request: Request, rootTokenHash: string | undefined): Attempt {
  const { headers, url } = request;
  const address = clientAddress(headers);
  const today = new Date().toISOString().slice(0, 10);
  const options = { rootTokenHash, scopes: sufficient.none, today };
  if (kind === "git") {
    const { viewer, given } = readGitCredentials(headers, options);
    return { address, token: keyOf(viewer), isSignIn: given, isGuess: false };
  }
  const query = url.includes("?") ? readQuery(new URL(url)).given : new Map<string, unknown>();
  const viewer = viewerOfToken(headers, query, options);
  const token = viewer && keyOf(viewer);
  // The body, which has not been read yet, may contain a token.
  const isSignIn = viewer !== null || request.body !== null;
  return { address, token, isSignIn, isGuess: viewer !== null && token === null };
}

/** Only ROOT_TOKEN finds users by id or name, itself and with sudo. */
const keyOf = ({ known_id, known_username, token_hash }: ViewerKey): string | null =>
  known_id === null && known_username === null ? token_hash : ROOT;

/** The limit that refuses the request; null if none does. */
async function exceededBy(kind: Kind, attempt: Attempt, environment: Environment): Promise<RateLimitName | null> {
  const { address, token, isSignIn } = attempt;
  const isAdmitted = token !== null && admitted.has(sourceOf(attempt));
  if (isSignIn && !isAdmitted && blocked.has(address)) return "FAILED_SIGN_INS";
  const { tokens, addresses } = names[kind];
  const [passesToken, passesAddress] = await Promise.all([
    token === null || token === ROOT || passes(environment, tokens, token),
    isAdmitted || passes(environment, addresses, address),
  ]);
  if (!passesToken) return tokens;
  return passesAddress ? null : addresses;
}

/** Counts a failed sign-in; returns the limit if the address has exceeded it. */
async function failedSignIn(kind: Kind, c: Context<AppContext>, attempt: Attempt, environment: Environment) {
  const { address, token, isSignIn } = attempt;
  const source = sourceOf(attempt);
  const db: Database | undefined = c.get("db");
  const credentials = c.get("credentials");
  // Pages set no credentials. Their only 401 refuses a token, which a session must not shield.
  const isPage = kind === "api" && credentials === undefined;
  const isKnown = !isPage && db?.viewer?.viewer_id != null;
  // A token in the body takes precedence over one in a header, which then has proved nothing.
  const used = kind === "git" ? token : credentials && keyOf(credentials.viewer);
  if (isKnown && token !== null && used === token) admitted.add(source);
  // Known users get 401 where GitLab says so instead of 403.
  if (isKnown) return null;
  // Whatever a guess reads, and how large its body may be, shows whether it is right.
  const isGuess = attempt.isGuess || credentials?.malformed === true;
  if (!isGuess && !(isSignIn && c.res.status === 401)) return null;
  // The body may have contained another token than the headers, which must not shield guesses.
  admitted.delete(source);
  if (await passes(environment, "FAILED_SIGN_INS", address)) return null;
  blocked.add(address);
  return "FAILED_SIGN_INS";
}

/** Counts the key. Without the binding, and if it fails, the key passes. */
async function passes(environment: Environment, name: RateLimitName, key: string): Promise<boolean> {
  try {
    return (await environment[name]?.limit({ key }))?.success ?? true;
  } catch (error) {
    logSeldom("A rate limit could not be checked, so that requests pass", error);
    return true;
  }
}

function throttle(c: Context<AppContext>, kind: Kind, name: RateLimitName, environment: Environment): Response {
  const [text, type] = kind === "api" ? [THROTTLED, "application/json"] : [THROTTLED_GIT, "text/plain; charset=utf-8"];
  c.set("responseText", text);
  const headers = throttlingHeaders({ name, limit: environment.REQUESTS_PER_MINUTE[name] });
  return new Response(text, { status: 429, headers: { "content-type": type, ...headers } });
}
