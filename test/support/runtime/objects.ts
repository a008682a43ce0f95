// In-process Durable Objects: one instance per name, called through a stub, with storage and an alarm. Their behaviour
// is compared with workerd's in test/runtime/objects.test.ts.
import { byteStream } from "./byte-stream.ts";
import { MemoryStorage } from "./storage.ts";

type ObjectClass = new (state: DurableObjectState, env: object) => object;

/** Milliseconds. An alarm that throws is retried with exponential backoff. */
const FIRST_RETRY = 2_000;
const MOST_RETRIES = 6;

/** Background work of objects: promises given to `waitUntil`, and alarms. */
export class Chores {
  readonly #running = new Set<Promise<unknown>>();
  readonly #alarms = new Set<Alarm>();
  readonly #report: (what: string, cause: unknown) => void;

  /** @param report logs failures of background work, which no caller awaits */
  constructor(report: (what: string, cause: unknown) => void = console.error) {
    this.#report = report;
  }

  readonly waitUntil = (work: Promise<unknown>): void => {
    const ended = work.catch((error) => this.#report("A promise given to waitUntil was rejected", error));
    this.#running.add(ended);
    void ended.then(() => this.#running.delete(ended));
  };

  addAlarm(work: () => Promise<void>): Alarm {
    const alarm = new Alarm(work, this.waitUntil);
    this.#alarms.add(alarm);
    return alarm;
  }

  /** Fires the alarms that are due within `milliseconds`, and waits until no work is running. */
  async settle(milliseconds: number): Promise<void> {
    for (;;) {
      const limit = Date.now() + milliseconds;
      for (const alarm of this.#alarms) if ((alarm.time ?? Number.POSITIVE_INFINITY) <= limit) alarm.ring();
      if (this.#running.size === 0) return;
      await Promise.all(this.#running);
    }
  }
}

class Alarm {
  readonly #work: () => Promise<void>;
  readonly #waitUntil: (work: Promise<unknown>) => void;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  /** Due time in milliseconds since 1970; null if not set. */
  time: number | null = null;

  constructor(work: () => Promise<void>, waitUntil: (work: Promise<unknown>) => void) {
    this.#work = work;
    this.#waitUntil = waitUntil;
  }

  set(time: number): void {
    this.clear();
    this.time = time;
    this.#timer = setTimeout(() => this.ring(), Math.min(Math.max(0, time - Date.now()), 2 ** 31 - 1)).unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.time = null;
  }

  ring(): void {
    this.clear();
    this.#waitUntil(this.#run());
  }

  async #run(): Promise<void> {
    try {
      await this.#work();
      this.#failures = 0;
    } catch (error) {
      if (this.#failures < MOST_RETRIES && this.time === null) this.set(Date.now() + FIRST_RETRY * 2 ** this.#failures);
      this.#failures += 1;
      throw error;
    }
  }
}

/** A namespace binding for the objects of one class. @param storageOf makes the storage of an object */
export function objectNamespace(
  objects: ObjectClass,
  env: object,
  chores: Chores,
  storageOf = () => new MemoryStorage(),
): object {
  const instances = new Map<string, object>();
  const find = (name: string): object => {
    const found = instances.get(name) ?? construct(objects, name, { env, chores, storage: storageOf() });
    instances.set(name, found);
    return found;
  };
  return {
    idFromName: (name: string) => ({ name, toString: () => name }),
    get: ({ name }: { readonly name: string }) => stubOf(() => find(name)),
  };
}

interface Surroundings {
  readonly env: object;
  readonly chores: Chores;
  readonly storage: MemoryStorage;
}

function construct(objects: ObjectClass, name: string, { env, chores, storage: memory }: Surroundings): object {
  const alarm = chores.addAlarm(async () => {
    if ("alarm" in object) await callable(object.alarm).call(object);
  });
  const storage = Object.assign(memory, {
    async setAlarm(time: number) {
      alarm.set(time);
    },
    async deleteAlarm() {
      alarm.clear();
    },
    getAlarm: async () => alarm.time,
  });
  const object = new objects(asState({ id: { name }, storage, waitUntil: chores.waitUntil }), env);
  return object;
}

/** The rest of the interface (sockets, key-value storage, containers) is missing, because our objects do not use it. */
const asState = (state: object): DurableObjectState => state as DurableObjectState;

/** Delivers calls in order and copies arguments and results. `fetch` passes its Request and Response on uncopied. */
function stubOf(find: () => object): object {
  return new Proxy(
    {},
    {
      get(_, name) {
        // Without `then`, `await stub` does not treat the stub as a promise.
        if (name === "then" || typeof name === "symbol") return undefined;
        return async (...given: unknown[]) => {
          const object = find();
          const method = callable(Reflect.get(object, name));
          if (name === "fetch") return method.apply(object, given);
          return copyOf(await method.apply(object, given.map(copyOf)));
        };
      },
    },
  );
}

type Method = (this: object, ...given: unknown[]) => Promise<unknown>;

function callable(value: unknown): Method {
  if (typeof value !== "function") throw new TypeError("The RPC receiver does not implement this method.");
  return value as Method;
}

/** A structured clone, except that streams are transferred. */
function copyOf(value: unknown): unknown {
  if (value instanceof ReadableStream) return byteStream(value);
  if (!holdsStream(value)) return structuredClone(value);
  if (Array.isArray(value)) return value.map(copyOf);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]));
}

function holdsStream(value: unknown): value is object {
  if (value instanceof ReadableStream) return true;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  return Object.values(value).some(holdsStream);
}
