// Refuses webhook deliveries of this server: a webhook to one of its own names could trigger itself endlessly.
import type { MiddlewareHandler } from "hono";
import { ApiError } from "../http/errors.ts";

export const refuseDeliveries: MiddlewareHandler = async (c, next) => {
  const { headers } = c.req.raw;
  if (headers.get("user-agent") === "Tributary" && headers.has("webhook-id")) {
    throw new ApiError(508, { message: "508 Loop Detected" });
  }
  await next();
};
