// Assigns every request an id, which log lines of errors contain.
import type { MiddlewareHandler } from "hono";
import type { AppContext } from "./dependencies.ts";

export const requestContext: MiddlewareHandler<AppContext> = async (c, next) => {
  const requestId = crypto.randomUUID();
  c.set("requestId", requestId);
  await next();
  c.res.headers.set("x-request-id", requestId);
};
