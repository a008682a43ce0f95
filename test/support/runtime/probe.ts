// A Worker that reports how its platform behaves, for comparing workerd with the in-process runtime (test/runtime).
import { DurableObject } from "cloudflare:workers";

interface Bindings {
  readonly DB: D1Database;
  readonly PROBES: DurableObjectNamespace<Probe>;
}

type Scenario = (bindings: Bindings) => Promise<unknown>;

/** The result, or the message of the error as `threw`. */
async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return { threw: error instanceof Error ? error.message : error };
  }
}

const marks = (count: number): string => Array.from({ length: count }, () => "?").join(", ");
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);
const nested = (depth: number): string => `select ${"(".repeat(depth)}1${"+1)".repeat(depth)} as x`;
const union = (terms: number): string => Array.from({ length: terms }, () => "select 1 as x").join(" union all ");

/** A Durable Object whose methods each exercise one platform feature. */
export class Probe extends DurableObject<object> {
  #order: number[] = [];

  ownName(): string | undefined {
    return this.ctx.id.name;
  }

  nameOf(value: object): string {
    return value.constructor.name;
  }

  /** Mutates its argument, which must not affect the caller's copy. */
  spoil(value: { text: string }): { text: string } {
    value.text = "spoilt";
    return value;
  }

  fail(): never {
    throw new TypeError("It cannot be done");
  }

  async note(number: number): Promise<number[]> {
    this.#order.push(number);
    return this.#order;
  }

  /** Rows as pairs of name and value; bytes are replaced by a description of their type. */
  rows(query: string, ...params: (string | number | null)[]): unknown {
    const rows = this.ctx.storage.sql.exec(query, ...params).toArray();
    return rows.map((row) => Object.entries(row).map(([name, value]) => [name, kindOf(value)]));
  }

  transactions(): unknown {
    const { sql } = this.ctx.storage;
    const transaction = <T>(work: () => T): T => this.ctx.storage.transactionSync(work);
    sql.exec("create table t (a)");
    transaction(() => {
      sql.exec("insert into t values (1)");
      try {
        transaction(() => {
          sql.exec("insert into t values (2)");
          throw new Error("undone");
        });
      } catch {
        sql.exec("insert into t values (3)");
      }
    });
    return sql
      .exec<{ a: number }>("select a from t order by a")
      .toArray()
      .map(({ a }) => a);
  }

  async forget(): Promise<unknown> {
    this.ctx.storage.sql.exec("create table gone (a)");
    await this.ctx.storage.deleteAll();
    return this.ctx.storage.sql.exec("select name from sqlite_master where name = 'gone'").toArray();
  }

  bytes(chunks: readonly number[]): ReadableStream<Uint8Array> {
    const left = [...chunks];
    return new ReadableStream({
      type: "bytes",
      pull(controller) {
        const length = left.shift();
        if (length !== undefined) return controller.enqueue(new Uint8Array(length).fill(length));
        controller.close();
        controller.byobRequest?.respond(0);
      },
    });
  }

  async setAlarm(delay: number): Promise<void> {
    this.ctx.storage.sql.exec("create table if not exists rung (pending)");
    await this.ctx.storage.setAlarm(Date.now() + delay);
  }

  async deleteAlarm(): Promise<boolean> {
    await this.ctx.storage.deleteAlarm();
    return (await this.ctx.storage.getAlarm()) === null;
  }

  override async alarm(): Promise<void> {
    this.ctx.storage.sql.exec("insert into rung values (?)", (await this.ctx.storage.getAlarm()) === null ? 0 : 1);
  }

  /** One entry per run of the alarm: 1 if an alarm was set during the run, else 0. */
  rung(): number[] {
    return this.ctx.storage.sql
      .exec<{ pending: number }>("select pending from rung")
      .toArray()
      .map(({ pending }) => pending);
  }
}

const kindOf = (value: unknown): unknown =>
  value instanceof ArrayBuffer ? `ArrayBuffer of ${value.byteLength}` : value instanceof Uint8Array ? "bytes" : value;

const ask = (bindings: Bindings, sql: string, ...params: unknown[]) =>
  outcomeOf(async () => {
    const [result] = await bindings.DB.batch<Record<string, unknown>>([bindings.DB.prepare(sql).bind(...params)]);
    return result?.results;
  });

const probe = ({ PROBES }: Bindings, name: string) => PROBES.get(PROBES.idFromName(name));

export const scenarios: Readonly<Record<string, Scenario>> = {
  "the cache": async () => {
    const { default: cache } = caches as unknown as { default: Cache };
    const key = (path: string) => new Request(`http://probe.example/${path}`);
    const put = async (path: string, policy: string) => {
      await cache.put(key(path), new Response(path, { headers: { "cache-control": policy, etag: '"1"' } }));
      const found = await cache.match(key(path));
      return found && [await found.text(), found.headers.get("etag")];
    };
    const shared = await put("shared", "public, max-age=0, s-maxage=60");
    const kept = await cache.match(key("shared"));
    const change = await outcomeOf(() => kept?.headers.set("etag", "2"));
    return [
      shared,
      change,
      (await put("private", "private, no-cache")) ?? null,
      (await cache.match(key("other"))) ?? null,
    ];
  },
  "sessions of D1": async ({ DB }) => {
    const read = async (session: D1DatabaseSession) =>
      (await session.batch([session.prepare("select count(*) as n from kept")])).map(({ results }) => results);
    const writer = DB.withSession("first-primary");
    const before = writer.getBookmark();
    await writer.batch([
      writer.prepare("create table kept (n)"),
      writer.prepare("insert into kept values (?)").bind(1),
    ]);
    const written = writer.getBookmark() ?? "";
    const reader = DB.withSession(written);
    const seen = await read(reader);
    const isForm = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/.test(written);
    return [
      before,
      isForm,
      seen,
      (reader.getBookmark() ?? "") >= written,
      DB.withSession(written).getBookmark() === written,
    ];
  },
  "numbers in D1": (it) => ask(it, "select typeof(?) as kind, 7 / ? as quotient, ? as whole", 2, 2, 3),
  "booleans in D1": (it) => ask(it, "select ? as yes, ? as no", true, false),
  "undefined in D1": async (it) => JSON.stringify(await ask(it, "select ?", undefined)).includes("D1_TYPE_ERROR"),
  "bytes in D1": (it) => ask(it, "select x'0102' as bytes, length(?) as length", new Uint8Array([1, 2, 3])),
  "parameters in D1": async (it) => [
    await ask(it, `select max(${marks(30)}) as most`, ...ones(30)),
    (await ask(it, `select 1 as one where 1 in (${marks(100)})`, ...ones(100))) as unknown,
    await ask(it, `select 1 as one where 1 in (${marks(101)})`, ...ones(101)),
  ],
  "patterns in D1": async (it) => [
    await ask(it, "select 'a' like ? as found", "%".repeat(50)),
    await ask(it, "select 'a' like ? as found", "%".repeat(51)),
  ],
  "compound selects in D1": async (it) => [
    await ask(it, `select count(*) as n from (${union(5)})`),
    await ask(it, `select count(*) as n from (${union(6)})`),
  ],
  "expressions in D1": async (it) => [
    await outcomeOf(async () => ((await ask(it, nested(90))) as object[]).length),
    await ask(it, nested(110)),
  ],
  "texts in double quotes in D1": (it) => ask(it, 'select "a" as a'),
  "a batch of D1 that fails": async (it) => {
    const { DB } = it;
    await DB.batch([
      DB.prepare("create table parents (id integer primary key, name text unique)"),
      DB.prepare("create table children (parent integer references parents (id))"),
      DB.prepare(
        "create trigger guard before insert on parents when new.name = 'none' begin select raise(abort, 'violates guard'); end",
      ),
      DB.prepare("insert into parents values (1, 'one')"),
    ]);
    const insert = (sql: string) =>
      outcomeOf(async () => {
        const first = DB.prepare("insert into parents values (2, 'two') returning id");
        const [, { results } = { results: null }] = await DB.batch([first, DB.prepare(sql)]);
        return results;
      });
    const outcomes = [
      await insert("insert into parents values (3, 'one')"),
      await insert("insert into parents values (3, 'none')"),
      await insert("insert into children values (9)"),
      await insert("insert into nowhere values (9)"),
    ];
    return [...outcomes.map(beginOfMessage), await ask(it, "select count(*) as parents from parents")];
  },
  "what D1 read before in a batch": async ({ DB }) => {
    const results = await DB.batch([
      DB.prepare("create table counted (n)"),
      DB.prepare("insert into counted values (?)").bind(1),
      DB.prepare("update counted set n = n + 1 returning n"),
      DB.prepare("select n from counted"),
    ]);
    return results.map((result) => result.results);
  },
  "the name of an object": async (it) => [await probe(it, "one").ownName(), await probe(it, "two").ownName()],
  "what is passed to an object": async (it) => {
    const value = { text: "mine" };
    const answer = await probe(it, "passing").spoil(value);
    return [value, { ...answer }, await probe(it, "passing").nameOf(new Uint8Array([1]))];
  },
  "what an object throws": (it) => outcomeOf(() => probe(it, "throwing").fail()),
  "calls in their order": async (it) => {
    const stub = probe(it, "order");
    const [, , last] = await Promise.all([stub.note(1), stub.note(2), stub.note(3)]);
    return last;
  },
  "values in an object's database": (it) =>
    probe(it, "values").rows("select typeof(?) as kind, 7 / ? as quotient, x'0102' as bytes, ? as absent", 2, 2, null),
  "parameters in an object's database": (it) =>
    outcomeOf(() => probe(it, "parameters").rows(`select 1 as one where 1 in (${marks(101)})`, ...ones(101))),
  "transactions of an object": (it) => probe(it, "transactions").transactions(),
  "what an object forgets": (it) => probe(it, "forgetting").forget(),
  "a stream from an object": async (it) => {
    const stream = await probe(it, "streaming").bytes([3, 5]);
    const reader = stream.getReader({ mode: "byob" });
    let read = 0;
    for (let buffer = new Uint8Array(4); ; ) {
      const { done, value } = await reader.read(buffer);
      if (done) return read;
      read += value.length;
      buffer = new Uint8Array(value.buffer);
    }
  },
  "alarms of an object": async (it) => {
    const stub = probe(it, "alarms");
    await stub.setAlarm(60_000);
    await stub.setAlarm(10);
    while ((await stub.rung()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await stub.setAlarm(60_000);
    return [await stub.rung(), await stub.deleteAlarm()];
  },
};

/** The part of the message by which Tributary distinguishes errors; the rest is informational. */
function beginOfMessage(outcome: unknown): unknown {
  const { threw } = outcome as { readonly threw: string };
  return threw.split(": SQLITE", 1)[0];
}

export default {
  async fetch(request, bindings) {
    const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
    const scenario = scenarios[name];
    return Response.json((await outcomeOf(async () => scenario?.(bindings))) ?? null);
  },
} satisfies ExportedHandler<Bindings>;
