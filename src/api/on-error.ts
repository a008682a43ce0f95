// Turns thrown errors into responses: refusals keep their status and body, bugs become a 500 and a log line.
import type { Context } from "hono";
import { RepositoryGone } from "../durable-objects/repositories.ts";
import { ApiError, notFound, unknownRoute } from "../http/errors.ts";
import type { AppContext } from "../middleware/dependencies.ts";
import { routeOf } from "../middleware/observe.ts";
import { errorLine } from "../observability/log-line.ts";

export function onError(error: Error, c: Context<AppContext>): Response {
  if (error instanceof ApiError) return refusal(c, error);
  // The project was deleted during the request.
  if (error instanceof RepositoryGone) return refusal(c, notFound("Project"));
  const { requestId } = c.var;
  console.error(
    errorLine({ time: new Date().toISOString(), requestId, method: c.req.method, route: routeOf(c) }, error),
  );
  return refusal(c, new ApiError(500, { message: "500 Internal Server Error" }));
}

export const onUnknownRoute = (c: Context<AppContext>): Response => refusal(c, unknownRoute());

function refusal(c: Context<AppContext>, { status, body, headers }: ApiError): Response {
  if (body === null) return new Response(null, { status, headers });
  const text = JSON.stringify(body);
  c.set("responseText", text);
  return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
}
