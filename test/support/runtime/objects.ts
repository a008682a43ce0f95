// Durable Objects in this process: one instance a name, called as through a stub, with storage and an alarm. What they
// do is held to workerd by test/runtime/objects.test.ts.
import { byteStream } from "./byte-stream.ts";
import { MemoryStorage } from "./storage.ts";

type ObjectClass = new (state: DurableObjectState, env: object) => object;

/** Milliseconds. An alarm that throws rings again, after twice as long each time. */
const FIRST_RETRY = 2_000;
const MOST_RETRIES = 6;

/** What objects have left to do: what `waitUntil` was given, and their alarms. */
export class Chores {
  readonly #running = new Set<Promise<unknown>>();
  readonly #alarms = new Set<Alarm>();
  readonly #report: (what: string, cause: unknown) => void;

  /** @param report tells of work that failed, which nobody waits for */
  constructor(report: (what: string, cause: unknown) => void = console.error) {
    this.#report = report;
  }

  readonly waitUntil = (work: Promise<unknown>): void => {
    const ended = work.catch((error) => this.#report("What waitUntil was given failed", error));
    this.#running.add(ended);
    void ended.then(() => this.#running.delete(ended));
  };

  addAlarm(work: () => Promise<void>): Alarm {
    const alarm = new Alarm(work, this.waitUntil);
    this.#alarms.add(alarm);
    return alarm;
  }

  /** Rings the alarms that are due within so many milliseconds, and waits until nothing is running. */
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
  /** When it rings, in milliseconds since 1970. */
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

/** The objects of one class. */
export function objectNamespace(objects: ObjectClass, env: object, chores: Chores): object {
  const instances = new Map<string, object>();
  const find = (name: string): object => {
    const found = instances.get(name) ?? construct(objects, name, env, chores);
    instances.set(name, found);
    return found;
  };
  return {
    idFromName: (name: string) => ({ name, toString: () => name }),
    get: ({ name }: { readonly name: string }) => stubOf(() => find(name)),
  };
}

function construct(objects: ObjectClass, name: string, env: object, chores: Chores): object {
  const alarm = chores.addAlarm(async () => {
    if ("alarm" in object) await callable(object.alarm).call(object);
  });
  const storage = Object.assign(new MemoryStorage(), {
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

/** The rest of the interface (sockets, key-value storage, containers) no object of ours uses. */
const asState = (state: object): DurableObjectState => state as DurableObjectState;

/** Calls arrive in their order, and what is passed or answered is copied; requests and answers are handed on. */
function stubOf(find: () => object): object {
  return new Proxy(
    {},
    {
      get(_, name) {
        // a stub is not a promise
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

/** As structured clone makes it, with streams handed over. */
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
