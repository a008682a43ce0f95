// A client of the API over openapi-fetch. It resolves to successes only and throws everything else.
import createFetchClient, { type Middleware } from "openapi-fetch";
import { ApiError } from "./api-error.ts";
import type { Arguments, Method, ParseAs, PathOf, Result } from "./operations.ts";
import { IDEMPOTENCY_KEY, randomKey, type Send, withRetries } from "./retries.ts";
import type { paths } from "./schema.d.ts";

export interface ClientOptions {
  /** The address of the server, such as `https://tributary.example`. */
  readonly url: string;
  /** An access token. Without one only what is public can be read. */
  readonly token?: string | undefined;
  /** In place of the global `fetch`, such as that of a service binding. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * The number of times that a request is repeated, 0 by default: after a 429, and after a 5xx or a broken connection if
   * that is safe. With retries each POST and PUT has an `Idempotency-Key`, so that it is carried out once.
   */
  readonly retries?: number;
}

/** @throws ApiError if the server refuses the call; what `fetch` throws if there is no response */
type Call<M extends Method> = <Path extends PathOf<M>, As extends ParseAs = "json">(
  path: Path,
  ...options: Arguments<paths[Path][M], As>
) => Promise<Result<paths[Path][M], As>>;

export interface TributaryClient {
  readonly GET: Call<"get">;
  readonly POST: Call<"post">;
  readonly PUT: Call<"put">;
  readonly DELETE: Call<"delete">;
}

export function createClient({ url, token, fetch, retries = 0 }: ClientOptions): TributaryClient {
  // Looked up at each call, as the global may be replaced; it must not be called as a method.
  const send: Send = fetch ?? ((request) => globalThis.fetch(request));
  const client = createFetchClient({
    baseUrl: `${url.replace(/\/+$/, "")}/api/v3`,
    headers: token === undefined ? {} : { "PRIVATE-TOKEN": token },
    fetch: retries > 0 ? withRetries(send, retries) : send,
    // A followed redirect to another host would take the token along.
    redirect: "manual",
  });
  client.use(throwing);
  if (retries > 0) client.use(addingKeys);
  return withThrownErrors(client);
}

const throwing: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw new ApiError(response, await response.text());
  },
};

const addingKeys: Middleware = {
  onRequest({ request }) {
    const isKeyed = request.method === "POST" || request.method === "PUT";
    if (isKeyed && !request.headers.has(IDEMPOTENCY_KEY)) request.headers.set(IDEMPOTENCY_KEY, randomKey());
  },
};

/** The same client: as {@link throwing} throws every refusal, no result has an `error`, and each has its `data`. */
const withThrownErrors = (client: object): TributaryClient => client as TributaryClient;
