// Runs the Worker in this process, on Node's SQLite and with in-process Durable Objects.
import "./platform.ts";
import { createApp } from "../../../src/app.ts";
import { Courier } from "../../../src/durable-objects/courier.ts";
import { Notifier } from "../../../src/durable-objects/notifier.ts";
import { Repository } from "../../../src/durable-objects/repository.ts";
import { migratedD1 } from "./migrated-d1.ts";
import { repositoryStorage } from "./migrated-storage.ts";
import { Chores, objectNamespace } from "./objects.ts";

export interface LocalWorker {
  /** @param bindings replace the Worker's own for this request */
  fetch(request: Request, bindings?: Readonly<Record<string, unknown>>): Promise<Response>;
  /** Waits for background work, and fires the alarms that are due within `milliseconds`. */
  settle(milliseconds: number): Promise<void>;
  readonly d1: D1Database;
  readonly repositories: object;
  /** The same Worker with another binding of the database, as another isolate has. */
  isolate(binding: D1Database): LocalWorker["fetch"];
}

/** Parts of the platform that a test replaces. */
export interface Replacements {
  /** A database with all migrations. */
  readonly database?: D1Database;
  /** Wraps the namespace of the repositories. */
  readonly repositories?: (namespace: object) => object;
}

/** Starts a Worker on an empty database. @param vars variables of the Worker, and bindings of its own */
export async function startLocalWorker(
  vars: Readonly<Record<string, unknown>>,
  { database, repositories: wrap = (namespace) => namespace }: Replacements = {},
): Promise<LocalWorker> {
  const [d1, chores, app] = [database ?? (await migratedD1()), new Chores(), createApp()];
  const env: Record<string, unknown> = { DB: d1, ...vars };
  const repositories = wrap(objectNamespace(Repository, env, chores, repositoryStorage));
  env.REPOSITORIES = repositories;
  env.COURIERS = objectNamespace(Courier, env, chores);
  env.NOTIFIERS = objectNamespace(Notifier, env, chores);
  const clock = new Clock();
  const context = { waitUntil: chores.waitUntil, passThroughOnException() {}, props: {} };
  const fetchWith = (bindings: object) => async (request: Request) => {
    if (READS.has(request.method)) return app.fetch(request, bindings, context);
    clock.tick();
    const answering = app.fetch(request, bindings, context);
    const began = clock.note();
    const answer = await answering;
    if (!answer.ok) clock.release(began);
    return answer;
  };
  return {
    d1,
    repositories,
    fetch: (request, bindings) => fetchWith(bindings === undefined ? env : { ...env, ...bindings })(request),
    isolate: (binding) => fetchWith({ ...env, DB: binding }),
    settle: (milliseconds) => chores.settle(milliseconds),
  };
}

const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Milliseconds. */
const SHORTLY = 0.1;

/**
 * Starts each write in a millisecond of its own, as happens over HTTP, so that timestamps follow request order. One that
 * is refused leaves its millisecond to the next.
 */
class Clock {
  #latest = 0;

  /** Sleeps, because a loop would take the processor from the other processes. */
  tick(): void {
    while (Date.now() <= this.#latest) Atomics.wait(sleeper, 0, 0, SHORTLY);
    this.note();
  }

  /** Call it again after the Worker has read the time: on a busy machine the clock may have advanced. */
  note(): number {
    this.#latest = Date.now();
    return this.#latest;
  }

  /** Does nothing if another write has begun since. */
  release(millisecond: number): void {
    if (this.#latest === millisecond) this.#latest = 0;
  }
}
