// The object of a repository on storage that stops at any step, with its alarm, a database that may fail, and a clock.
import { AsyncLocalStorage } from "node:async_hooks";
import "../support/runtime/platform.ts";
import { isDue, type Retry } from "../../src/durable-objects/alarm-schedule.ts";
import { type Origin, RepositoryObject } from "../../src/durable-objects/repository-object.ts";
import type { OutboxEntry } from "../../src/git/repository/outbox.ts";
import { straightLine } from "../git/repository/straight-line.ts";

export class Died extends Error {}

/** An attempt to deliver the outbox. */
export interface Attempt {
  readonly isOfAlarm: boolean;
  /** False before the retry that is stored. */
  readonly isDue: boolean;
}

const inAlarm = new AsyncLocalStorage<true>();

/** Milliseconds after which the platform repeats an alarm whose handler has not ended. */
const REPEATED_AFTER = 2_000;

/** What survives a process. */
export class Machine {
  readonly line = straightLine(100);
  readonly storage = this.line.storage;
  /** Milliseconds since 1970; null while no alarm is set. */
  alarm: number | null = null;
  /** While the handler runs, the alarm that rang stays stored, unless another is set. */
  isAlarmTaken = false;
  now = Date.now();
  fails: () => boolean = () => false;
  readonly delivered = new Set<number>();
  readonly attempts: Attempt[] = [];
  #life = new Life(Number.POSITIVE_INFINITY);
  #object = this.#start();

  get isDead(): boolean {
    return this.#life.isOver;
  }

  /** A new process, which may stop after so many steps. */
  revive(steps = Number.POSITIVE_INFINITY): void {
    this.#life.isOver = true;
    this.#life = new Life(Number.POSITIVE_INFINITY);
    this.#object = this.#start();
    this.#life.stepsLeft = steps;
  }

  #start(): Mortal {
    const state: object = { id: { name: "1" }, storage: mortalStorage(this, this.#life), waitUntil: () => {} };
    return new Mortal(state as DurableObjectState, { machine: this, life: this.#life });
  }

  /** True unless the process stopped meanwhile. */
  async lives(work: (object: Mortal) => Promise<unknown>): Promise<boolean> {
    const life = this.#life;
    try {
      await work(this.#object);
    } catch (error) {
      if (!life.isOver) throw error;
    }
    return !life.isOver;
  }

  /** Advances the clock to the alarm, and runs its handler. */
  async ring(): Promise<boolean> {
    if (this.alarm === null) throw new Error("No alarm is set");
    this.now = Math.max(this.now, this.alarm);
    this.isAlarmTaken = true;
    const hasEnded = await inAlarm.run(true, () => this.lives((object) => object.alarm()));
    if (this.isAlarmTaken) this.alarm = hasEnded ? null : this.now + REPEATED_AFTER;
    this.isAlarmTaken = false;
    return hasEnded;
  }

  /** A new process without filters, as before a search. Branches and the clock stay. */
  begin(): void {
    this.fails = () => false;
    this.storage.sql.exec("delete from path_filters");
    this.revive();
  }

  count(table: "outbox" | "open_pushes" | "path_filters"): number {
    return this.#number(`select count(*) as n from ${table}`);
  }

  /** Entries that were ever written to the outbox: their ids are 1 to this. */
  get written(): number {
    return this.#number("select coalesce(max(seq), 0) as n from sqlite_sequence where name = 'outbox'");
  }

  /** As it is stored. */
  get retry(): Retry | null {
    const [row] = this.storage.sql.exec("select value from settings where name = 'outbox_retry'").toArray();
    return row !== undefined && "value" in row ? JSON.parse(String(row.value)) : null;
  }

  #number(query: string): number {
    const [row] = this.storage.sql.exec(query).toArray();
    return row !== undefined && "n" in row ? Number(row.n) : 0;
  }
}

class Life {
  isOver = false;
  stepsLeft: number;

  constructor(stepsLeft: number) {
    this.stepsLeft = stepsLeft;
  }

  check(): void {
    if (this.isOver) throw new Died();
  }

  step(): void {
    this.check();
    if (this.stepsLeft-- > 0) return;
    this.isOver = true;
    throw new Died();
  }
}

interface Surroundings {
  readonly machine: Machine;
  readonly life: Life;
}

export class Mortal extends RepositoryObject {
  readonly #surroundings: Surroundings;

  constructor(state: DurableObjectState, surroundings: Surroundings) {
    super(state, surroundings);
    this.#surroundings = surroundings;
  }

  protected override now(): number {
    return this.#surroundings.machine.now;
  }

  protected override async deliver(_projectId: number, entries: readonly OutboxEntry[]): Promise<void> {
    const { machine, life } = this.#surroundings;
    life.step();
    machine.attempts.push({ isOfAlarm: inAlarm.getStore() === true, isDue: isDue(machine.retry, machine.now) });
    if (machine.fails()) throw new Error("The database does not answer");
    for (const { id } of entries) machine.delivered.add(id);
    life.step();
  }

  protected override originOf = async (): Promise<Origin> => ({ forkOf: null, isImported: false });
  protected override importSourceOf = async () => null;
  protected override repositoryOf(): never {
    throw new Error("There is no other repository");
  }
  protected override findRepository = async () => null;
  protected override async sweep(): Promise<void> {
    const { machine, life } = this.#surroundings;
    life.check();
    if (machine.fails()) throw new Error("The database does not answer");
  }
}

/** Reads are no steps: what dies before one dies before the next write. */
function mortalStorage(machine: Machine, life: Life): object {
  let depth = 0;
  return {
    sql: {
      get databaseSize() {
        return machine.storage.sql.databaseSize;
      },
      exec(query: string, ...bindings: (Uint8Array | string | number | null)[]) {
        if (depth > 0 || query.startsWith("select")) life.check();
        else life.step();
        return machine.storage.sql.exec(query, ...bindings);
      },
    },
    transactionSync<T>(work: () => T): T {
      const before = { alarm: machine.alarm, isAlarmTaken: machine.isAlarmTaken };
      depth += 1;
      try {
        return machine.storage.transactionSync(() => {
          const result = work();
          if (depth === 1) life.step();
          return result;
        });
      } catch (error) {
        Object.assign(machine, before);
        throw error;
      } finally {
        depth -= 1;
      }
    },
    getAlarm: async () => (machine.isAlarmTaken ? null : machine.alarm),
    setAlarm(time: number): Promise<void> {
      if (depth > 0) life.check();
      else life.step();
      machine.alarm = time;
      machine.isAlarmTaken = false;
      return Promise.resolve();
    },
  };
}
