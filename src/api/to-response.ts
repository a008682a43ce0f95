// Makes a response of what an endpoint returned. Reads get an entity tag and a cache policy, and may become a 304.
import type { Context } from "hono";
import { privatePolicy, sharedPolicy } from "../http/cache-policy.ts";
import { entityTag, unlessKnown } from "../http/conditional.ts";
import type { AppContext } from "../middleware/dependencies.ts";
import { isRead, share } from "./edge-cache.ts";
import { Reply } from "./endpoint.ts";

interface Parts {
  readonly status: number;
  /** JSON; null for an empty body. */
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param shared seconds for which caches may serve the response to everybody; only JSON is shared */
export function toResponse(c: Context<AppContext>, result: unknown, shared: number): Response {
  const { method, raw } = c.req;
  if (result instanceof Response) return isRead(method) ? unlessKnown(raw, withPolicy(result)) : result;
  const { status, text, headers } = partsOf(method, result);
  if (text === null) return new Response(null, { status, headers });
  if (!isRead(method)) return json(c, status, text, headers);
  const policy = shared > 0 ? sharedPolicy(shared) : privatePolicy;
  const response = json(c, status, text, { etag: entityTag(text, headers), ...policy, ...headers });
  if (shared > 0 && status === 200) share(c, response);
  return unlessKnown(raw, response);
}

function partsOf(method: string, result: unknown): Parts {
  if (!(result instanceof Reply)) {
    return { status: method === "POST" ? 201 : 200, text: JSON.stringify(result), headers: {} };
  }
  const { status, body, headers } = result;
  return { status, text: body === null ? null : JSON.stringify(body), headers };
}

function json(
  c: Context<AppContext>,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): Response {
  c.set("responseText", text);
  return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
}

function withPolicy(response: Response): Response {
  for (const [name, value] of Object.entries(privatePolicy)) response.headers.set(name, value);
  return response;
}
