// Boots the server all tests talk to, and tells them where it is.
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { boot } from "../../scripts/boot.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the server is that tests talk to: in their own process, or the built Worker on workerd. */
    runtime: "node" | "workerd";
    /** Of the server on workerd. */
    baseUrl: string;
    rootToken: string;
    database: "d1" | "libsql";
    /** The folder of the built Worker. */
    outdir: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = process.env.DATABASE === "libsql" ? "libsql" : "d1";
  const rootToken = randomBytes(16).toString("hex");
  // Runs side by side must not overwrite each other's bundle; it has to lie where node_modules is found.
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
