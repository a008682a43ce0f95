// Boots the servers that the tests share, and provides their addresses to them.
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type BootOptions, boot } from "../../scripts/boot.ts";
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
    outdir: string;
  }
}

/** A server runs on one core and takes two thirds of the work of a test: more processes would wait for it. */
const WORKERS_OF_A_SERVER = 2;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = process.env.DATABASE === "libsql" ? "libsql" : "d1";
  const rootToken = randomBytes(16).toString("hex");
  // Each run needs its own bundle, because runs may overlap. It must be in a folder from which node_modules resolves.
  await mkdir("dist", { recursive: true });
  const outdir = await mkdtemp(join("dist", "test-"));
  const options: BootOptions = {
    port: 0,
    stateDir: null,
    database,
    vars: { ROOT_TOKEN: rootToken, DATABASE_COST: "true", HOOKS_ALLOW_LOCAL: "true" },
    outdir,
  };
  const others = Math.floor(project.config.maxWorkers / WORKERS_OF_A_SERVER) - 1;
  const servers = [await boot(options)];
  for (let more = others; more > 0; more -= 1) servers.push(await boot({ ...options, isBuilt: true }));
  project.provide(
    "origins",
    servers.map(({ url }) => url.origin),
  );
  const stocks = await Promise.all(servers.map((server) => serveStock(server, rootToken)));
  project.provide(
    "stocks",
    stocks.map(({ url }) => url),
  );
  project.provide("rootToken", rootToken);
  project.provide("database", database);
  project.provide("outdir", outdir);
  return async () => {
    for (const stock of stocks) stock.close();
    await Promise.all(servers.map((server) => server.dispose()));
    await rm(outdir, { recursive: true });
  };
}
