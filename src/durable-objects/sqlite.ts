// The SQLite database of one Durable Object. Enforces Cloudflare's limits, which a local workerd does not.

export type SqlInput = Uint8Array | string | number | null;

/** The statements of each step that creates or alters tables. Append-only: existing databases have run the earlier ones. */
export type SchemaSteps = readonly (readonly string[])[];

/** What {@link Sql} stands on: a Durable Object's storage. */
export interface ObjectStorage {
  readonly sql: {
    exec(query: string, ...bindings: SqlInput[]): { toArray(): object[] };
    /** Bytes. */
    readonly databaseSize: number;
  };
  transactionSync<T>(work: () => T): T;
}

/** Bytes of one bound value, and of one row. */
export const MOST_BYTES = 2_000_000;
const MOST_BINDINGS = 100;

export class Sql {
  readonly #storage: ObjectStorage;

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  /** All rows; blobs come as ArrayBuffers. The caller says what the query answers. */
  rows<Row extends object>(query: string, ...bindings: SqlInput[]): Row[] {
    refuseBeyondLimits(bindings);
    return typedRows<Row>(this.#storage.sql.exec(query, ...bindings).toArray());
  }

  first<Row extends object>(query: string, ...bindings: SqlInput[]): Row | null {
    return this.rows<Row>(query, ...bindings)[0] ?? null;
  }

  run(query: string, ...bindings: SqlInput[]): void {
    this.rows(query, ...bindings);
  }

  /** Bytes that the database takes. */
  get size(): number {
    return this.#storage.sql.databaseSize;
  }

  /** All or nothing: an exception rolls back. Nothing inside may be awaited. */
  transaction<T>(work: () => T): T {
    return this.#storage.transactionSync(work);
  }

  /** Runs, in one transaction, the steps this database has not run yet. Writes nothing if there are none. */
  migrate(steps: SchemaSteps): void {
    this.transaction(() => {
      const done = this.#stepsTaken();
      if (done === null) this.run("create table schema_steps (step integer primary key)");
      for (const [index, statements] of steps.entries()) {
        if (index < (done ?? 0)) continue;
        for (const statement of statements) this.run(statement);
        this.run("insert into schema_steps (step) values (?)", index);
      }
    });
  }

  /** Null for a new database. */
  #stepsTaken(): number | null {
    const table = this.first("select 1 as found from sqlite_master where type = 'table' and name = 'schema_steps'");
    if (table === null) return null;
    return this.first<{ taken: number }>("select count(*) as taken from schema_steps")?.taken ?? 0;
  }
}

function refuseBeyondLimits(bindings: readonly SqlInput[]): void {
  if (bindings.length > MOST_BINDINGS) throw new Error(`A statement has ${bindings.length} bound values`);
  let bytes = 0;
  for (const value of bindings) if (typeof value === "object" && value !== null) bytes += value.length;
  for (const value of bindings) if (typeof value === "string") bytes += value.length;
  if (bytes > MOST_BYTES) throw new Error(`A statement binds ${bytes} bytes`);
}

function typedRows<Row extends object>(rows: object[]): Row[] {
  return rows as Row[];
}
