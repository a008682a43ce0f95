// Lets a write be decided from what its reads returned the last time. The write's own batch then verifies that they would
// return the same, so that a request needs one round trip instead of two.
import { violatedConstraint } from "./constraints.ts";
import type { Database, DatabaseCost, Driver } from "./database.ts";
import type { Statement } from "./statement.ts";

type Row = Readonly<Record<string, unknown>>;

/** The reads of a first batch, and the only row that each of them returned. */
interface Reads {
  readonly key: string;
  readonly statements: readonly Statement[];
  readonly rows: readonly Row[];
}

const MOST_KEPT = 1_000;
const MOST_TEXTS = 100;
/** Columns of a row, which are bound beside the parameters of its read: D1 allows 100 for a statement. */
const MOST_COLUMNS = 75;
/** Characters of a value. */
const MOST_CHARACTERS = 1_000;

/** A statement that fails unless a read returns the same row as before. */
interface Guard {
  /** The columns it compares, whose values follow the parameters of the read. */
  readonly names: readonly string[];
  readonly text: string;
}

/** What this isolate remembers. Nothing in it is trusted before the database has verified it. */
export class Recall {
  /** In the order of last use. */
  readonly #kept = new Map<string, Reads>();
  /** Keys of reads that were out of date once. To find that out costs a round trip, so that they are not kept again. */
  readonly #unsteady = new Set<string>();
  /** Short names of the texts of statements, for the keys. */
  readonly #texts = new Map<string, number>();
  /** By the text of the read, whose rows all have the same columns; no more than `#texts` has. Making one takes 15 us. */
  readonly #guards = new WeakMap<RecallOptions, Map<string, Guard>>();

  /** @returns null for reads that are not kept: with too many different texts, or out of date once */
  keyOf(statements: readonly Statement[]): string | null {
    const parts: unknown[] = [];
    for (const { sql, params } of statements) {
      if (!this.#texts.has(sql) && this.#texts.size === MOST_TEXTS) return null;
      const text = this.#texts.get(sql) ?? this.#texts.size;
      this.#texts.set(sql, text);
      parts.push(text, params);
    }
    const key = JSON.stringify(parts);
    return this.#unsteady.has(key) ? null : key;
  }

  /** Violates stale_object unless the read returns the row, apart from the columns of `except`. */
  expectRow({ sql, params }: Statement, row: Row, options: RecallOptions): Statement {
    const guards = this.#guards.get(options) ?? new Map<string, Guard>();
    this.#guards.set(options, guards);
    const guard = guards.get(sql) ?? guardOf(sql, row, options);
    guards.set(sql, guard);
    return { sql: guard.text, params: [...params, ...guard.names.map((name) => row[name])] };
  }

  find(key: string): Reads | undefined {
    return this.#kept.get(key);
  }

  keep(reads: Reads): void {
    this.forget(reads);
    dropOldest(this.#kept);
    this.#kept.set(reads.key, reads);
  }

  forget({ key }: Reads): void {
    this.#kept.delete(key);
  }

  /** Does not keep them from now on. */
  distrust(reads: Reads): void {
    this.forget(reads);
    dropOldest(this.#unsteady);
    this.#unsteady.add(reads.key);
  }

  /**
   * Runs the handler of a request whose first batch only reads and decides about the batch that writes. It has no effect
   * before that batch.
   *
   * What comes of recalled rows without a verified write, such as a refusal, counts for nothing: the handler is run again.
   */
  async run<T>(db: Database, options: RecallOptions, handle: () => Promise<T>): Promise<T> {
    let driver: RecallingDriver | undefined;
    db.wrapDriver((wrapped) => {
      driver = new RecallingDriver(wrapped, this, options);
      return driver;
    });
    try {
      const result = await handle();
      if (driver?.isUnverified !== true) return result;
    } catch (error) {
      if (driver?.isUnverified !== true) throw error;
    }
    driver.stop();
    db.viewer = undefined;
    return await handle();
  }
}

/** Makes room for one more. */
function dropOldest(keys: Pick<Map<string, unknown>, "size" | "delete"> & { keys(): Iterable<string> }): void {
  const [oldest] = keys.keys();
  if (keys.size === MOST_KEPT && oldest !== undefined) keys.delete(oldest);
}

/** How a request recalls its reads, which its write must not change. */
export interface RecallOptions {
  /** Columns of the reads that change nothing about the write. */
  readonly except: readonly string[];
}

/** What was recalled is no longer so, and nothing was written. */
class StaleRecall extends Error {}

/** The driver of one request. Its first batch is recalled if it only reads; its first write is verified with it. */
class RecallingDriver implements Pick<Driver, "run"> {
  readonly #driver: Pick<Driver, "run">;
  readonly #recall: Recall;
  readonly #options: RecallOptions;
  #isFirst = true;
  /** Recalled, and not verified yet. */
  #recalled: Reads | null = null;
  /** Read by this request: worth keeping once a write succeeds. */
  #read: Reads | null = null;

  constructor(driver: Pick<Driver, "run">, recall: Recall, options: RecallOptions) {
    this.#driver = driver;
    this.#recall = recall;
    this.#options = options;
  }

  /** True while the request only did what it recalled: it must be run again. */
  get isUnverified(): boolean {
    return this.#recalled !== null;
  }

  /** Recalls nothing from now on. */
  stop(): void {
    this.#recalled = null;
  }

  async run(statements: readonly Statement[], cost: DatabaseCost): Promise<Record<string, unknown>[][]> {
    const isRead = statements.every(({ reads }) => reads === true);
    // What texts and params name besides is too likely to have changed.
    const isHead = this.#isFirst && isRead && statements.length === 1;
    const key = isHead ? this.#recall.keyOf(statements) : null;
    this.#isFirst = false;
    if (key !== null) return await this.#runFirst(key, statements, cost);
    if (isRead) return await this.#driver.run(statements, cost);
    return this.#recalled === null
      ? await this.#write(statements, cost)
      : await this.#verify(this.#recalled, statements, cost);
  }

  async #runFirst(key: string, statements: readonly Statement[], cost: DatabaseCost) {
    const known = this.#recall.find(key);
    if (known !== undefined) {
      this.#recalled = known;
      // The database is not called.
      cost.roundTrips -= 1;
      cost.statements -= statements.length;
      return known.rows.map((row) => [{ ...row }]);
    }
    const results = await this.#driver.run(statements, cost);
    this.#read = readsOf(key, statements, results);
    return results;
  }

  async #write(statements: readonly Statement[], cost: DatabaseCost) {
    const results = await this.#driver.run(statements, cost);
    if (this.#read !== null) this.#recall.keep(this.#read);
    this.#read = null;
    return results;
  }

  async #verify(recalled: Reads, statements: readonly Statement[], cost: DatabaseCost) {
    const guards = recalled.statements.map((read, at) =>
      this.#recall.expectRow(read, recalled.rows[at] ?? {}, this.#options),
    );
    cost.statements += guards.length;
    // After any other failure the batch may have been committed: the request must not be run again.
    this.#recalled = null;
    try {
      const results = await this.#driver.run([...guards, ...statements], cost);
      this.#recall.keep(recalled);
      return results.slice(guards.length);
    } catch (error) {
      this.#recall.forget(recalled);
      if (violatedConstraint(error) !== "stale_object") throw error;
      this.#recall.distrust(recalled);
      this.#recalled = recalled;
      throw new StaleRecall("The database has changed since", { cause: error });
    }
  }
}

/** @returns null unless each read returned one row, and none is too large to keep */
function readsOf(key: string, statements: readonly Statement[], results: readonly Row[][]): Reads | null {
  const rows = results.flatMap((found) => (found.length === 1 ? found : []));
  return rows.length === statements.length && rows.every(isSmall) ? { key, statements, rows } : null;
}

function isSmall(row: Row): boolean {
  const values = Object.values(row);
  const isLong = (value: unknown) => typeof value === "string" && value.length > MOST_CHARACTERS;
  return values.length <= MOST_COLUMNS && !values.some(isLong);
}

function guardOf(sql: string, row: Row, { except }: RecallOptions): Guard {
  const names = Object.keys(row).filter((name) => !except.includes(name));
  const isSame = inGroups(names.map((name) => `"${name}" is +?`)).join(" and ");
  const text = `insert into lock_expectations (record_type, record_id, lock_version) select 'Issue', 0, -1
      where not exists (select 1 from (${sql}) where ${isSame})`;
  return { names, text };
}

/** Conditions beside each other. */
const GROUP = 8;

/** D1 allows expressions a depth of 100: each `and` is a level, and the expressions of the read are put in. */
function inGroups(conditions: readonly string[]): string[] {
  const groups: string[] = [];
  for (let at = 0; at < conditions.length; at += GROUP)
    groups.push(`(${conditions.slice(at, at + GROUP).join(" and ")})`);
  return groups;
}

const recalls = new WeakMap<object, Recall>();

/** The recall of an isolate. @param environment the same object for all requests to a database */
export function recallOf(environment: object): Recall {
  const recall = recalls.get(environment) ?? new Recall();
  recalls.set(environment, recall);
  return recall;
}
