// Serves users in stock to the processes that run the tests: only this one has the databases of the servers on workerd.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@libsql/client/web";
import type { Server } from "../../scripts/boot.ts";
import { type Kind, type Stocked, UserStock } from "./user-stock.ts";

/** On D1, one call from outside of workerd takes as long as the creation of a user. */
const REFILL = 200;

/**
 * On libSQL all of them are made before the tests start: sqld lets a writer that another process has kept waiting go on
 * after five seconds only.
 */
const ofLibsql: readonly (readonly [Kind, number])[] = [
  ["user", 2_500],
  ["admin", 200],
  ["external", 100],
];

/** `POST /<kind>/<count>` returns users. */
export async function serveStock(server: Server, rootToken: string): Promise<{ url: string; close(): void }> {
  const isLibsql = server.libsqlUrl !== null;
  const run = isLibsql ? await runOnLibsql(server.libsqlUrl ?? "") : runOnD1(server);
  const post = (path: string, body: object) => postAsRoot(server, rootToken, path, body);
  const stock = new UserStock({ run, post }, isLibsql ? 0 : REFILL);
  if (isLibsql) for (const [kind, count] of ofLibsql) await stock.fill(kind, count);
  const listener = createServer(async ({ url = "" }, response) => {
    const [, kind, count] = url.split("/");
    response.end(JSON.stringify(await stock.take(kind as Kind, Number(count))));
  });
  listener.listen(0, "127.0.0.1").unref();
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => listener.close() };
}

const runOnD1 =
  (server: Server): Stocked["run"] =>
  async (queries) => {
    const d1 = await server.d1();
    const results = await d1.batch(queries.map(({ sql, params }) => d1.prepare(sql).bind(...params)));
    return (results.at(-1)?.results ?? []) as Record<string, unknown>[];
  };

async function runOnLibsql(url: string): Promise<Stocked["run"]> {
  const client = createClient({ url });
  return async (queries) => {
    const results = await client.batch(
      queries.map(({ sql, params }) => ({ sql, args: [...params] })),
      "write",
    );
    return (results.at(-1)?.rows ?? []) as unknown as Record<string, unknown>[];
  };
}

async function postAsRoot({ url }: Server, rootToken: string, path: string, body: object) {
  const response = await fetch(new URL(`/api/v3${path}`, url), {
    method: "POST",
    headers: { "PRIVATE-TOKEN": rootToken, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`A user for the tests was refused: ${await response.text()}`);
  return (await response.json()) as { id: number; token: string };
}
