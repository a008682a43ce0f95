// The one way to the database: batches, each one round trip and one transaction, on D1 or on libSQL.
import { type ConstraintName, violatedConstraint } from "./constraints.ts";
import type { Statement } from "./statement.ts";

/** The rows of each statement of a batch, in its order. */
export type Rows<S extends readonly Statement[]> = {
  [I in keyof S]: S[I] extends Statement<infer Row> ? Row[] : never;
};

/** What a batch that may be refused came to. */
export type Attempt<S extends readonly Statement[]> =
  | { readonly violated: undefined; readonly rows: Rows<S> }
  | { readonly violated: ConstraintName };

/** What one request asked of the database. Rows are told by D1 only. */
export interface DatabaseCost {
  roundTrips: number;
  statements: number;
  rowsRead: number;
  rowsWritten: number;
}

/** How one kind of database runs a list of statements in one transaction. */
export interface Driver {
  run(statements: readonly Statement[], cost: DatabaseCost): Promise<Record<string, unknown>[][]>;
}

export class Database {
  readonly cost: DatabaseCost = { roundTrips: 0, statements: 0, rowsRead: 0, rowsWritten: 0 };
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Runs the statements in order, all or none, in one round trip. Throws what the database throws. */
  async batch<const S extends readonly Statement[]>(...statements: S): Promise<Rows<S>> {
    this.cost.roundTrips += 1;
    this.cost.statements += statements.length;
    const rows = await this.#driver.run(statements, this.cost);
    return typedRows<S>(rows.map((list, at) => decoded(list, statements[at])));
  }

  /** As {@link batch}; a violated constraint is an answer, not an error, and then nothing was written. */
  async attempt<const S extends readonly Statement[]>(...statements: S): Promise<Attempt<S>> {
    try {
      return { violated: undefined, rows: await this.batch(...statements) };
    } catch (error) {
      const violated = violatedConstraint(error);
      if (violated === undefined) throw error;
      return { violated };
    }
  }
}

function decoded(rows: Record<string, unknown>[], statement: Statement | undefined): unknown[] {
  const decode = statement?.decode;
  return decode ? rows.map((row) => decode(row)) : rows;
}

/** The statements declare their rows; nothing checks it again at run time. */
function typedRows<S extends readonly Statement[]>(rows: unknown[][]): Rows<S> {
  return rows as Rows<S>;
}
