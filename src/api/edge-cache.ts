// Responses to anonymous requests in the cache of the data center that serves them (EDGE_CACHE_SECONDS).
import type { Context } from "hono";
import { isForEverybody } from "../http/cache-policy.ts";
import type { GivenParams } from "../http/sources.ts";
import type { AppContext } from "../middleware/dependencies.ts";
import { type Endpoint, opensToAnonymous } from "./endpoint.ts";

/** Seconds for which caches may serve the response of this request to everybody; 0 if they may not. */
export function sharedSeconds(endpoint: Endpoint, c: Context<AppContext>, given: GivenParams): number {
  const edgeCacheSeconds = c.get("edgeCacheSeconds");
  if (edgeCacheSeconds === 0 || !opensToAnonymous(endpoint.access)) return 0;
  return isRead(c.req.method) && isForEverybody(c.req.raw, given) ? edgeCacheSeconds : 0;
}

export const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

/** The cached response, with headers that may be changed. */
export async function findShared(url: string): Promise<Response | undefined> {
  const found = await edgeCache().match(keyOf(url));
  return found && new Response(found.body, found);
}

/** Keeps a copy of the response after it has been sent. */
export function share(c: Context<AppContext>, response: Response): void {
  c.executionCtx.waitUntil(edgeCache().put(keyOf(c.req.url), response.clone()));
}

/** Without the request's headers: `match` would evaluate If-None-Match and Range. */
const keyOf = (url: string) => new Request(url);

/** workerd's own cache. The types of the DOM, which tests load, do not have it. */
const edgeCache = (): Cache => (caches as unknown as { readonly default: Cache }).default;
