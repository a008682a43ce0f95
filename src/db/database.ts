// The interface to D1 and libSQL: batches of statements, each one round trip and one transaction.
import { type ConstraintName, violatedConstraint } from "./constraints.ts";
import type { Statement } from "./statement.ts";

/** The rows of each statement of a batch, in order. */
export type Rows<S extends readonly Statement[]> = {
  [I in keyof S]: S[I] extends Statement<infer Row> ? Row[] : never;
};

/** The result of a batch, or the constraint that it violated. */
export type Attempt<S extends readonly Statement[]> =
  | { readonly violated: undefined; readonly rows: Rows<S> }
  | { readonly violated: ConstraintName };

/** The first row of a batch's last statement, or the constraint that the batch violated. */
export type Change<Row> =
  | { readonly violated: undefined; readonly row: Row | undefined }
  | { readonly violated: ConstraintName };

/** The database cost of one request. Only D1 reports rows. */
export interface DatabaseCost {
  roundTrips: number;
  statements: number;
  rowsRead: number;
  rowsWritten: number;
}

/** The viewer's columns, in the row of any statement that returns them. */
export interface ResolvedViewer {
  /** null for the anonymous. */
  readonly viewer_id: number | null;
  readonly viewer_admin: 0 | 1;
}

/** Runs the statements in one transaction. */
export interface Driver {
  run(statements: readonly Statement[], cost: DatabaseCost): Promise<Record<string, unknown>[][]>;
  /** Only a database with replicas has these, see d1-sessions.ts. */
  startAt?(start: string): void;
  readonly bookmark?: string | null;
}

export class Database {
  readonly cost: DatabaseCost = { roundTrips: 0, statements: 0, rowsRead: 0, rowsWritten: 0 };
  /** Names of the couriers to wake for the recorded events. */
  readonly couriers = new Set<string>();
  /** Ids of the projects whose notifiers to wake for the recorded events. */
  readonly notified = new Set<number>();
  /** The request's viewer, once a batch has resolved it: its first statement returns the viewer's columns. */
  viewer: ResolvedViewer | undefined;
  readonly #driver: Driver;
  /** The driver, or what wraps it. */
  #runner: Pick<Driver, "run">;

  constructor(driver: Driver) {
    this.#driver = driver;
    this.#runner = driver;
  }

  /** Replaces the driver that runs batches, for what accompanies the batches of this request. */
  wrapDriver(wrap: (driver: Pick<Driver, "run">) => Pick<Driver, "run">): void {
    this.#runner = wrap(this.#runner);
  }

  /**
   * Sets the bookmark or constraint from which the next batch reads. Without replicas it reads the newest state. The
   * viewer is resolved again: the former state may lack their token, or the end of their rights.
   */
  startAt(start: string): void {
    this.viewer = undefined;
    this.#driver.startAt?.(start);
  }

  /** Names the newest state that a batch has seen or made; null without replicas. */
  get bookmark(): string | null {
    return this.#driver.bookmark ?? null;
  }

  /** Runs the statements in order, all or none, in one round trip. Throws the database's errors. */
  async batch<const S extends readonly Statement[]>(...statements: S): Promise<Rows<S>> {
    this.cost.roundTrips += 1;
    this.cost.statements += statements.length;
    const results = await this.#runner.run(statements, this.cost);
    const rows = statements.map(({ returnsCouriers, unpack }, index) => {
      const result = results[index] ?? [];
      if (returnsCouriers === true) this.#recordCouriers(result);
      return unpack === undefined ? result : result.map(unpack);
    });
    if (this.viewer === undefined && isViewer(rows[0]?.[0])) this.viewer = rows[0][0];
    return typedRows<S>(rows);
  }

  #recordCouriers(rows: readonly Record<string, unknown>[]): void {
    for (const { project_courier, group_courier, server_courier, notified_project } of rows) {
      if (typeof notified_project === "number") this.notified.add(notified_project);
      for (const name of [project_courier, group_courier, server_courier]) {
        if (typeof name === "string") this.couriers.add(name);
      }
    }
  }

  /** As {@link batch}, but returns a violated constraint instead of throwing it. Nothing was written then. */
  async attempt<const S extends readonly Statement[]>(...statements: S): Promise<Attempt<S>> {
    try {
      return { violated: undefined, rows: await this.batch(...statements) };
    } catch (error) {
      const violated = violatedConstraint(error);
      if (violated === undefined) throw error;
      return { violated };
    }
  }

  /** As {@link attempt}, for any number of writes; with only the rows of the reads that follow them in the batch. */
  async attemptThenRead<const S extends readonly Statement[]>(
    writes: readonly Statement[],
    reads: S,
  ): Promise<Attempt<S>> {
    const attempt = await this.attempt(...writes, ...reads);
    return attempt.violated === undefined
      ? { ...attempt, rows: typedRows<S>(attempt.rows.slice(writes.length)) }
      : attempt;
  }

  /** As {@link attempt}, with only the first row of the last statement. */
  async change<Row>(writes: readonly Statement[], last: Statement<Row>): Promise<Change<Row>> {
    const attempt = await this.attempt(...writes, last);
    if (attempt.violated !== undefined) return attempt;
    return { violated: undefined, row: lastRow<Row>(attempt.rows) };
  }
}

const isViewer = (row: unknown): row is ResolvedViewer =>
  typeof row === "object" && row !== null && "viewer_id" in row && "viewer_admin" in row;

/** Statements declare the type of their rows, which is not checked at run time. */
function typedRows<S extends readonly Statement[]>(rows: unknown[][]): Rows<S> {
  return rows as Rows<S>;
}

/** The first row of a batch's last statement, whose type the caller knows. */
function lastRow<Row>(rows: readonly unknown[]): Row | undefined {
  const last = rows.at(-1) as Row[] | undefined;
  return last?.[0];
}
