// The database of a repository. The embedder supplies it; for Durable Objects that is durable-objects/sqlite.

export type SqlInput = Uint8Array | string | number | null;

/**
 * Migrations: the statements of each step. Append-only, because existing databases have run the earlier steps.
 */
export type SchemaSteps = readonly (readonly string[])[];

export interface Sql {
  /** All rows, with blobs as ArrayBuffers. The caller states the row type. */
  rows<Row extends object>(query: string, ...bindings: SqlInput[]): Row[];
  /** The first row, or null. */
  first<Row extends object>(query: string, ...bindings: SqlInput[]): Row | null;
  run(query: string, ...bindings: SqlInput[]): void;
  /** Size of the database in bytes. */
  readonly size: number;
  /** Atomic: an exception rolls back. `work` must be synchronous. */
  transaction<T>(work: () => T): T;
  /** Runs, in one transaction, the steps that this database has not run yet. */
  migrate(steps: SchemaSteps): void;
}
