// Turns thrown errors into responses: refusals keep their status and body, bugs become a 500 and a log line.
import type { Context } from "hono";
import { RepositoryGone } from "../durable-objects/repositories.ts";
import { ApiError, notFound, unknownRoute } from "../http/errors.ts";
import type { AppContext } from "../middleware/dependencies.ts";

export function onError(error: Error, c: Context<AppContext>): Response {
  if (error instanceof ApiError) return refusal(error);
  // The project was deleted during the request.
  if (error instanceof RepositoryGone) return refusal(notFound("Project"));
  console.error(`request ${c.var.requestId} ${c.req.method} ${new URL(c.req.url).pathname}`, error);
  return refusal(new ApiError(500, { message: "500 Internal Server Error" }));
}

export const onUnknownRoute = (): Response => refusal(unknownRoute());

function refusal(error: ApiError): Response {
  if (error.body === null) return new Response(null, { status: error.status });
  return new Response(JSON.stringify(error.body), {
    status: error.status,
    headers: { "content-type": "application/json" },
  });
}
