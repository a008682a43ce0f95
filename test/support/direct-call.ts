// Calls endpoints without HTTP, as pages do, with params that no request can carry.
import { type Call, type Endpoint, Reply } from "../../src/api/endpoint.ts";
import { openD1 } from "../../src/db/d1.ts";
import type { DatabaseCost } from "../../src/db/database.ts";
import { Couriers } from "../../src/durable-objects/couriers.ts";
import { Notifiers } from "../../src/durable-objects/notifiers.ts";
import { Repositories, type RepositoryNamespace } from "../../src/durable-objects/repositories.ts";
import { ApiError } from "../../src/http/errors.ts";
import { validateParams } from "../../src/http/params.ts";
import { readCredentials } from "../../src/middleware/authenticate.ts";
import { sufficient } from "../../src/permissions/scopes.ts";
import type { Caller } from "./api.ts";
import type { ServerInProcess } from "./server.ts";

export interface DirectAnswer {
  /** 200 also for a POST: the handler does not choose its status. */
  readonly status: number;
  /** As JSON would carry it. */
  readonly body: unknown;
  readonly cost: Pick<DatabaseCost, "roundTrips" | "statements">;
}

const url = "https://direct.example";

/** @param given the values of the params, those of the path included */
export async function callDirectly(
  { d1, repositories }: ServerInProcess,
  caller: Caller,
  endpoint: Endpoint,
  given: Readonly<Record<string, unknown>>,
): Promise<DirectAnswer> {
  const now = new Date().toISOString();
  const options = { rootTokenHash: undefined, scopes: sufficient.none, today: now.slice(0, 10) };
  const credentials = readCredentials(new Headers(caller.headers), new Map(), options);
  if ("refusedSudo" in credentials) throw new Error("No call names another user.");
  const db = openD1(d1);
  const validation = validateParams(endpoint.params, endpoint.rules ?? {}, new Map(Object.entries(given)));
  if ("refusal" in validation) throw validation.refusal;
  const { status, body } = await answerOf(endpoint, {
    params: validation.values,
    access: endpoint.access,
    db,
    repositories: new Repositories(asRepositories(repositories)),
    couriers: new Couriers(Object.create(null)),
    notifiers: new Notifiers(Object.create(null)),
    credentials,
    viewer: credentials.viewer,
    now,
    allowLocalHooks: true,
    baseUrl: url,
    url,
    given: new Map(),
  });
  const { roundTrips, statements } = db.cost;
  return { status, body: JSON.parse(JSON.stringify(body ?? null)), cost: { roundTrips, statements } };
}

async function answerOf(endpoint: Endpoint, call: Call): Promise<{ status: number; body: unknown }> {
  try {
    const result = await endpoint.handle(call);
    return result instanceof Reply ? result : { status: 200, body: result };
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The in-process namespace has the methods that the client calls. */
const asRepositories = (namespace: object): RepositoryNamespace => namespace as RepositoryNamespace;
