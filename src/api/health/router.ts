// Health checks for load balancers, deploy scripts and monitoring, outside the API's dialects.
import type { Context } from "hono";
import type { AppContext } from "../../middleware/dependencies.ts";
import { checkReadiness } from "../../services/server/check-readiness.ts";

const uncached = { "cache-control": "no-store" };

/** GET /-/health: this isolate runs. Touches nothing else. */
export const getHealth = (c: Context<AppContext>): Response => c.json({ status: "ok" }, 200, uncached);

/** GET /-/readiness: 200 when the deployment can serve requests, 503 with the failed checks otherwise. */
export async function getReadiness(c: Context<AppContext>): Promise<Response> {
  const { isReady, checks } = await checkReadiness(c.var.db, c.var.couriers);
  return c.json({ status: isReady ? "ok" : "failed", checks }, isReady ? 200 : 503, uncached);
}
