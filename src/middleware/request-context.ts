// Assigns every request an id, which its response and its log lines contain, and reports the request when it is served.
import type { MiddlewareHandler } from "hono";
import type { AppContext } from "./dependencies.ts";
import { observe } from "./observe.ts";

export const requestContext: MiddlewareHandler<AppContext> = async (c, next) => {
  const requestId = acceptedId(c.req.raw.headers.get("x-request-id")) ?? crypto.randomUUID();
  c.set("requestId", requestId);
  c.set("startedAt", Date.now());
  await next();
  c.res.headers.set("x-request-id", requestId);
  observe(c);
};

/** The client's id, unless it could be an access token put into the wrong header: ids are logged. */
function acceptedId(id: string | null): string | null {
  return id !== null && /^[\w.-]{1,128}$/.test(id) && !id.startsWith("trb_") ? id : null;
}
