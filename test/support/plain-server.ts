// Servers of a test's own on an empty D1 database: workerd, configured as by `npm start`. Miniflare takes a quarter of a
// second of CPU more to start one. Their database can be filled as a file.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { inject } from "vitest";
import { reapChildren } from "../../scripts/reaper.ts";
import { bindingsOf } from "../../scripts/server/bindings.ts";
import { type Beside, configurationOf } from "../../scripts/server/configuration.ts";
import { type RateLimits, readWorker, type WorkerOptions } from "../../scripts/worker.ts";
import { copyMigrated } from "./empty-server.ts";

export interface PlainServer {
  readonly origin: string;
  /** Runs statements on the Worker's database as one batch. @returns the rows of the last */
  sql(...statements: string[]): Promise<Record<string, unknown>[]>;
  dispose(): Promise<void>;
}

export interface FilledServer<T> extends PlainServer {
  /** What filling the database has returned. */
  readonly filled: T;
}

/** Starts a server of the built Worker, in runs on D1 only. @param rateLimits none by default */
export const startPlain = (vars: Record<string, string>, rateLimits?: RateLimits): Promise<PlainServer> =>
  startFilled(vars, async () => {}, rateLimits);

/** As {@link startPlain}. @param fill writes to the database before the server starts, which is cheaper */
export async function startFilled<T>(
  vars: Record<string, string>,
  fill: (database: DatabaseSync) => Promise<T>,
  rateLimits?: RateLimits,
): Promise<FilledServer<T>> {
  if (inject("database") !== "d1") throw new Error("The bundle of this run is for libSQL.");
  const stateDir = await mkdtemp(join(tmpdir(), "tributary-plain-"));
  const discard = () => rm(stateDir, { recursive: true, force: true });
  try {
    await copyMigrated(stateDir);
    const filled = await fillOffline(await databaseIn(stateDir), fill);
    const { ports, end } = await serve(stateDir, vars, rateLimits);
    const dispose = async () => {
      await end();
      await discard();
    };
    const origin = `http://127.0.0.1:${ports.get("http")}`;
    return { origin, sql: clientAt(`http://127.0.0.1:${ports.get("sql")}`), filled, dispose };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * Runs batches, like Miniflare's proxy of D1. While the server runs, nobody else may write to the file: workerd does not
 * wait for locks.
 */
const sqlWorker = `export default {
  async fetch(request, { DB }) {
    const statements = await request.json();
    try {
      const results = await DB.batch(statements.map((sql) => DB.prepare(sql)));
      return Response.json(results.at(-1).results);
    } catch (error) {
      return new Response(error.message, { status: 400 });
    }
  },
}`;

const clientAt =
  (url: string): PlainServer["sql"] =>
  async (...statements) => {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(statements) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Record<string, unknown>[];
  };

/** Serves {@link sqlWorker} on a port of its own. */
function besideOf({ d1Databases = {}, compatibilityDate = "" }: WorkerOptions): Beside {
  const modules = [{ name: "sql.js", esModule: sqlWorker }];
  const bindings = bindingsOf({ name: "sql", modules: [], d1Databases });
  const worker = { modules, compatibilityDate, bindings };
  return {
    services: [{ name: "sql", worker }],
    sockets: [{ name: "sql", address: "127.0.0.1:0", http: {}, service: "sql" }],
  };
}

async function databaseIn(stateDir: string): Promise<string> {
  const folder = join(stateDir, "v3/d1/miniflare-D1DatabaseObject");
  const name = (await readdir(folder)).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  return join(folder, String(name));
}

async function fillOffline<T>(file: string, fill: (database: DatabaseSync) => Promise<T>): Promise<T> {
  const database = new DatabaseSync(file);
  try {
    // Nobody else reads the file yet, and the test fails if the filling does.
    database.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -200000");
    return await fill(database);
  } finally {
    database.close();
  }
}

async function serve(stateDir: string, vars: Record<string, string>, rateLimits?: RateLimits) {
  reapChildren();
  const configuration = join(stateDir, "config.capnp");
  const worker = await readWorker(inject("bundle"), vars, { rateLimits });
  await writeFile(configuration, await configure(stateDir, worker));
  const options = ["serve", "--experimental", "--import-path=/", "--control-fd=3", configuration];
  const workerd = spawn(createRequire(import.meta.url)("workerd").default, options, {
    env: { ...process.env, TZ: "UTC" },
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const end = async () => {
    if (workerd.exitCode !== null || workerd.signalCode !== null) return;
    workerd.kill("SIGKILL");
    await once(workerd, "exit");
  };
  try {
    return { ports: await portsOf(workerd), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function configure(stateDir: string, worker: WorkerOptions): Promise<string> {
  const { LIBSQL_URL: _, LIBSQL_AUTH_TOKEN: __, ...bindings } = worker.bindings ?? {};
  const mailDir = join(stateDir, "mail");
  for (const folder of ["v3/do", "v3/d1", "v3/cache", "mail"]) await mkdir(join(stateDir, folder), { recursive: true });
  return configurationOf({ ...worker, bindings }, { port: 0, stateDir, mailDir }, besideOf(worker));
}

/** The ports of both sockets by their names. workerd writes a line of JSON for each when it listens. */
async function portsOf(workerd: ChildProcess): Promise<ReadonlyMap<string, number>> {
  const control = workerd.stdio[3];
  if (!(control instanceof Readable)) throw new Error("workerd was started without its control descriptor.");
  const ports = new Map<string, number>();
  for await (const line of createInterface({ input: control })) {
    const { socket, port }: { socket: string; port: number } = JSON.parse(line);
    if (ports.set(socket, port).size === 2) return ports;
  }
  throw new Error("workerd ended before it listened.");
}
