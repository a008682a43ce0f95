// A Worker that can die at any step of a watched project: before each step it calls the test's server (fate.ts), which
// may never respond.
import { env } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { Database } from "../../src/db/database.ts";
import type { Statement } from "../../src/db/statement.ts";
import { Sql } from "../../src/durable-objects/sqlite.ts";
import worker, { Repository as TributaryRepository } from "../../src/index.ts";
import { type Verdict, WATCH_PATH } from "./watched.ts";

export * from "../../src/index.ts";

/** Id of the project that the current request or call works on; empty outside projects. */
const acting = new AsyncLocalStorage<string>();

/** Ids of the projects that the test watches. */
const watched = new Set<string>();

/** Ids of the projects whose next transaction never ends. */
const stalling = new Set<string>();

async function ask(projectId: string | undefined, step: string): Promise<Verdict> {
  if (projectId === undefined || (step !== "alarm" && !watched.has(projectId))) return "go on";
  const answer = await fetch(fateUrl(env), { method: "POST", body: JSON.stringify({ projectId, step }) });
  const verdict = (await answer.text()) as Verdict;
  if (verdict === "stall") stalling.add(projectId);
  return verdict;
}

const fateUrl = (bindings: object): string => (bindings as { readonly FATE: string }).FATE;

const { batch } = Database.prototype;
Database.prototype.batch = async function <const S extends readonly Statement[]>(this: Database, ...statements: S) {
  await ask(acting.getStore(), `batch: ${statements.map(({ sql }) => gist(sql)).join(", ")}`);
  return batch.bind(this)(...statements);
};

/** A statement's first keyword; for writes, with the table. */
const gist = (sql: string): string => /^\s*((?:insert into|update|delete from) \w+|\w+)/.exec(sql)?.[1] ?? "";

const { transaction } = Sql.prototype;
Sql.prototype.transaction = function <T>(work: () => T): T {
  return transaction.call(this, () => {
    const result = work();
    while (stalling.has(acting.getStore() ?? ""));
    return result;
  }) as T;
};

export class Repository extends TributaryRepository {
  get #projectId(): string {
    return this.ctx.id.name ?? "";
  }

  override perform(...call: Parameters<TributaryRepository["perform"]>): Promise<unknown> {
    const [name] = call;
    return acting.run(this.#projectId, async () => {
      await ask(this.#projectId, name);
      const answer = await super.perform(...call);
      await ask(this.#projectId, `answer of ${name}`);
      return answer;
    });
  }

  protected override async deliver(...call: Parameters<TributaryRepository["deliver"]>): Promise<void> {
    await ask(acting.getStore(), "tell");
    await super.deliver(...call);
    await ask(acting.getStore(), "forget");
  }

  /** Alarms do not count as steps, because their time is not deterministic. */
  override async alarm(): Promise<void> {
    if ((await ask(this.#projectId, "alarm")) === "go on") await super.alarm();
  }
}

export default {
  fetch(request, bindings, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === WATCH_PATH) {
      for (const id of searchParams.getAll("project")) watched.add(id);
      return new Response();
    }
    const [, projectId = ""] = /\/projects\/(\d+)\//.exec(pathname) ?? [];
    return acting.run(projectId, async () => {
      const answer = await worker.fetch(request, bindings, context);
      await ask(projectId, "answer");
      return answer;
    });
  },
} satisfies ExportedHandler<object>;
