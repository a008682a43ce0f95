// Node's SQLite with the limits that workerd sets for D1 and for the storage of Durable Objects.
import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/** Those that workerd sets in `src/workerd/util/sqlite.c++` and Cloudflare documents for D1. */
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

/** The tables that FTS5 keeps an index in. It prepares statements of its own on these while one of ours runs. */
const SHADOW_TABLE = /_(data|idx|content|docsize|config)$/;

/** After any comments. */
const CHANGES_SCHEMA = /^(\s|--.*\n)*(create|drop|alter)\b/i;

/**
 * A database in memory, which refuses statements that SQLite would prepare again at every run: because of a bare
 * parameter whose value could change the plan (see `dialect` in src/db/statement.ts), at 20 times the cost of running it.
 */
export class MemoryDatabase {
  readonly #sqlite: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  #preparations = 0;

  constructor() {
    this.#sqlite = new DatabaseSync(":memory:", { limits, enableDoubleQuotedStringLiterals: true });
    // SQLite calls the authorizer whenever it prepares a statement, and never when it only runs one.
    this.#sqlite.setAuthorizer((action, table) => {
      if (action !== constants.SQLITE_PRAGMA && table !== null && !SHADOW_TABLE.test(table)) this.#preparations += 1;
      return constants.SQLITE_OK;
    });
  }

  /** Runs statements that answer nothing. */
  execute(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /**
   * A statement is prepared once. Numbers are bound as REAL, as workerd binds them.
   *
   * @throws Error when SQLite prepared the statement again in order to run it
   */
  rows(sql: string, params: readonly unknown[]): object[] {
    const changesSchema = CHANGES_SCHEMA.test(sql);
    // A new schema makes SQLite prepare every statement again, with good reason.
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

  /** Of all pages. */
  get bytes(): number {
    const row = this.#sqlite
      .prepare("select page_count * page_size as bytes from pragma_page_count, pragma_page_size")
      .get();
    return Number(row?.bytes);
  }

  /** Ends a transaction, unless the error that was met has ended it already. */
  rollBack(): void {
    if (this.#sqlite.isTransaction) this.#sqlite.exec("rollback");
  }

  close(): void {
    this.#sqlite.close();
  }
}

/** SQLite refuses what it does not take. */
function asInput(params: readonly unknown[]): SQLInputValue[] {
  return params as SQLInputValue[];
}
