// Keeps prepared statements as workerd does, and refuses those that SQLite would prepare again at every run.
import { constants, type DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

export type Row = Record<string, unknown>;

/** The tables that FTS5 keeps an index in. It prepares statements of its own on these while one of ours runs. */
const SHADOW_TABLE = /_(data|idx|content|docsize|config)$/;

/**
 * The statements of one database by their text. SQLite calls the authorizer whenever it prepares a statement and never
 * when it merely runs one, so a call during a run means that the statement was prepared again: because of a bare
 * parameter whose value could change the plan (see `dialect` in src/db/statement.ts), at 20 times the cost of running it.
 */
export class PreparedStatements {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #preparations = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.setAuthorizer((action, table) => {
      if (action !== constants.SQLITE_PRAGMA && table !== null && !SHADOW_TABLE.test(table)) this.#preparations += 1;
      return constants.SQLITE_OK;
    });
  }

  /** @throws Error when SQLite prepared the statement again in order to run it */
  all(sql: string, values: readonly SQLInputValue[]): Row[] {
    // A new schema makes SQLite prepare every statement again, with good reason.
    if (/^\s*(create|drop|alter)\b/i.test(sql)) this.#statements.clear();
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    const before = this.#preparations;
    const rows = statement.all(...values);
    if (this.#preparations > before) throw new Error(`SQLite prepares this statement at every run: ${sql}`);
    return rows;
  }
}
