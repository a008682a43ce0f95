// The server that tests talk to: the Worker in this process, or the built one that global-setup.ts has started.
import { inject } from "vitest";

export interface TestServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** As the global `fetch`, for URLs of any server. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Lets the server do what it does shortly after it has answered. */
  settle(): Promise<void>;
}

/** Milliseconds. What an alarm is set to within them is shortly after. */
const SHORTLY = 1_000;
const PAUSE = 50;

async function startInProcess(): Promise<TestServer> {
  // loaded only where it is used: the Worker's source is large
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
