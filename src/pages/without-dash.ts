// GET /:namespace/:project/-/...: API v4's addresses of what the pages show without the dash.
import type { Context } from "hono";

export function withoutDash({ req }: Context): Response {
  const { pathname, search, origin } = new URL(req.url);
  // The headers of Response.redirect cannot be changed.
  const location = origin + pathname.replace("/-/", "/") + search;
  return new Response(null, { status: 302, headers: { location } });
}
