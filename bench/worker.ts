// The Worker under benchmark, with the floor routes it is measured against, on the same database.
import { Hono } from "hono";
import { createApp } from "../src/app.ts";

export * from "../src/index.ts";

interface BenchEnvironment {
  readonly DB: D1Database;
  readonly DATABASE_COST?: string;
}

const app = createApp();

/** The lower bound of a round trip: a batch of three statements, the last of which returns 20 rows. */
const floor = new Hono<{ Bindings: BenchEnvironment }>();
floor.get("/floor/hello", (c) => c.text("hello"));
floor.get("/floor/batch", async (c) => {
  const { DB } = c.env;
  const [, , page] = await DB.batch([
    DB.prepare("select id, username from users where id = ?").bind(1),
    DB.prepare("select opened_issues + closed_issues as total from projects where id = ?").bind(1),
    DB.prepare(
      `select i.*, a.username, a.name, b.username as assignee from issues i
        join users a on a.id = i.author_id left join users b on b.id = i.assignee_id
        where i.project_id = ? and i.confidential = 0 order by i.created_at desc, i.id desc limit 20`,
    ).bind(1),
  ]);
  return c.json(page?.results ?? []);
});

/** The lower bound of a write: the same, but the last statement updates a row that no index or trigger follows. */
floor.get("/floor/write", async (c) => {
  const { DB } = c.env;
  const results = await DB.batch([
    DB.prepare("select id, username from users where id = ?").bind(1),
    DB.prepare("select opened_issues + closed_issues as total from projects where id = ?").bind(1),
    DB.prepare("update projects set description = ? where id = ? returning id").bind(`At ${Date.now()}`, 1),
  ]);
  return c.json(results.at(-1)?.results ?? []);
});

/** Five queries in sequence, as many servers send for one response. */
floor.get("/floor/five", async (c) => {
  const { DB } = c.env;
  const one = async (sql: string) => (await DB.batch([DB.prepare(sql).bind(1)]))[0]?.results ?? [];
  await one("select id, user_id from access_tokens where id = ?");
  await one("select id, username from users where id = ?");
  await one("select id, visibility_level from projects where id = ?");
  await one("select access_level from project_members where project_id = ?");
  return c.json(
    await one(
      "select * from issues where project_id = ? and confidential = 0 order by created_at desc, id desc limit 20",
    ),
  );
});

/** Adds a delay to every batch, as of a distant database. */
function distant(database: D1Database, milliseconds: number): D1Database {
  const batch: D1Database["batch"] = async (statements) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return database.batch(statements);
  };
  return new Proxy(database, {
    get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name).bind(target)),
  });
}

/** A statement as the app sends it. */
export interface SentStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Adds every statement that is prepared to `sent`. */
function recording(database: D1Database, sent: SentStatement[]): D1Database {
  const prepare: D1Database["prepare"] = (sql) => {
    const statement = database.prepare(sql);
    const bind: D1PreparedStatement["bind"] = (...params) => {
      sent.push({ sql, params });
      return statement.bind(...params);
    };
    return new Proxy(statement, {
      get: (target, name) => (name === "bind" ? bind : Reflect.get(target, name).bind(target)),
    });
  };
  return new Proxy(database, {
    get: (target, name) => (name === "prepare" ? prepare : Reflect.get(target, name).bind(target)),
  });
}

let costEnvironment: BenchEnvironment | undefined;

export default {
  async fetch(request, env, context) {
    if (request.headers.has("bench-statements")) {
      const sent: SentStatement[] = [];
      await app.fetch(request, { ...env, DB: recording(env.DB, sent) }, context);
      return Response.json(sent);
    }
    const delay = Number(request.headers.get("bench-round-trip") ?? 0);
    const there = delay > 0 ? { ...env, DB: distant(env.DB, delay) } : env;
    if (new URL(request.url).pathname.startsWith("/floor/")) return floor.fetch(request, there, context);
    if (delay > 0) return app.fetch(request, there, context);
    // Costs are reported only on request: under load neither the floor nor the app does so.
    costEnvironment ??= { ...env, DATABASE_COST: "true" };
    return app.fetch(request, request.headers.has("bench-cost") ? costEnvironment : env, context);
  },
} satisfies ExportedHandler<BenchEnvironment>;
