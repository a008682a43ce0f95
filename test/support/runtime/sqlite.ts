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

const OK = constants.SQLITE_OK;

export type Row = Record<string, unknown>;

/** Allows for leading comments. */
const CHANGES_SCHEMA = /^(\s|--.*\n)*(create|drop|alter)\b/i;

/** The runs of a statement after which its rows are made by {@link rowMaker}: until then, asking for its columns costs more. */
const RUNS_BY_NAME = 16;

/** What a platform makes of rows. */
export interface Platform {
  /** Converts a blob. */
  readonly fromBlob: (blob: Uint8Array) => unknown;
  /** True if no two columns may share a name. */
  readonly hasUniqueNames?: boolean;
}

type FromBlob = Platform["fromBlob"];

const unconverted: Platform = { fromBlob: (blob) => blob };

/** A statement as it was prepared. */
interface Prepared {
  readonly statement: StatementSync;
  readonly changesSchema: boolean;
  /** Undefined until it is asked. */
  hasUniqueNames: boolean | undefined;
  runs: number;
  /** Makes a row of its values; null while SQLite makes the rows. */
  makeRow: RowMaker | null;
}

/**
 * An in-memory database that rejects statements which SQLite prepares again on every run, at 20 times the cost of
 * running them. SQLite does so for a bare parameter whose value could change the plan (see `PARAMETER` in
 * src/db/compile-sql.ts).
 */
export class MemoryDatabase {
  readonly #sqlite: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  #isPreparing = false;
  #preparations = 0;

  /** @param image of another database, see {@link MemoryDatabase.image}; empty without it */
  constructor(image?: Uint8Array) {
    this.#sqlite = new DatabaseSync(":memory:", { limits, enableDoubleQuotedStringLiterals: true });
    // SQLite calls the authorizer when it prepares a statement, never when it runs one.
    this.#sqlite.setAuthorizer((action, table) => {
      if (this.#isPreparing) return OK;
      if (action !== constants.SQLITE_PRAGMA && table !== null && !SHADOW_TABLE.test(table)) this.#preparations += 1;
      return OK;
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
  rows(sql: string, params: readonly unknown[], { fromBlob, hasUniqueNames }: Platform = unconverted): Row[] {
    const prepared = this.#prepare(sql);
    if (hasUniqueNames === true) refuseRepeatedNames(prepared, sql);
    const { changesSchema } = prepared;
    // After a schema change SQLite has to prepare every statement again.
    if (changesSchema) this.#prepared.clear();
    const before = this.#preparations;
    const rows = rowsOf(prepared, params, fromBlob);
    if (this.#preparations > before && !changesSchema)
      throw new Error(`SQLite prepares this statement at every run: ${sql}`);
    return rows;
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    this.#isPreparing = true;
    try {
      const statement = this.#sqlite.prepare(sql);
      const changesSchema = CHANGES_SCHEMA.test(sql);
      const prepared = { statement, changesSchema, hasUniqueNames: undefined, runs: 0, makeRow: null };
      this.#prepared.set(sql, prepared);
      return prepared;
    } finally {
      this.#isPreparing = false;
    }
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

function refuseRepeatedNames(prepared: Prepared, sql: string): void {
  if (prepared.hasUniqueNames === undefined) {
    const names = columnsOf(prepared.statement);
    prepared.hasUniqueNames = new Set(names).size === names.length;
  }
  if (!prepared.hasUniqueNames) throw new Error(`Two columns share a name in a batch: ${sql}`);
}

const columnsOf = (statement: StatementSync): string[] => statement.columns().map(({ name }) => name);

function rowsOf(prepared: Prepared, params: readonly unknown[], fromBlob: FromBlob): Row[] {
  const { statement, makeRow } = prepared;
  prepared.runs += 1;
  if (makeRow !== null) return asValues(statement.all(...asInput(params))).map((values) => makeRow(values, fromBlob));
  const rows = statement.all(...asInput(params));
  for (const row of rows) convertBlobs(row, fromBlob);
  if (prepared.runs === RUNS_BY_NAME) {
    prepared.makeRow = rowMaker(columnsOf(statement));
    statement.setReturnArrays(true);
  }
  return rows;
}

function convertBlobs(row: Row, fromBlob: FromBlob): void {
  // Runs for each row: `Object.entries` would take four times as long.
  for (const name in row) {
    const value = row[name];
    if (value instanceof Uint8Array) row[name] = fromBlob(value);
  }
}

/** Rows by position: names, which SQLite would make anew for each value of each row, take as long as all the rest. */
type RowMaker = (values: unknown[], fromBlob: FromBlob) => Row;

const rowMakers = new Map<string, RowMaker>();

function rowMaker(names: readonly string[]): RowMaker {
  const key = JSON.stringify(names);
  const made = rowMakers.get(key) ?? compileRowMaker(names);
  rowMakers.set(key, made);
  return made;
}

/** Compiled: a loop over the names takes ten times as long. */
function compileRowMaker(names: readonly string[]): RowMaker {
  const fields = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
  const literal = new Function("values", `return { ${fields.join(", ")} };`) as (values: unknown[]) => Row;
  return (values, fromBlob) => {
    for (const [at, value] of values.entries()) if (value instanceof Uint8Array) values[at] = fromBlob(value);
    return literal(values);
  };
}

/** What {@link StatementSync.setReturnArrays} makes of rows. */
function asValues(rows: unknown[]): unknown[][] {
  return rows as unknown[][];
}

/** Unchecked: SQLite itself rejects unsupported values. */
function asInput(params: readonly unknown[]): SQLInputValue[] {
  return params as SQLInputValue[];
}
