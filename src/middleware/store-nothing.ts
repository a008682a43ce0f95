// Keeps caches from storing what has no policy of its own: refusals, responses to writes and exports, which may have
// secrets.
import type { MiddlewareHandler } from "hono";

export const storeNothing: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
};
