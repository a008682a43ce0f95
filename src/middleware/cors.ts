// CORS: pages of any origin may call the API, since it uses no cookies, only tokens that the page must have.
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

const exposed = [
  "Link",
  "X-Total",
  "X-Total-Pages",
  "X-Per-Page",
  "X-Page",
  "X-Next-Page",
  "X-Prev-Page",
  "X-Request-Id",
  "Server-Timing",
  "Preference-Applied",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "Idempotency-Replayed",
  "ETag",
  "X-D1-Bookmark",
].join(", ");

/** Responds to the preflight request that precedes a request with a token. */
export const preflight = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  allowHeaders: [
    "Authorization",
    "Content-Type",
    "PRIVATE-TOKEN",
    "SUDO",
    "If-None-Match",
    "Idempotency-Key",
    "Prefer",
    "X-D1-Bookmark",
    "X-Request-Id",
  ],
  maxAge: 86_400,
});

/** Sets headers on the finished response: headers set earlier would make Hono construct every response twice. */
export const openToBrowsers: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set("access-control-allow-origin", "*");
  c.res.headers.set("access-control-expose-headers", exposed);
};
