// GET /docs, /docs/* and /llms.txt: the reference, static assets that scripts/reference writes.
import type { Context, Next } from "hono";
import type { AppContext } from "../middleware/dependencies.ts";

const headers = {
  // Swagger UI sets style attributes and draws icons from data URLs.
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Continues with the web pages for other paths: a group may be named docs. */
export async function getReference(c: Context<AppContext>, next: Next): Promise<Response | undefined> {
  const found = await c.var.assets?.fetch(c.req.raw);
  if (found === undefined || found.status === 404) {
    await next();
    return;
  }
  // The headers of a fetched response cannot be changed.
  const response = new Response(found.body, found);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
