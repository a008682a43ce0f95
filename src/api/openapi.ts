// GET /api/v3/openapi.json: the description of the API, a static asset that scripts/openapi generates.
import type { Context } from "hono";
import type { AppContext } from "../middleware/dependencies.ts";
import { onUnknownRoute } from "./on-error.ts";

export async function getDescription(c: Context<AppContext>): Promise<Response> {
  const { assets } = c.var;
  if (assets === undefined) return onUnknownRoute(c);
  const response = await assets.fetch(c.req.raw);
  // The headers of a fetched response cannot be changed.
  return new Response(response.body, response);
}
