// Servers of a test's own on an empty D1 database: the built Worker on Miniflare, on a copy of a state folder that is
// migrated once, since a migration takes a start of workerd. plain-server.ts has those without Miniflare.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { BootOptions, Server } from "../../scripts/boot.ts";

/** Puts the migrated database into a state folder. Does nothing on libSQL. */
export async function copyMigrated(stateDir: string): Promise<void> {
  if (inject("database") === "d1") await cp(inject("migrated"), stateDir, { recursive: true });
}

/** Boots the built Worker, in runs on D1 only. @param options besides the variables, such as limits */
export async function bootEmpty(vars: Record<string, string>, options: Partial<BootOptions> = {}): Promise<Server> {
  if (inject("database") !== "d1") throw new Error("The bundle of this run is for libSQL: boot a server with its own.");
  // Loading Miniflare takes a third of a second of CPU.
  const { boot } = await import("../../scripts/boot.ts");
  const stateDir = await mkdtemp(join(tmpdir(), "tributary-empty-"));
  await copyMigrated(stateDir);
  const bundle = inject("bundle");
  const discard = () => rm(stateDir, { recursive: true, force: true });
  const booting = boot({ port: 0, stateDir, database: "d1", vars, bundle, ...options });
  const server = await booting.catch(async (error) => {
    await discard();
    throw error;
  });
  return {
    ...server,
    async dispose() {
      await server.dispose();
      await discard();
    },
  };
}
