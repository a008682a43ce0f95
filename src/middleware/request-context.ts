// Gives every request an id, under which a 500 is found in the log.
import type { MiddlewareHandler } from "hono";
import type { AppContext } from "./dependencies.ts";

export const requestContext: MiddlewareHandler<AppContext> = async (c, next) => {
  const requestId = crypto.randomUUID();
  c.set("requestId", requestId);
  await next();
  c.res.headers.set("x-request-id", requestId);
};
