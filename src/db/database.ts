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

/** What a change that may be refused came to, with the first row of what was asked after it. */
export type Change<Row> =
  | { readonly violated: undefined; readonly row: Row | undefined }
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
  /** The couriers of the hooks that are to hear of what was recorded here, by name. */
  readonly couriers = new Set<string>();
  /** The projects in which something was recorded here that people may be told of. */
  readonly notified = new Set<number>();
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Runs the statements in order, all or none, in one round trip. Throws what the database throws. */
  async batch<const S extends readonly Statement[]>(...statements: S): Promise<Rows<S>> {
    this.cost.roundTrips += 1;
    this.cost.statements += statements.length;
    const answers = await this.#driver.run(statements, this.cost);
    const rows = statements.map(({ answersCouriers, unpack }, index) => {
      const answer = answers[index] ?? [];
      if (answersCouriers === true) this.#noteCouriers(answer);
      return unpack === undefined ? answer : answer.map(unpack);
    });
    return typedRows<S>(rows);
  }

  #noteCouriers(rows: readonly Record<string, unknown>[]): void {
    for (const { project_courier, group_courier, server_courier, notified_project } of rows) {
      if (typeof notified_project === "number") this.notified.add(notified_project);
      for (const name of [project_courier, group_courier, server_courier]) {
        if (typeof name === "string") this.couriers.add(name);
      }
    }
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

  /** As {@link attempt}, where only the last of the statements answers something. */
  async change<Row>(writes: readonly Statement[], answer: Statement<Row>): Promise<Change<Row>> {
    const attempt = await this.attempt(...writes, answer);
    if (attempt.violated !== undefined) return attempt;
    return { violated: undefined, row: lastRow<Row>(attempt.rows) };
  }
}

/** The statements declare their rows; nothing checks it again at run time. */
function typedRows<S extends readonly Statement[]>(rows: unknown[][]): Rows<S> {
  return rows as Rows<S>;
}

/** The first row of a batch's last statement, of which the caller knows the kind. */
function lastRow<Row>(rows: readonly unknown[]): Row | undefined {
  const last = rows.at(-1) as Row[] | undefined;
  return last?.[0];
}
