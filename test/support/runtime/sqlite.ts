// Node's SQLite with the limits that workerd sets for D1 and Durable Object storage.
import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/** Source: `src/workerd/util/sqlite.c++` in workerd, and Cloudflare's documentation of D1. */
const limits = {
  length: 2_200_000,
  sqlLength: 100_000,
  column: 100,
  exprDepth: 100,
  compoundSelect: 5,
  vdbeOp: 25_000,
  functionArg: 32,
  attach: 0,
  likePatternLength: 50,
  variableNumber: 100,
  triggerDepth: 10,
};

/** FTS5's index tables. FTS5 prepares its own statements on them while one of ours runs. */
const SHADOW_TABLE = /_(data|idx|content|docsize|config)$/;

/** Allows for leading comments. */
const CHANGES_SCHEMA = /^(\s|--.*\n)*(create|drop|alter)\b/i;

/**
 * An in-memory database that rejects statements which SQLite prepares again on every run, at 20 times the cost of
 * running them. SQLite does so for a bare parameter whose value could change the plan (see `dialect` in
 * src/db/statement.ts).
 */
export class MemoryDatabase {
  readonly #sqlite: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  #preparations = 0;

  /** @param image of another database, see {@link MemoryDatabase.image}; empty without it */
  constructor(image?: Uint8Array) {
    this.#sqlite = new DatabaseSync(":memory:", { limits, enableDoubleQuotedStringLiterals: true });
    // SQLite calls the authorizer when it prepares a statement, never when it runs one.
    this.#sqlite.setAuthorizer((action, table) => {
      if (action !== constants.SQLITE_PRAGMA && table !== null && !SHADOW_TABLE.test(table)) this.#preparations += 1;
      return constants.SQLITE_OK;
    });
    if (image !== undefined) this.#sqlite.deserialize(image);
  }

  /** The bytes of the whole database, to make equal ones of: 3 ms, where the migrations take 90. */
  image(): Uint8Array {
    return this.#sqlite.serialize();
  }

  /** Runs statements that return no rows. */
  execute(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /**
   * Prepares each statement once. Binds numbers as REAL, as workerd does.
   *
   * @throws Error if SQLite prepared the statement again to run it
   */
  rows(sql: string, params: readonly unknown[]): object[] {
    const changesSchema = CHANGES_SCHEMA.test(sql);
    // After a schema change SQLite has to prepare every statement again.
    if (changesSchema) this.#prepared.clear();
    const statement = this.prepare(sql);
    const before = this.#preparations;
    const rows = statement.all(...asInput(params));
    if (this.#preparations > before && !changesSchema)
      throw new Error(`SQLite prepares this statement at every run: ${sql}`);
    return rows;
  }

  prepare(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#sqlite.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  /** Size of the database: page count times page size. */
  get bytes(): number {
    const row = this.#sqlite
      .prepare("select page_count * page_size as bytes from pragma_page_count, pragma_page_size")
      .get();
    return Number(row?.bytes);
  }

  /** Rolls back, unless the error has already ended the transaction. */
  rollBack(): void {
    if (this.#sqlite.isTransaction) this.#sqlite.exec("rollback");
  }

  close(): void {
    this.#sqlite.close();
  }
}

/** Unchecked: SQLite itself rejects unsupported values. */
function asInput(params: readonly unknown[]): SQLInputValue[] {
  return params as SQLInputValue[];
}
