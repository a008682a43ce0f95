// The driver for a libSQL server, over HTTP.
import type { Client, InStatement, ResultSet } from "@libsql/client/http";
import { Database } from "./database.ts";
import { fetchOnKeptStream } from "./libsql-streams.ts";
import type { Statement } from "./statement.ts";

/**
 * One client per request: workerd cancels pending work of a client that requests share. In builds for D1 the import is
 * without-libsql.ts, which throws.
 */
export function openLibsql(url: string, authToken: string | undefined, keepsStreams: boolean): Database {
  let client: Promise<Client> | undefined;
  return new Database({
    async run(statements) {
      client ??= import("@libsql/client/http").then(({ createClient }) =>
        createClient({
          url,
          ...(authToken !== undefined && { authToken }),
          ...(keepsStreams && { fetch: fetchOnKeptStream }),
        }),
      );
      const opened = await client;
      const reads = statements.every((statement) => statement.reads);
      const results = await (reads ? withRetries(opened, statements, "read") : serialized(opened, statements));
      return results.map(({ columns, rows }) =>
        rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]]))),
      );
    },
  });
}

/** End of the current write's turn, in milliseconds since the epoch. A cancelled request does not end its turn. */
let turnEnds = 0;
const LONGEST_TURN = 5_000;

/**
 * Serializes the writes of an isolate. sqld wakes writers that wait for its lock only when their 5 seconds are over, so
 * twenty concurrent writes would take a minute. In workerd a request cannot await a promise of another request, so
 * waiting writes poll every few milliseconds.
 */
async function serialized(client: Client, statements: readonly Statement[]): Promise<ResultSet[]> {
  while (Date.now() < turnEnds) await sleep(Math.random() * 2);
  const mine = Date.now() + LONGEST_TURN;
  turnEnds = mine;
  try {
    return await withRetries(client, statements, "write");
  } finally {
    if (turnEnds === mine) turnEnds = 0;
  }
}

/**
 * Retries a batch on a locked or overloaded database, where it wrote nothing: 8 times over about two seconds, with
 * exponential backoff and jitter.
 */
async function withRetries(
  client: Client,
  statements: readonly Statement[],
  mode: "read" | "write",
): Promise<ResultSet[]> {
  const batch = statements.map(libsqlStatement);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await client.batch(batch, mode);
    } catch (error) {
      const isBusy = error instanceof Error && /SQLITE_BUSY|HTTP status 429/.test(error.message);
      if (!isBusy || attempt === 8) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Parameters are numbers, strings and null by construction. */
function libsqlStatement({ sql, params }: Statement): InStatement {
  return { sql, args: [...params] as (number | string | null)[] };
}
