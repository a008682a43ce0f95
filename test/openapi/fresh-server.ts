// A server on an empty database, so that ids are the same in every run.
import { inject } from "vitest";

export interface FreshServer extends AsyncDisposable {
  readonly origin: string;
  fetch(request: Request): Promise<Response>;
}

export async function startFreshServer(rootToken: string): Promise<FreshServer> {
  const vars = { ROOT_TOKEN: rootToken, HOOKS_ALLOW_LOCAL: "true", DATABASE_COST: "true" };
  if (inject("runtime") === "node") {
    const { startLocalWorker } = await import("../support/runtime/worker.ts");
    const worker = await startLocalWorker(vars);
    return {
      origin: "http://tributary.test",
      fetch: (request) => worker.fetch(request),
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const { startPlain } = await import("../support/plain-server.ts");
  const server = await startPlain(vars);
  return { origin: server.origin, fetch: (request) => fetch(request), [Symbol.asyncDispose]: server.dispose };
}
