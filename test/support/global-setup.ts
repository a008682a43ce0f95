// Describes the API, boots the servers that the tests share, and provides their addresses to them.
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { boot, migrateState, type Server } from "../../scripts/boot.ts";
import { build } from "../../scripts/build.ts";
import { readWorker } from "../../scripts/worker.ts";
import describeApi from "./describe-api.ts";
import { serveStock } from "./serve-stock.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server under test: the Worker in the test's process, or the built Worker on workerd. */
    runtime: "node" | "workerd";
    /** Origins of the servers on workerd; see `sharedOrigin` in server.ts. */
    origins: string[];
    /** URLs of their stocks of users. */
    stocks: string[];
    rootToken: string;
    database: "d1" | "libsql";
    /** Folder of the built Worker. */
    bundle: string;
    /** A state folder with a migrated D1 database, to be copied; none on libSQL. */
    migrated: string;
  }
}

/** A server runs on one core and takes two thirds of the work of a test: more processes would wait for it. */
const WORKERS_OF_A_SERVER = 2;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cleanups: Cleanup[] = [];
  const cleanUp = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    await provideServers(project, cleanups);
  } catch (error) {
    await cleanUp();
    throw error;
  }
  return cleanUp;
}

type Cleanup = () => unknown;

async function provideServers(project: TestProject, cleanups: Cleanup[]): Promise<void> {
  const database = process.env.DATABASE === "libsql" ? "libsql" : "d1";
  const rootToken = randomBytes(16).toString("hex");
  const vars = { ROOT_TOKEN: rootToken, DATABASE_COST: "true", HOOKS_ALLOW_LOCAL: "true" };
  const states = await temporaryFolder(join(tmpdir(), "tributary-states-"), cleanups);
  const migrated = join(states, "migrated");
  const prepare = async () => {
    const bundle = await build(database);
    if (database === "d1") await migrateState(migrated, await readWorker(bundle, vars));
    return bundle;
  };
  // In a fresh clone the description takes seconds, too.
  const [bundle] = await Promise.all([prepare(), describeApi()]);
  const serve = async (name: string): Promise<Server> => {
    const stateDir = join(states, name);
    if (database === "d1") await cp(migrated, stateDir, { recursive: true });
    const server = await boot({ port: 0, stateDir, database, vars, bundle });
    cleanups.push(() => server.dispose());
    return server;
  };
  const count = Math.max(1, Math.floor(project.config.maxWorkers / WORKERS_OF_A_SERVER));
  const servers: Server[] = [];
  for (let n = 0; n < count; n += 1) servers.push(await serve(`server-${n}`));
  const stocks = await Promise.all(servers.map((server) => serveStock(server, rootToken)));
  for (const stock of stocks) cleanups.push(() => stock.close());
  project.provide(
    "origins",
    servers.map(({ url }) => url.origin),
  );
  project.provide(
    "stocks",
    stocks.map(({ url }) => url),
  );
  project.provide("rootToken", rootToken);
  project.provide("database", database);
  project.provide("bundle", bundle);
  project.provide("migrated", migrated);
}

async function temporaryFolder(prefix: string, cleanups: Cleanup[]): Promise<string> {
  const folder = await mkdtemp(prefix);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
