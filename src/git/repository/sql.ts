// The database a repository is stored in. Whoever embeds this package supplies it; for Durable Objects that is
// durable-objects/sqlite.

export type SqlInput = Uint8Array | string | number | null;

/** The statements of each step that creates or alters tables. Append-only: existing databases have run the earlier ones. */
export type SchemaSteps = readonly (readonly string[])[];

export interface Sql {
  /** All rows; blobs are ArrayBuffers. The caller states the row's type. */
  rows<Row extends object>(query: string, ...bindings: SqlInput[]): Row[];
  /** Null when there is no row. */
  first<Row extends object>(query: string, ...bindings: SqlInput[]): Row | null;
  run(query: string, ...bindings: SqlInput[]): void;
  /** Bytes the database occupies. */
  readonly size: number;
  /** All or nothing: an exception rolls back. Nothing inside may be awaited. */
  transaction<T>(work: () => T): T;
  /** Runs, in one transaction, the steps this database has not run yet. */
  migrate(steps: SchemaSteps): void;
}
