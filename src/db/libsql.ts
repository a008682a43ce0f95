// libSQL: a server spoken to over HTTP.
import type { Client, InStatement, ResultSet } from "@libsql/client/http";
import { Database } from "./database.ts";
import type { Statement } from "./statement.ts";

/**
 * A client per request: workerd cancels what a client shared between requests has under way. What is built for D1
 * has a stand-in for the driver, which says so.
 */
export function openLibsql(url: string, authToken: string | undefined): Database {
  let client: Promise<Client> | undefined;
  return new Database({
    async run(statements) {
      client ??= import("@libsql/client/http").then(({ createClient }) =>
        createClient(authToken === undefined ? { url } : { url, authToken }),
      );
      const opened = await client;
      const reads = statements.every((statement) => statement.reads);
      const results = await (reads ? patiently(opened, statements, "read") : inTurn(opened, statements));
      return results.map(({ columns, rows }) =>
        rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]]))),
      );
    },
  });
}

/** When the writer of this isolate gives its turn up at the latest: a request that is cancelled never says it is done. */
let turnEnds = 0;
const LONGEST_TURN = 5_000;

/**
 * Writes of one isolate take turns. sqld wakes writers that wait for its lock only when their 5 seconds are over, so
 * twenty at once would take a minute; and the workerd runtime lets no request wait for a promise of another, so they
 * look again every few milliseconds.
 */
async function inTurn(client: Client, statements: readonly Statement[]): Promise<ResultSet[]> {
  while (Date.now() < turnEnds) await sleep(Math.random() * 2);
  const mine = Date.now() + LONGEST_TURN;
  turnEnds = mine;
  try {
    return await patiently(client, statements, "write");
  } finally {
    if (turnEnds === mine) turnEnds = 0;
  }
}

/**
 * A batch that meets a locked or overloaded database has done nothing and is tried again: 8 times, over about two
 * seconds, at irregular intervals so that those who wait do not meet again.
 */
async function patiently(
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
