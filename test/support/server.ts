// The server under test: the Worker in this process, or the built one that global-setup.ts has started.
import { inject } from "vitest";

export interface TestServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Like the global `fetch`; accepts URLs of any server. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Waits for the work that the server does shortly after a response. */
  settle(): Promise<void>;
}

/** Milliseconds. `settle` fires alarms that are due within this time. */
const SHORTLY = 1_000;
/** Milliseconds that `settle` waits for workerd. */
const PAUSE = 50;

async function startInProcess(): Promise<TestServer> {
  // Imported on demand, because the Worker's source is large.
  const [{ startLocalWorker }, { serve }] = await Promise.all([
    import("./runtime/worker.ts"),
    import("./runtime/serve.ts"),
  ]);
  const worker = await startLocalWorker({
    ROOT_TOKEN: inject("rootToken"),
    DATABASE_COST: "true",
    HOOKS_ALLOW_LOCAL: "true",
  });
  const origin = await serve(worker);
  return {
    origin,
    fetch: (url, init) => (url.startsWith(origin) ? worker.fetch(new Request(url, init)) : fetch(url, init)),
    settle: () => worker.settle(SHORTLY),
  };
}

const onWorkerd = (): TestServer => ({
  origin: inject("baseUrl"),
  fetch: (url, init) => fetch(url, init),
  settle: () => new Promise((resolve) => setTimeout(resolve, PAUSE)),
});

export const server: TestServer = inject("runtime") === "node" ? await startInProcess() : onWorkerd();
