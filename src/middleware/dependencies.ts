// The composition root: creates the database and the Durable Object clients of a request.
import type { MiddlewareHandler } from "hono";
import type { Database } from "../db/database.ts";
import { openDatabase } from "../db/open.ts";
import { type Recall, recallOf } from "../db/recall.ts";
import { Couriers } from "../durable-objects/couriers.ts";
import { Notifiers } from "../durable-objects/notifiers.ts";
import { type ClientLocation, creatorsHint, fixedHint } from "../durable-objects/placement.ts";
import { Repositories } from "../durable-objects/repositories.ts";
import { type Environment, parseEnvironment } from "../env.ts";
import type { Credentials } from "./authenticate.ts";
import { GlobalReads } from "./global-reads.ts";
import { addServerTiming } from "./server-timing.ts";

export interface AppContext {
  Bindings: object;
  Variables: {
    requestId: string;
    /** Milliseconds since the epoch. */
    startedAt: number;
    /** The pattern of a web page's path, which Hono does not know. */
    route?: string;
    /** The response's body, where it is a text. */
    responseText?: string;
    /** The request's, which is parsed once. */
    url: URL;
    /** Time of the request, ISO 8601 with milliseconds. */
    now: string;
    db: Database;
    recall: Recall;
    /** Undefined unless GLOBAL_READS is set. */
    reads: GlobalReads | undefined;
    repositories: Repositories;
    couriers: Couriers;
    notifiers: Notifiers;
    /** Of the API's requests, once they are read: the body may contain a token. */
    credentials?: Credentials;
    assets: Fetcher | undefined;
    rootTokenHash: string | undefined;
    /** Seconds for which caches may serve an anonymous response to others; 0 for none. */
    edgeCacheSeconds: number;
    /** True if webhooks may have any address (HOOKS_ALLOW_LOCAL). */
    allowLocalHooks: boolean;
  };
}

export const dependencies: MiddlewareHandler<AppContext> = async (c, next) => {
  const environment = parseEnvironment(c.env);
  const db = openDatabase(environment);
  const url = new URL(c.req.url);
  c.set("url", url);
  c.set("now", new Date().toISOString());
  c.set("db", db);
  c.set("recall", recallOf(environment));
  const reads = readsOf(environment, db);
  c.set("reads", reads);
  const repositories = repositoriesOf(environment, url, c.req.raw, (bookmark) => reads?.note(bookmark));
  c.set("repositories", repositories);
  c.set("notifiers", new Notifiers(environment.NOTIFIERS));
  const couriers = new Couriers(environment.COURIERS);
  c.set("couriers", couriers);
  c.set("assets", environment.ASSETS);
  c.set("rootTokenHash", environment.rootTokenHash);
  c.set("edgeCacheSeconds", environment.EDGE_CACHE_SECONDS);
  c.set("allowLocalHooks", environment.HOOKS_ALLOW_LOCAL === "true");
  await next();
  reads?.end(c.res);
  if (db.couriers.size > 0) c.executionCtx.waitUntil(couriers.wake(db.couriers));
  if (db.notified.size > 0) c.executionCtx.waitUntil(c.get("notifiers").wake(db.notified));
  if (repositories.hasCreated) c.executionCtx.waitUntil(repositories.placeCreated());
  const timed = { request: c.req.raw, db, startedAt: c.get("startedAt") };
  addServerTiming(c.res, timed, environment.DATABASE_COST === "true");
};

/** For what needs nothing else. */
export const assets: MiddlewareHandler<AppContext> = async (c, next) => {
  c.set("assets", parseEnvironment(c.env).ASSETS);
  await next();
};

const readsOf = ({ DB, GLOBAL_READS }: Environment, db: Database): GlobalReads | undefined =>
  DB !== undefined && GLOBAL_READS === "true" ? new GlobalReads(db, DB) : undefined;

const repositoriesOf = (
  { REPOSITORIES, REPOSITORY_PLACEMENT: placement }: Environment,
  url: URL,
  request: Request,
  note: (bookmark: string) => void,
): Repositories =>
  new Repositories(REPOSITORIES, {
    drainOutbox: true,
    server: url.origin,
    hint: fixedHint(placement),
    creatorsHint: creatorsHint(placement, locationOf(request)),
    note,
  });

/** Cloudflare adds `cf` to every request that it receives. */
const locationOf = ({ cf }: Request): ClientLocation | undefined => cf as ClientLocation | undefined;
