// The modules of the API: which presenter or endpoint is exported where, and which routes belong to which resource.
import { readdir } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { projectRoot } from "../project.ts";
import type { ExportedFunction } from "./shapes.ts";

export interface ApiModules {
  /** The exports that functions and endpoints have, by identity. */
  readonly exports: ReadonlyMap<unknown, ExportedFunction>;
  readonly presenters: readonly ExportedFunction[];
  /** Folder of the resource, by `METHOD /path`. */
  readonly resources: ReadonlyMap<string, string>;
}

const sharedPresenters = "src/api/presenters";

/** @param folder `src/api/v3` */
export async function readModules(folder: string): Promise<ApiModules> {
  const exports = new Map<unknown, ExportedFunction>();
  const presenters: ExportedFunction[] = [];
  const resources = new Map<string, string>();
  for (const file of [...(await modulesIn(folder)), ...(await modulesIn(sharedPresenters))]) {
    const path = relative(folder, file);
    const module: Record<string, unknown> = await import(join(projectRoot, file));
    for (const [name, value] of Object.entries(module)) {
      if (typeof value !== "object" && typeof value !== "function") continue;
      if (basename(path) === "router.ts") addRoutes(resources, value, dirname(path));
      else if (!exports.has(value)) exports.set(value, { file, name });
      if (basename(dirname(path)) === "presenters" && typeof value === "function" && name.startsWith("present"))
        presenters.push({ file, name });
    }
  }
  return { exports, presenters, resources };
}

/** Paths relative to the project's folder, sorted. */
async function modulesIn(folder: string): Promise<string[]> {
  const files = await readdir(join(projectRoot, folder), { recursive: true });
  return files
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => join(folder, name));
}

function addRoutes(resources: Map<string, string>, table: object | null, resource: string): void {
  for (const route of Object.keys(table ?? {})) resources.set(route, resource);
}
