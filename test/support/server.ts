// The server under test: the Worker in this process, or the built one that global-setup.ts has started.
import { inject } from "vitest";
import { send } from "./http-client.ts";
import type { Replacements } from "./runtime/worker.ts";
import type { Kind, StockedUser } from "./user-stock.ts";

export interface TestServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Like the global `fetch`; accepts URLs of any server. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Waits for the work that the server does shortly after a response. */
  settle(): Promise<void>;
  /** Some new users with tokens, or none: they are then created through the API. */
  takeUsers(kind: Kind): Promise<StockedUser[]>;
}

/** Milliseconds. `settle` fires alarms that are due within this time. */
const SHORTLY = 1_000;
/** Milliseconds that `settle` waits for workerd. */
const PAUSE = 50;

export interface ServerInProcess extends TestServer {
  readonly d1: D1Database;
  /** The namespace of the repositories. */
  readonly repositories: object;
}

/**
 * A Worker in this process.
 *
 * @param origin of another one, for the same URLs in responses
 * @param replaced its database, which is empty otherwise
 */
export async function startInProcess(origin?: string, replaced: Replacements = {}): Promise<ServerInProcess> {
  // Imported on demand, because the Worker's source is large.
  const [{ startLocalWorker }, { serve }] = await Promise.all([
    import("./runtime/worker.ts"),
    import("./runtime/serve.ts"),
  ]);
  const vars = { ROOT_TOKEN: inject("rootToken"), DATABASE_COST: "true", HOOKS_ALLOW_LOCAL: "true" };
  const worker = await startLocalWorker(vars, replaced);
  const own = origin ?? (await serve(worker));
  return {
    d1: worker.d1,
    repositories: worker.repositories,
    origin: own,
    fetch: (url, init) => (url.startsWith(own) ? worker.fetch(new Request(url, init)) : fetch(url, init)),
    settle: () => worker.settle(SHORTLY),
    takeUsers: async () => [],
  };
}

/** How many users a process takes from the stock of its server at a time. */
const TAKEN_AT_ONCE = 16;

async function startSharedInProcess(): Promise<TestServer> {
  const server = await startInProcess();
  const { UserStock } = await import("./user-stock.ts");
  const { d1 } = server;
  const stock = new UserStock(
    {
      async run(queries) {
        const results = await d1.batch(queries.map(({ sql, params }) => d1.prepare(sql).bind(...params)));
        return (results.at(-1)?.results ?? []) as Record<string, unknown>[];
      },
      post: (path, body) => postAsRoot(server, path, body),
    },
    TAKEN_AT_ONCE,
  );
  return { ...server, takeUsers: (kind) => stock.take(kind, TAKEN_AT_ONCE) };
}

async function postAsRoot({ origin, fetch }: TestServer, path: string, body: object) {
  const headers = { "PRIVATE-TOKEN": inject("rootToken"), "content-type": "application/json" };
  const response = await fetch(`${origin}/api/v3${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()) as { id: number; token: string };
}

export const atUrl = (origin: string): TestServer => ({
  origin,
  fetch: send,
  settle: () => new Promise((resolve) => setTimeout(resolve, PAUSE)),
  takeUsers: async () => [],
});

/** The server on workerd for all files that this process runs: the processes take turns among the servers. */
function sharedOnWorkerd(): TestServer {
  const [origins, stocks] = [inject("origins"), inject("stocks")];
  const turn = Number(process.env.VITEST_POOL_ID) % origins.length;
  return {
    ...atUrl(origins[turn] ?? ""),
    async takeUsers(kind) {
      const taken = await fetch(`${stocks[turn]}/${kind}/${TAKEN_AT_ONCE}`, { method: "POST" });
      return (await taken.json()) as StockedUser[];
    },
  };
}

const shared: TestServer = inject("runtime") === "node" ? await startSharedInProcess() : sharedOnWorkerd();

let current = shared;

export const server: TestServer = {
  origin: shared.origin,
  fetch: (url, init) =>
    current.fetch(url.startsWith(shared.origin) ? current.origin + url.slice(shared.origin.length) : url, init),
  settle: () => current.settle(),
  takeUsers: (kind) => current.takeUsers(kind),
};

/** The origin of the server that requests go to now. */
export const currentOrigin = (): string => current.origin;

export const isOnOtherServer = (): boolean => current !== shared;

/** Sends all requests of the fixtures to another server while `work` runs. Its ROOT_TOKEN must be the same. */
export async function onServer<T>(other: TestServer, work: () => Promise<T>): Promise<T> {
  const before = current;
  current = other;
  try {
    return await work();
  } finally {
    current = before;
  }
}
