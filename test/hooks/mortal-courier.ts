// A courier on Node's own SQLite that can crash at any step and is restarted by its alarm, as on a Durable Object. It
// delivers to a real receiver, from a real database, with a simulated clock.
import { sql } from "drizzle-orm";
import type { Database } from "../../src/db/database.ts";
import {
  deleteHook,
  findHooksOf,
  type HookOwner,
  type HookRow,
  insertHook,
  updateHook,
} from "../../src/db/queries/hooks/hooks.ts";
import { execute } from "../../src/db/statement.ts";
import { Repositories, type RepositoryNamespace } from "../../src/durable-objects/repositories.ts";
import { type ObjectStorage, Sql } from "../../src/durable-objects/sqlite.ts";
import { type DomainEvent, recordEvent } from "../../src/events/events.ts";
import { deliver } from "../../src/hooks/deliver.ts";
import { Deliveries } from "../../src/hooks/deliveries.ts";
import { DeliveryEngine } from "../../src/hooks/delivery-engine.ts";
import { readHookEvents } from "../../src/hooks/read-events.ts";
import { showFailure, switchOff } from "../../src/hooks/show-failure.ts";
import { nodeStorage } from "../support/node-storage.ts";

/**
 * The step before which a process can crash: reading the stream, sending a request, receiving the response, storing
 * what it read or received, recording a hook's failure.
 */
export type Step = "read" | "send" | "hear" | "write" | "show";

const ROOT = 1;
const createdAt = "2026-01-01T00:00:00.000Z";

export class MortalCourier {
  readonly projectId: number;
  readonly storage: ObjectStorage;
  readonly deaths: Step[] = [];
  /** Milliseconds since 1970. */
  now = Date.parse("2026-01-01T00:00:00.000Z");
  /** While true, every attempt fails. */
  isCutOff = false;
  /** Null while no alarm is set. */
  alarm: number | null = null;
  readonly #db: Database;
  readonly #issueId: number;
  #life: Life;
  #engine: DeliveryEngine;

  private constructor(db: Database, storage: ObjectStorage, projectId: number, issueId: number) {
    this.#db = db;
    this.storage = storage;
    this.projectId = projectId;
    this.#issueId = issueId;
    this.#life = new Life(Number.POSITIVE_INFINITY);
    this.#engine = this.#live(this.#life);
  }

  /** Creates a project with an issue, and hooks with these addresses. */
  static async create(
    db: Database,
    name: string,
    urls: readonly string[],
    storage: ObjectStorage = nodeStorage(),
  ): Promise<MortalCourier> {
    const [[project]] = await db.batch(
      execute<{ id: number }>(sql`insert into projects (namespace_id, creator_id, name, path, runners_token, issue_seq,
        created_at, updated_at, last_activity_at)
        select min(id), ${ROOT}, ${name}, ${name}, '', 1, ${createdAt}, ${createdAt}, ${createdAt} from namespaces
        returning id`),
    );
    const projectId = project?.id ?? 0;
    const [[issue]] = await db.batch(
      execute<{ id: number }>(sql`insert into issues (project_id, iid, author_id, title, created_at, updated_at)
        values (${projectId}, 1, ${ROOT}, 'Issue', ${createdAt}, ${createdAt}) returning id`),
      ...urls.map((url) =>
        insertHook({
          project_id: projectId,
          url,
          signing_secret: `whsec_${btoa("a secret of 32 bytes: 0123456789")}`,
          issues_events: 1,
          origin: "https://tributary.example.com",
          created_at: createdAt,
          updated_at: createdAt,
        }),
      ),
    );
    const courier = new MortalCourier(db, storage, projectId, issue?.id ?? 0);
    await courier.wake();
    return courier;
  }

  /** Records an event of the issue without waking the courier. Returns the event. */
  async recordEvent(): Promise<number> {
    return this.#record({ kind: "issue_opened", project_id: this.projectId, target_id: this.#issueId });
  }

  async #record(event: DomainEvent): Promise<number> {
    const newest = execute<{ id: number }>(sql`select max(id) as id from events`);
    const [, [happened]] = await this.#db.batch(recordEvent({ actorId: ROOT, now: createdAt }, event), newest);
    return happened?.id ?? 0;
  }

  /** Records a push that cannot be composed, because there is no repository. Returns the event. */
  async pushUnreadable(): Promise<number> {
    const [[push]] = await this.#db.batch(
      execute<{ id: number }>(sql`insert into pushes (project_id, entry_id, actor_id, ref, after, created_at) values
        (${this.projectId}, 1, ${ROOT}, 'refs/heads/main', ${"1".repeat(40)}, ${createdAt}) returning id`),
    );
    return this.#record({ kind: "pushed", project_id: this.projectId, target_id: push?.id ?? 0 });
  }

  /**
   * Wakes the courier, as every writer of events does. Resolves when everything is sent, or the process has crashed.
   */
  async wake(): Promise<void> {
    this.wakeAndGoOn();
    await this.#life.end();
    if (this.#life.diedAt === null) return;
    this.deaths.push(this.#life.diedAt);
    this.revive();
  }

  /** As {@link wake}, without waiting. */
  wakeAndGoOn(): void {
    this.#life.keep((async () => this.#engine.wake())());
  }

  /** Advances the clock to the alarm and clears it. */
  async ring(): Promise<void> {
    if (this.alarm === null) throw new Error("No alarm is set.");
    this.now = Math.max(this.now, this.alarm);
    this.alarm = null;
    await this.wake();
  }

  /** Ends the process at its current step and starts a new one. @param steps after which the new process crashes */
  revive(steps = Number.POSITIVE_INFINITY): void {
    this.#life.isOver = true;
    this.#life = new Life(steps);
    this.#engine = this.#live(this.#life);
  }

  #live(life: Life): DeliveryEngine {
    const sources = { db: this.#db, repositories: new Repositories(noRepositories) };
    return new DeliveryEngine({
      storage: mortalStorage(this.storage, life),
      readEvents: (after, limit) => life.step("read", () => readHookEvents(sources, this.#owner, after, limit)),
      send: async (hook, request) => {
        if (this.isCutOff) throw new Error("The network is gone.");
        const answer = await life.step("send", async () => [deliver(hook, request, true, this.now)] as const);
        return life.step("hear", () => answer[0]);
      },
      writeFailure: (hookId, failure) => life.step("show", () => showFailure(this.#db, hookId, failure)),
      switchOff: (hook, failure) => life.step("show", () => switchOff(this.#db, hook, failure)),
      clock: () => this.now,
      setAlarm: (time) => {
        life.check();
        this.alarm = time;
      },
      background: (work) => life.keep(work),
      report: () => {},
      end: async () => {
        this.alarm = null;
      },
    });
  }

  get #owner(): HookOwner {
    return { kind: "project", id: this.projectId };
  }

  get deliveries(): Deliveries {
    return new Deliveries(new Sql(this.storage));
  }

  /** Saves the hooks again without changes. */
  async edit(): Promise<void> {
    const hooks = await this.hooks();
    await this.#db.batch(...hooks.map((hook) => updateHook(hook, { updated_at: "2026-01-02T00:00:00.000Z" })));
  }

  async deleteHooks(): Promise<void> {
    const hooks = await this.hooks();
    await this.#db.batch(...hooks.map(deleteHook));
  }

  /** Deletes the storage, as when the last hook is deleted; the tables stay, because creating them is slow. */
  free(): void {
    this.revive();
    for (const table of ["deliveries", "bodies", "consumer", "hook_states"]) {
      this.storage.sql.exec(`delete from ${table}`);
    }
  }

  /** The hooks' rows in the database. */
  async hooks(): Promise<HookRow[]> {
    const [hooks] = await this.#db.batch(findHooksOf({ kind: "project", id: this.projectId }));
    return hooks;
  }
}

/** Issue events read no repository. */
const noRepositories: RepositoryNamespace = Object.create(null);

class Died extends Error {}

class Life {
  diedAt: Step | null = null;
  isOver = false;
  #stepsLeft: number;
  readonly #kept = new Set<Promise<void>>();
  readonly #death = Promise.withResolvers<void>();

  constructor(steps: number) {
    this.#stepsLeft = steps;
  }

  /** A dead process does nothing. */
  check(): void {
    if (this.isOver) throw new Died();
  }

  /** For calls that nothing awaits. */
  stepNow(step: Step): void {
    this.check();
    if (this.#stepsLeft-- > 0) return;
    this.diedAt = step;
    this.isOver = true;
    this.#death.resolve();
    throw new Died();
  }

  /** A dead process never sees the result. */
  async step<T>(step: Step, work: () => Promise<T>): Promise<T> {
    try {
      this.stepNow(step);
      return await work();
    } finally {
      if (this.isOver) await new Promise<never>(() => {});
    }
  }

  keep(work: Promise<void>): void {
    const kept: Promise<void> = work.then(
      () => void this.#kept.delete(kept),
      (error: unknown) => {
        this.#kept.delete(kept);
        if (!(error instanceof Died)) throw error;
      },
    );
    this.#kept.add(kept);
  }

  /** Resolves when nothing is running. */
  async end(): Promise<void> {
    while (this.#kept.size > 0 && !this.isOver) await Promise.race([this.#death.promise, ...this.#kept]);
  }
}

function mortalStorage(storage: ObjectStorage, life: Life): ObjectStorage {
  let isWithin = false;
  return {
    sql: {
      databaseSize: 0,
      exec(query, ...bindings) {
        if (isWithin || query.startsWith("select")) life.check();
        else life.stepNow("write");
        return storage.sql.exec(query, ...bindings);
      },
    },
    transactionSync(work) {
      return storage.transactionSync(() => {
        isWithin = true;
        try {
          const result = work();
          life.stepNow("write");
          return result;
        } finally {
          isWithin = false;
        }
      });
    },
  };
}
