// A D1 binding on Node's SQLite: the part that the Worker and its tests use. Its results and errors are compared with
// workerd's in test/runtime/d1.test.ts.
import { MemoryDatabase, type Platform, type Row } from "./sqlite.ts";

/** Name of a primary result code, which is the low byte of SQLite's extended result code. */
const codeNames: Readonly<Record<number, string>> = {
  1: "SQLITE_ERROR",
  18: "SQLITE_TOOBIG",
  19: "SQLITE_CONSTRAINT",
  20: "SQLITE_MISMATCH",
};

/**
 * An in-memory database. It does not count rows read and written: both are reported as 0.
 *
 * @param scripts SQL that creates the schema
 */
export function memoryD1(scripts: readonly string[] = []): D1Database {
  const database = new MemoryDatabase();
  for (const script of scripts) database.execute(script);
  return bindingOf(database);
}

export function bindingOf(database: MemoryDatabase): D1Database {
  return asBinding({
    prepare: (sql: string) => new MemoryStatement(database, sql, []),
    async batch(statements: readonly MemoryStatement[]) {
      const run = statements.length === 1 ? alone : transaction;
      return run(database, () => statements.map((statement) => statement.runInBatch()));
    },
  });
}

/** Runs a batch at once, for simulations in which nothing may happen meanwhile. Parameters are not converted. */
export const runAtOnce = (database: MemoryDatabase, queries: readonly { sql: string; params: readonly unknown[] }[]) =>
  transaction(database, () =>
    queries.map(({ sql, params }) => new MemoryStatement(database, sql, params.map(bound)).runInBatch()),
  );

/** The rest of the interface (sessions, dumps, `exec`, `raw`) is not implemented, because nothing calls it. */
const asBinding = (binding: object): D1Database => binding as D1Database;

class MemoryStatement {
  readonly #database: MemoryDatabase;
  readonly #sql: string;
  readonly #params: readonly unknown[];

  constructor(database: MemoryDatabase, sql: string, params: readonly unknown[]) {
    this.#database = database;
    this.#sql = sql;
    this.#params = params;
  }

  bind(...params: unknown[]): MemoryStatement {
    return new MemoryStatement(this.#database, this.#sql, params.map(bound));
  }

  async all() {
    return alone(this.#database, () => resultOf(this.#rows(d1)));
  }

  run = this.all;

  async first(): Promise<Row | null> {
    return (await this.all()).results[0] ?? null;
  }

  runInBatch() {
    return resultOf(this.#rows(d1InBatch));
  }

  #rows(platform: Platform): Row[] {
    return this.#database.rows(this.#sql, this.#params, platform);
  }
}

/** D1 returns blobs as arrays of numbers. */
const d1: Platform = { fromBlob: (blob) => [...blob] };

/** In a batch D1 pairs column names and values by position, and returns wrong values if two columns share a name. */
const d1InBatch: Platform = { ...d1, hasUniqueNames: true };

/** Runs one statement, which is a transaction of its own. */
function alone<T>(database: MemoryDatabase, work: () => T): T {
  try {
    return work();
  } catch (error) {
    database.rollBack();
    throw d1Error(error);
  }
}

function transaction<T>(database: MemoryDatabase, work: () => T): T {
  return alone(database, () => {
    database.execute("begin");
    const result = work();
    database.execute("commit");
    return result;
  });
}

const resultOf = (results: Row[]) => ({ success: true, results, meta: { rows_read: 0, rows_written: 0 } });

/** Converts a parameter. D1 accepts numbers, strings, booleans, bytes and null. @throws Error for any other type */
function bound(value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === null || typeof value === "number" || typeof value === "string") return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return value;
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
}

function d1Error(error: unknown): unknown {
  if (!(error instanceof Error && "errcode" in error)) return error;
  const name = codeNames[Number(error.errcode) & 0xff] ?? "SQLITE_ERROR";
  return new Error(`D1_ERROR: ${error.message}: ${name}`, { cause: error });
}
