// Refuses what a hook sends: a hook that led to this server under another of its names would tell of its own deliveries.
import type { MiddlewareHandler } from "hono";
import { ApiError } from "../http/errors.ts";

export const refuseDeliveries: MiddlewareHandler = async (c, next) => {
  const { headers } = c.req.raw;
  if (headers.get("user-agent") === "Tributary" && headers.has("webhook-id")) {
    throw new ApiError(508, { message: "508 Loop Detected" });
  }
  await next();
};
