// Bindings and variables, validated once per isolate: the first request fails if a setting is wrong.
import * as v from "valibot";
import type { CourierNamespace } from "./durable-objects/couriers.ts";
import type { NotifierNamespace } from "./durable-objects/notifiers.ts";
import type { RepositoryNamespace } from "./durable-objects/repositories.ts";
import { hashToken } from "./permissions/token.ts";

const flag = v.optional(v.picklist(["true", "false"]), "false");

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

const rateLimit = v.optional(v.custom<RateLimit>(isObject));

const rateLimitNames = ["API_TOKENS", "API_ADDRESSES", "GIT_TOKENS", "GIT_ADDRESSES", "FAILED_SIGN_INS"] as const;

export type RateLimitName = (typeof rateLimitNames)[number];

const environment = v.object({
  /** D1; required unless LIBSQL_URL is set. */
  DB: v.optional(v.custom<D1Database>(isObject)),
  /** Durable Objects with the git repositories. */
  REPOSITORIES: v.custom<RepositoryNamespace>(isObject),
  /** Durable Objects that deliver webhooks. */
  COURIERS: v.custom<CourierNamespace>(isObject),
  /** Durable Objects that create notifications. */
  NOTIFIERS: v.custom<NotifierNamespace>(isObject),
  /** The static assets of wrangler.toml. */
  ASSETS: v.optional(v.custom<Fetcher>(isObject)),
  /** Cloudflare's mail binding. Mails are sent only if MAIL, MAIL_FROM and EXTERNAL_URL are all set. */
  MAIL: v.optional(v.custom<SendEmail>(isObject)),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(/^[^\s@<>]+@[^\s@<>]+$/, "is no address"))),
  /** `https://host`, to which mails link. The host of a request is unsuitable: its client chooses it. */
  EXTERNAL_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "is no http or https URL"),
      v.transform((text) => new URL(text)),
      v.check((url) => url.href === `${url.origin}/`, "has more than a host and a port"),
      v.transform(({ origin }) => origin),
    ),
  ),
  LIBSQL_URL: v.optional(v.pipe(v.string(), v.url())),
  LIBSQL_AUTH_TOKEN: v.optional(v.string()),
  /** Keeps connections of the libSQL server from one request to the next. */
  LIBSQL_KEEP_STREAMS: flag,
  /** The administrator's token. Without one only tokens in the database work. */
  ROOT_TOKEN: v.optional(v.pipe(v.string(), v.minLength(8, "must have at least 8 characters"))),
  /** Adds a `Server-Timing` header with round trips, statements and rows to every response. */
  DATABASE_COST: flag,
  /** Writes one line per request to the log. */
  LOG_REQUESTS: flag,
  /** Analytics Engine's dataset, which gets one data point per request. */
  METRICS: v.optional(v.custom<AnalyticsEngineDataset>(isObject)),
  /** Cloudflare's rate limiting. What has no binding is not limited. */
  API_TOKENS: rateLimit,
  API_ADDRESSES: rateLimit,
  GIT_TOKENS: rateLimit,
  GIT_ADDRESSES: rateLimit,
  FAILED_SIGN_INS: rateLimit,
  /** The limits of these bindings, which do not report them. */
  REQUESTS_PER_MINUTE: v.optional(v.record(v.string(), v.number()), {}),
  /** Lets reads go to the nearest replica of D1. */
  GLOBAL_READS: flag,
  /** Location of new repositories: near their creator, as Cloudflare decides, or at one of its location hints. */
  REPOSITORY_PLACEMENT: v.optional(
    v.picklist(["near_creator", "default", "wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"]),
    "near_creator",
  ),
  /** Seconds for which Cloudflare's cache serves anonymous responses; 0 for none. */
  EDGE_CACHE_SECONDS: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,5}$/, "is no number of seconds up to 99999"), v.transform(Number)),
    "0",
  ),
  /** Allows webhooks to any host and over plain http, for local development. */
  HOOKS_ALLOW_LOCAL: flag,
});

/** Contains only the hash of ROOT_TOKEN, as of every other token. */
export interface Environment extends Omit<v.InferOutput<typeof environment>, "ROOT_TOKEN"> {
  readonly rootTokenHash: string | undefined;
  readonly hasRateLimits: boolean;
}

/** Where requests are reported. */
export interface Sinks {
  readonly isLogging: boolean;
  readonly metrics: AnalyticsEngineDataset | undefined;
}

/** Does not validate: requests that fail because of wrong settings are reported, too. */
export function sinksOf(bindings: object): Sinks {
  const { LOG_REQUESTS, METRICS } = bindings as { LOG_REQUESTS?: unknown; METRICS?: AnalyticsEngineDataset };
  return { isLogging: LOG_REQUESTS === "true", metrics: METRICS };
}

type Issues = readonly v.InferIssue<typeof environment>[];

const describe = (issues: Issues): string =>
  issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join("; ");

/**
 * Validates variables before there are bindings, so that a server with wrong ones does not start.
 *
 * @returns what is wrong with them, as {@link parseEnvironment} words it; empty if nothing is
 */
export function wrongVariables(variables: Readonly<Record<string, string>>): string {
  const { issues = [] } = v.safeParse(environment, variables);
  return describe(issues.filter((issue) => String(issue.path?.[0].key) in variables));
}

const parsed = new WeakMap<object, Environment>();

/** Parses each bindings object once. @throws Error that names each wrong variable */
export function parseEnvironment(bindings: object): Environment {
  const known = parsed.get(bindings);
  if (known) return known;
  const result = v.safeParse(environment, bindings);
  if (!result.success) throw new Error(`The Worker's settings are wrong. ${describe(result.issues)}`);
  if (!result.output.DB && !result.output.LIBSQL_URL) {
    throw new Error("The Worker's settings are wrong. Neither a D1 binding DB nor LIBSQL_URL is there.");
  }
  if (result.output.GLOBAL_READS === "true" && result.output.LIBSQL_URL !== undefined) {
    throw new Error("The Worker's settings are wrong. GLOBAL_READS works with D1 only: remove it or LIBSQL_URL.");
  }
  const { ROOT_TOKEN, ...rest } = result.output;
  const settings = {
    ...rest,
    rootTokenHash: ROOT_TOKEN === undefined ? undefined : hashToken(ROOT_TOKEN),
    hasRateLimits: rateLimitNames.some((name) => rest[name] !== undefined),
  };
  parsed.set(bindings, settings);
  return settings;
}
