// GET /-/assets/*: the stylesheet, the icon and the modules of the pages.
import type { Context } from "hono";
import { onUnknownRoute } from "../api/on-error.ts";
import { parseEnvironment } from "../env.ts";
import type { AppContext } from "../middleware/dependencies.ts";

const headers = {
  // A new version of the server has the same names.
  "cache-control": "public, max-age=300, stale-while-revalidate=86400",
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff",
};

export async function getPageAsset(c: Context<AppContext>): Promise<Response> {
  const found = await parseEnvironment(c.env).ASSETS?.fetch(c.req.raw);
  if (found === undefined || found.status === 404) return onUnknownRoute(c);
  // The headers of a fetched response cannot be changed.
  const response = new Response(found.body, found);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
