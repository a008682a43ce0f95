// Browsers may call the API from anywhere: it knows no cookies, only tokens that a page must already hold.
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
].join(", ");

/** Answers the question a browser asks before it sends a token. */
export const preflight = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "PRIVATE-TOKEN", "SUDO"],
  maxAge: 86_400,
});

/** Set on the finished response: headers set before it would have Hono make every response twice. */
export const openToBrowsers: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set("access-control-allow-origin", "*");
  c.res.headers.set("access-control-expose-headers", exposed);
};
