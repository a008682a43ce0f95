// Boots the server that all tests share, and provides its address to them.
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { boot } from "../../scripts/boot.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server under test: the Worker in the test's process, or the built Worker on workerd. */
    runtime: "node" | "workerd";
    /** Origin of the server on workerd. */
    baseUrl: string;
    rootToken: string;
    database: "d1" | "libsql";
    /** Folder of the built Worker. */
    outdir: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = process.env.DATABASE === "libsql" ? "libsql" : "d1";
  const rootToken = randomBytes(16).toString("hex");
  // Each run needs its own bundle, because runs may overlap. It must be in a folder from which node_modules resolves.
  await mkdir("dist", { recursive: true });
  const outdir = await mkdtemp(join("dist", "test-"));
  const server = await boot({
    port: 0,
    stateDir: null,
    database,
    vars: { ROOT_TOKEN: rootToken, DATABASE_COST: "true", HOOKS_ALLOW_LOCAL: "true" },
    outdir,
  });
  project.provide("baseUrl", server.url.origin);
  project.provide("rootToken", rootToken);
  project.provide("database", database);
  project.provide("outdir", outdir);
  return async () => {
    await server.dispose();
    await rm(outdir, { recursive: true });
  };
}
