// A D1 with read replicas on Node's SQLite: replicas lag by a virtual clock, and a session is served by the replica that
// is oldest within what D1 guarantees.
import { Random } from "../../git/random.ts";
import { runAtOnce } from "./d1.ts";
import { migratedImage } from "./migrated-d1.ts";
import { MemoryDatabase } from "./sqlite.ts";

interface Query {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** A committed batch, without what it only read. */
interface Commit {
  readonly queries: readonly Query[];
  /** Virtual time. */
  readonly at: number;
}

type Results = ReturnType<typeof runAtOnce>;

const WRITES = /\b(insert|update|delete|create|drop|alter|pragma)\b/i;

const REPLICAS = 2;

/** A copy of the primary, as of a number of commits. */
class Replica {
  readonly #database: MemoryDatabase;
  #applied = 0;

  /** @param image of the primary before its first commit */
  constructor(image?: Uint8Array) {
    this.#database = new MemoryDatabase(image);
  }

  get applied(): number {
    return this.#applied;
  }

  /** @param position the number of commits to have before */
  read(log: readonly Commit[], position: number, queries: readonly Query[]): Results {
    for (const commit of log.slice(this.#applied, position)) runAtOnce(this.#database, commit.queries);
    // A bookmark of another database may name a position beyond the log, which the replica does not get to by it.
    this.#applied = Math.max(this.#applied, Math.min(position, log.length));
    return runAtOnce(this.#database, queries);
  }
}

export class ReplicatedD1 {
  readonly #primary: MemoryDatabase;
  readonly #log: Commit[] = [];
  readonly #replicas: readonly Replica[];
  #random = new Random(0);
  #lags: readonly number[] = [];
  #now = 0;
  /** Batches that were read from a replica which lacked a commit. */
  staleReads = 0;

  /** @param image of the primary and the replicas; empty without it */
  constructor(image?: Uint8Array) {
    this.#primary = new MemoryDatabase(image);
    this.#replicas = Array.from({ length: REPLICAS }, () => new Replica(image));
  }

  /** With all migrations, in every replica. */
  static migrated = async (): Promise<ReplicatedD1> => new ReplicatedD1(await migratedImage());

  /** Lets virtual time pass. */
  advance(ticks: number): void {
    this.#now += ticks;
  }

  /** @param lags ticks until each replica has a commit @param random chooses who serves a query */
  configure(random: Random, lags: readonly number[]): void {
    this.#random = random;
    this.#lags = lags;
  }

  /** A binding of its own, as each isolate has. */
  binding(): D1Database {
    const plain = this.#target((queries) => this.#atPrimary(queries));
    return asBinding({ ...plain, withSession: (start?: string) => this.#session(start ?? "first-unconstrained") });
  }

  #session(start: string) {
    let position = start === "first-unconstrained" ? 0 : start === "first-primary" ? null : positionOf(start);
    let hasRun = false;
    const target = this.#target((queries) => {
      hasRun = true;
      if (position === null || queries.some(({ sql }) => WRITES.test(sql)) || this.#random.chance(20)) {
        const results = this.#atPrimary(queries);
        position = this.#log.length;
        return results;
      }
      const replica = this.#random.pick(this.#replicas);
      position = this.#stateOf(replica, position);
      if (position < this.#log.length) this.staleReads += 1;
      return replica.read(this.#log, position, queries);
    });
    return { ...target, getBookmark: () => (hasRun ? bookmarkOf(position ?? 0) : isConstraint(start) ? null : start) };
  }

  /** The oldest state the replica may serve: what has reached it by now, but none before that of the session. */
  #stateOf(replica: Replica, least: number): number {
    const lag = this.#lags[this.#replicas.indexOf(replica)] ?? 0;
    const arrived = this.#log.findLastIndex(({ at }) => at + lag <= this.#now) + 1;
    return Math.max(replica.applied, arrived, least);
  }

  #atPrimary(queries: readonly Query[]): Results {
    const results = runAtOnce(this.#primary, queries);
    const writes = queries.filter(({ sql }) => WRITES.test(sql));
    if (writes.length > 0) this.#log.push({ queries: writes, at: this.#now });
    return results;
  }

  #target(run: (queries: readonly Query[]) => Results) {
    const batch = async (queries: readonly Query[]) => {
      // Other requests go first now and then.
      for (let turns = this.#random.below(3); turns > 0; turns -= 1) await Promise.resolve();
      return run(queries);
    };
    return { prepare: (sql: string) => new ReplicatedStatement(sql, [], batch), batch };
  }
}

class ReplicatedStatement implements Query {
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly #batch: (queries: readonly Query[]) => Promise<Results>;

  constructor(sql: string, params: readonly unknown[], batch: (queries: readonly Query[]) => Promise<Results>) {
    this.sql = sql;
    this.params = params;
    this.#batch = batch;
  }

  bind(...params: unknown[]): ReplicatedStatement {
    return new ReplicatedStatement(this.sql, params, this.#batch);
  }

  async all(): Promise<Results[number] | undefined> {
    return (await this.#batch([this]))[0];
  }

  run = this.all;
}

/** The rest of the interface is not implemented, because nothing calls it. */
const asBinding = (binding: object): D1Database => binding as D1Database;

const isConstraint = (start: string) => start.startsWith("first-");

/** The form of D1's bookmarks. They sort as texts. */
function bookmarkOf(position: number): string {
  return `${position.toString(16).padStart(8, "0")}-00000000-00000001-${"0".repeat(32)}`;
}

function positionOf(bookmark: string): number {
  const position = /^([0-9a-f]{8})(-[0-9a-f]{8}){2}-[0-9a-f]{32}$/.exec(bookmark)?.[1];
  if (position === undefined) throw new Error(`D1_ERROR: ${bookmark} is no bookmark`);
  return Number.parseInt(position, 16);
}
