// Prepares what start.sh serves: the Worker, its migrated database, and workerd's configuration.

import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { isMigrated } from "../applied-on-disk.ts";
import { build } from "../build.ts";
import { migrateLibsql } from "../migrations.ts";
import { ensureDocument } from "../openapi/write.ts";
import { startSqld } from "../sqld.ts";
import { type RateLimits, readWorker, type WorkerOptions } from "../worker.ts";
import { configurationOf } from "./configuration.ts";

export interface Preparation {
  /** On 127.0.0.1; not 0. */
  readonly port: number;
  readonly stateDir: string;
  readonly database: "d1" | "libsql";
  /** Variables of the Worker, which override those of wrangler.toml. */
  readonly vars: Record<string, string>;
  readonly rateLimits: RateLimits;
  /** Where start.sh finds what it serves. Nobody else may read it: it has the Worker's secrets. */
  readonly runFolder: string;
}

/** @throws Failure if the Worker cannot be built, sqld is missing, or a migration fails */
export async function prepare(options: Preparation): Promise<void> {
  await ensureDocument();
  const built = await readWorker(await build(options.database), options.vars, options);
  const worker = await (options.database === "d1" ? onD1 : onLibsql)(built, options);
  const mailDir = await emptyMailFolder(options.stateDir);
  for (const folder of ["v3/do", "v3/d1", "v3/cache"]) await mkdir(join(options.stateDir, folder), { recursive: true });
  await writeFile(
    join(options.runFolder, "config.capnp"),
    await configurationOf(worker, { ...options, stateDir: resolve(options.stateDir), mailDir }),
    { mode: 0o600 },
  );
  await symlink(createRequire(import.meta.url)("workerd").default, join(options.runFolder, "workerd"));
}

async function onD1(worker: WorkerOptions, { stateDir }: Preparation): Promise<WorkerOptions> {
  if (!(await isMigrated(stateDir))) {
    // Miniflare takes a third of a second of CPU to load.
    const { migrateState } = await import("../boot.ts");
    await migrateState(stateDir, worker);
  }
  const { LIBSQL_URL: _, LIBSQL_AUTH_TOKEN: __, ...bindings } = worker.bindings ?? {};
  return { ...worker, bindings };
}

/** Starts sqld, which start.sh and reap.sh end. */
async function onLibsql(worker: WorkerOptions, { stateDir, runFolder }: Preparation): Promise<WorkerOptions> {
  const [{ createClient }, { reapChildren }] = await Promise.all([
    import("@libsql/client/web"),
    import("../reaper.ts"),
  ]);
  reapChildren();
  const sqld = await startSqld(resolve(stateDir, "libsql"), join(runFolder, "sqld.log"));
  await writeFile(join(runFolder, "sqld"), `${sqld.pid}\n`);
  const client = createClient({ url: sqld.url });
  await migrateLibsql(client);
  client.close();
  // Without the D1 binding, so that a query sent to D1 by mistake fails.
  const { d1Databases: _, ...withoutD1 } = worker;
  const { LIBSQL_AUTH_TOKEN: __, ...bindings } = worker.bindings ?? {};
  return { ...withoutD1, bindings: { LIBSQL_KEEP_STREAMS: "true", ...bindings, LIBSQL_URL: sqld.url } };
}

/** The mails of the last run are deleted only now, so that they can be read after its end. */
async function emptyMailFolder(stateDir: string): Promise<string> {
  const mails = join(resolve(stateDir), "tmp/email");
  await rm(mails, { recursive: true, force: true });
  const folder = join(mails, new Date().toISOString().replaceAll(":", "-"));
  await mkdir(folder, { recursive: true });
  return folder;
}
