// The one way to the database: batches, each one round trip and one transaction, on D1 or on libSQL.
import type { Client, InStatement, ResultSet } from "@libsql/client/web";
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
interface Driver {
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
    return typedRows<S>(rows);
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

/** The statements declare their rows; nothing checks it again at run time. */
function typedRows<S extends readonly Statement[]>(rows: Record<string, unknown>[][]): Rows<S> {
  return rows as Rows<S>;
}

export function openD1(binding: D1Database): Database {
  return new Database({
    async run(statements, cost) {
      const bound = statements.map(({ sql, params }) => binding.prepare(sql).bind(...params));
      const results = await binding.batch<Record<string, unknown>>(bound);
      for (const { meta } of results) {
        cost.rowsRead += meta.rows_read;
        cost.rowsWritten += meta.rows_written;
      }
      return results.map((result) => result.results);
    },
  });
}

/**
 * A client per request: workerd cancels what a client shared between requests has under way. The driver is loaded
 * on first use, so a D1 deployment never runs it.
 */
export function openLibsql(url: string, authToken: string | undefined): Database {
  let client: Promise<Client> | undefined;
  return new Database({
    async run(statements) {
      client ??= import("@libsql/client/web").then(({ createClient }) =>
        createClient(authToken === undefined ? { url } : { url, authToken }),
      );
      const mode = statements.every(({ reads }) => reads) ? "read" : "write";
      const results = await batchWhenFree(await client, statements.map(libsqlStatement), mode);
      return results.map(({ columns, rows }) =>
        rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]]))),
      );
    },
  });
}

/**
 * A batch that meets a locked database has done nothing and may be tried again: 8 times, over about two seconds, at
 * irregular intervals so that those who wait do not meet again.
 */
async function batchWhenFree(client: Client, statements: InStatement[], mode: "read" | "write"): Promise<ResultSet[]> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await client.batch(statements, mode);
    } catch (error) {
      const isBusy = error instanceof Error && error.message.includes("SQLITE_BUSY");
      if (!isBusy || attempt === 8) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}

/** Parameters are numbers, strings and null by construction. */
function libsqlStatement({ sql, params }: Statement): InStatement {
  return { sql, args: [...params] as (number | string | null)[] };
}
