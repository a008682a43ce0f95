// Requests that stop at any call to the database or to a repository, as if the Worker had been killed or suspended there.
import type { LocalWorker } from "../../support/runtime/worker.ts";

/** Called before and after each batch of the database and each call to a repository. */
export type Step = () => Promise<void>;

/** The bindings of one request that takes these steps. */
export const steppedBindings = (worker: LocalWorker, step: Step): Record<string, unknown> => ({
  DB: withSteps(worker.d1, ["batch"], step),
  REPOSITORIES: {
    idFromName: callable(worker.repositories, "idFromName"),
    get: (id: unknown) => withSteps(callable(worker.repositories, "get")(id), ["perform", "begin"], step),
  },
});

function withSteps(target: unknown, names: readonly string[], step: Step): object {
  const source = Object(target);
  for (const name of names) callable(source, name);
  return new Proxy(source, {
    get(_, name) {
      const method = callable(source, name);
      if (!names.includes(String(name))) return method;
      return async (...given: unknown[]) => {
        await step();
        const result = await method(...given);
        await step();
        return result;
      };
    },
  });
}

function callable(target: object, name: string | symbol): (...given: unknown[]) => unknown {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== "function") throw new TypeError(`There is no method ${String(name)}.`);
  return (...given) => Reflect.apply(method, target, given);
}

/** One attempt at a request. It stops before one of its steps, unless it ends earlier. */
export class Life {
  readonly #stopsAt: number;
  #steps = 0;
  readonly #stopped = Promise.withResolvers<null>();
  readonly #resumed = Promise.withResolvers<void>();
  #response: Promise<Response> | undefined;

  /** @param stopsAt the number of the step, from 0 */
  constructor(stopsAt = Number.POSITIVE_INFINITY) {
    this.#stopsAt = stopsAt;
  }

  readonly #step: Step = async () => {
    if (this.#steps++ !== this.#stopsAt) return;
    this.#stopped.resolve(null);
    await this.#resumed.promise;
  };

  /** The response; null if the attempt stopped. */
  send(worker: LocalWorker, request: Request): Promise<Response | null> {
    this.#response = worker.fetch(request, steppedBindings(worker, this.#step));
    return Promise.race([this.#response, this.#stopped.promise]);
  }

  /** Goes on where it stopped. */
  async resume(): Promise<Response | undefined> {
    this.#resumed.resolve();
    return this.#response;
  }
}

/** Interleaves attempts: whenever all of them wait at a step, one goes on. */
export class Schedule {
  readonly #worker: LocalWorker;
  readonly #pick: (limit: number) => number;
  readonly #waiting: (() => void)[] = [];
  #unfinished = 0;

  /** @param pick returns a number from 0 to `limit` - 1 */
  constructor(worker: LocalWorker, pick: (limit: number) => number) {
    this.#worker = worker;
    this.#pick = pick;
  }

  async send(requests: readonly Request[]): Promise<Response[]> {
    this.#unfinished = requests.length;
    const bindings = steppedBindings(this.#worker, () => this.#wait());
    return Promise.all(
      requests.map(async (request) => {
        try {
          return await this.#worker.fetch(request, bindings);
        } finally {
          this.#unfinished -= 1;
          this.#goOn();
        }
      }),
    );
  }

  #wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    this.#goOn();
    return promise;
  }

  #goOn(): void {
    if (this.#waiting.length === 0 || this.#waiting.length < this.#unfinished) return;
    const [resolve] = this.#waiting.splice(this.#pick(this.#waiting.length), 1);
    resolve?.();
  }
}
