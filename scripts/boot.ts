// Builds the Worker, migrates its database and serves it locally with Miniflare, for tests and benchmarks.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient } from "@libsql/client/web";
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  MiniflareCoreError,
  type MiniflareOptions,
} from "miniflare";
import { isMigrated } from "./applied-on-disk.ts";
import { build } from "./build.ts";
import { migrateD1, migrateLibsql, type RunOnD1 } from "./migrations.ts";
import { ensureDocument } from "./openapi/write.ts";
import { assertPortFree, portTaken } from "./ports.ts";
import { assetsFolder, projectRoot } from "./project.ts";
import { reapChildren } from "./reaper.ts";
import { startSqld } from "./sqld.ts";
import { readWorker, type WorkerOptions } from "./worker.ts";

export interface BootOptions {
  /** Port on 127.0.0.1; 0 picks a free one. */
  port: number;
  /** The folder of wrangler's `--persist-to`, so that both use the same data; null persists nothing. */
  stateDir: string | null;
  database: "d1" | "libsql";
  /** Variables of the Worker, which override those of wrangler.toml. `.dev.vars` and `.env` are not read. */
  vars: Record<string, string>;
  /** Entry file instead of `main` in wrangler.toml, with the same bindings. */
  entry?: string;
  /** True to open V8's inspector on a free port. */
  inspected?: boolean;
  /** Folder of the bundle, as {@link build} returned it for this database and entry; it is built by default. */
  bundle?: string;
}

export interface Server {
  url: URL;
  /** The Worker's D1 database, for inspection; rejects on libSQL. */
  d1(): Promise<D1Database>;
  /** null unless `inspected` is true. */
  inspectorUrl: URL | null;
  /** null on D1. */
  libsqlUrl: string | null;
  /** Ends every process and frees the port. Idempotent. */
  dispose(): Promise<void>;
}

type Cleanup = () => Promise<void>;

/**
 * Builds the Worker, migrates its database and serves it. The port opens only then, so that no request meets missing
 * tables.
 *
 * @throws Failure if the port is taken, the Worker cannot be built or sqld is missing
 */
export async function boot(options: BootOptions): Promise<Server> {
  reapChildren();
  await assertPortFree(options.port);
  const bundle = options.bundle ?? (await buildFor(options));
  const worker = await readWorker(bundle, options.vars, options);
  const cleanups: Cleanup[] = [];
  const dispose = once(() => runAll(cleanups));
  try {
    const serve = options.database === "d1" ? serveOnD1 : serveOnLibsql;
    return { ...(await serve(options, worker, cleanups)), dispose };
  } catch (error) {
    await dispose().catch(() => {}); // Miniflare repeats the error that is thrown below
    if (error instanceof MiniflareCoreError && error.code === "ERR_ADDRESS_IN_USE") throw portTaken(options.port);
    throw error;
  }
}

async function buildFor({ database, entry }: BootOptions): Promise<string> {
  await ensureDocument();
  return build(database, entry);
}

type Served = Omit<Server, "dispose">;

async function serveOnD1(options: BootOptions, worker: WorkerOptions, cleanups: Cleanup[]): Promise<Served> {
  const { LIBSQL_URL: _, LIBSQL_AUTH_TOKEN: __, ...bindings } = worker.bindings ?? {};
  const front = await frontWorker(options.port, worker);
  const served = inspectable(options, instance(options.stateDir, ...withAssets({ ...worker, bindings }), front));
  // A second start of workerd takes a third of a second.
  const isReady = options.stateDir !== null && (await isMigrated(options.stateDir));
  const miniflare = new Miniflare(isReady ? served : instance(options.stateDir, migrationsOf(worker)));
  cleanups.push(() => miniflare.dispose());
  if (!isReady) {
    await migrateD1(runOnD1(miniflare));
    await miniflare.setOptions(served);
  }
  return {
    url: await portOf(miniflare),
    d1: () => miniflare.getD1Database("DB"),
    libsqlUrl: null,
    inspectorUrl: await inspectorOf(options, miniflare),
  };
}

/** Migrates the D1 database of a state folder that no server uses. @throws Failure for a migration that fails */
export async function migrateState(stateDir: string, worker: WorkerOptions): Promise<void> {
  reapChildren();
  const miniflare = new Miniflare(instance(stateDir, migrationsOf(worker)));
  try {
    await migrateD1(runOnD1(miniflare));
  } finally {
    await miniflare.dispose();
  }
}

/** Migrates without the Worker: alarms must not meet missing tables. */
const migrationsOf = ({ compatibilityDate, d1Databases }: WorkerOptions): WorkerOptions => ({
  name: "migrations",
  modules: true,
  script: migrationsWorker,
  ...(compatibilityDate === undefined ? {} : { compatibilityDate }),
  ...(d1Databases === undefined ? {} : { d1Databases }),
});

/** Runs migrations as one batch: Miniflare's D1 proxy takes 5 ms per statement, and there are hundreds. */
const migrationsWorker = `export default {
  async fetch(request, { DB }) {
    const statements = await request.json();
    try {
      const results = await DB.batch(statements.map(({ sql, params }) => DB.prepare(sql).bind(...params)));
      return Response.json({ rows: results.map(({ results }) => results) });
    } catch (error) {
      return Response.json({ error: error.message });
    }
  },
}`;

const runOnD1 =
  (miniflare: Miniflare): RunOnD1 =>
  async (statements) => {
    const response = await miniflare.dispatchFetch("http://migrations/", {
      method: "POST",
      body: JSON.stringify(statements),
    });
    const { rows, error } = resultOf(await response.json());
    if (rows === undefined) throw new Error(error);
    return rows;
  };

/** @param json body of a response from {@link migrationsWorker} */
function resultOf(json: unknown): { rows?: Record<string, unknown>[][]; error?: string } {
  return json as { rows?: Record<string, unknown>[][]; error?: string };
}

async function serveOnLibsql(options: BootOptions, worker: WorkerOptions, cleanups: Cleanup[]): Promise<Served> {
  const folder = options.stateDir ?? (await mkdtemp(join(tmpdir(), "tributary-")));
  if (options.stateDir === null) cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const sqld = await startSqld(resolve(folder, "libsql"));
  cleanups.push(sqld.stop);
  const client = createClient({ url: sqld.url });
  await migrateLibsql(client);
  client.close();
  // Without the D1 binding, so that a query sent to D1 by mistake fails.
  const { d1Databases: _, ...withoutD1 } = worker;
  const { LIBSQL_AUTH_TOKEN: __, ...bindings } = worker.bindings ?? {};
  const onLibsql = { ...withoutD1, bindings: { LIBSQL_KEEP_STREAMS: "true", ...bindings, LIBSQL_URL: sqld.url } };
  const workers = [...withAssets(onLibsql), await frontWorker(options.port, worker)];
  const miniflare = new Miniflare(instance(options.stateDir, ...workers));
  cleanups.push(() => miniflare.dispose());
  const d1 = () => Promise.reject(new Error("This Worker runs on libSQL, not on D1"));
  return { url: await portOf(miniflare), d1, libsqlUrl: sqld.url, inspectorUrl: null };
}

const ASSETS = "assets";

/**
 * The Worker, and one that serves its assets, to which its binding is connected. Miniflare would put two Workers in
 * front of one that has the assets itself, and each request would pass through them.
 */
function withAssets({ assets, ...worker }: WorkerOptions): WorkerOptions[] {
  if (assets === undefined) return [worker];
  const { compatibilityDate } = worker;
  const serving: WorkerOptions = {
    name: ASSETS,
    modules: true,
    script: "export default { fetch: () => new Response(null, { status: 404 }) }",
    ...(compatibilityDate === undefined ? {} : { compatibilityDate }),
    assets: { ...assets, directory: assetsFolder, run_worker_first: false, routerConfig: { has_user_worker: false } },
  };
  return [{ ...worker, serviceBindings: { [assets.binding ?? "ASSETS"]: ASSETS } }, serving];
}

const FRONT = "front";

/** The Worker that listens on the port, see server/workers/front.js. Miniflare's own entry listens on another, unpublished port. */
const frontWorker = async (port: number, { name, compatibilityDate }: WorkerOptions): Promise<WorkerOptions> => ({
  name: FRONT,
  modules: await Promise.all(["front.js", "receive.js"].map(moduleOf)),
  ...(compatibilityDate === undefined ? {} : { compatibilityDate }),
  ...(name === undefined ? {} : { serviceBindings: { TRIBUTARY: name } }),
  unsafeDirectSockets: [{ host: "127.0.0.1", port }],
});

const moduleOf = async (path: string) => {
  const contents = await readFile(join(projectRoot, "scripts/server/workers", path), "utf8");
  return { type: "ESModule" as const, path, contents };
};

/** Resolves to the URL of the front Worker once it listens. */
const portOf = (miniflare: Miniflare): Promise<URL> => miniflare.unsafeGetDirectURL(FRONT);

function instance(stateDir: string | null, ...workers: WorkerOptions[]): MiniflareOptions {
  const converted = convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: 0,
    cf: false, // Otherwise Miniflare downloads a sample of `request.cf`.
    log: new Log(LogLevel.ERROR),
    logRequests: false,
    workers,
  });
  // The conversion drops the persistence path.
  if (stateDir === null) return converted;
  return { ...converted, resourcePersistencePath: resolve(stateDir, "v3"), resourceTmpPath: resolve(stateDir, "tmp") };
}

const inspectable = ({ inspected }: BootOptions, instance: MiniflareOptions): MiniflareOptions =>
  inspected === true ? { ...instance, inspectorPort: 0 } : instance;

const inspectorOf = ({ inspected }: BootOptions, miniflare: Miniflare): Promise<URL> | null =>
  inspected === true ? miniflare.getInspectorURL() : null;

/** Runs all cleanups, the latest first, even if one fails. @throws the first failure */
async function runAll(cleanups: Cleanup[]): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanup of cleanups.toReversed()) await cleanup().catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

function once(action: Cleanup): Cleanup {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}
