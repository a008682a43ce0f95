// The modules of the API: which presenter or endpoint is exported where, and which routes belong to which resource.
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { compileFunction } from "node:vm";
import { build } from "esbuild";
import type { Dialect } from "../../src/api/dialect.ts";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project.ts";
import type { ExportedFunction } from "./shapes.ts";
import { assertKeyed } from "./sources.ts";

export interface ApiModules {
  /** The exports that functions and endpoints have, by identity. */
  readonly exports: ReadonlyMap<unknown, ExportedFunction>;
  readonly presenters: readonly ExportedFunction[];
  /** Folder of the resource, by `METHOD /path`. */
  readonly resources: ReadonlyMap<string, string>;
}

/** What the modules export. */
export interface LoadedApi {
  readonly dialects: Readonly<Record<"v3" | "v4", Dialect>>;
  /** By path relative to the project's folder. */
  readonly modules: ReadonlyMap<string, object>;
}

const sharedPresenters = "src/api/presenters";

/**
 * Runs the modules of the API, bundled by esbuild: Node takes four times the CPU to import a thousand files. esbuild has
 * begun when this returns its promise.
 *
 * @throws Failure with esbuild's messages
 */
export async function loadApi(): Promise<LoadedApi> {
  const { code, read } = await bundled(["src/api/v3", "src/api/v4", sharedPresenters].flatMap(modulesIn));
  assertKeyed(read);
  const module = { exports: {} as { dialects: LoadedApi["dialects"]; modules: [string, object][] } };
  // Not imported, since Node would keep what it compiles of each version.
  compileFunction(code, ["require", "module"])(createRequire(import.meta.url), module);
  const { dialects, modules } = module.exports;
  return { dialects, modules: new Map(modules) };
}

async function bundled(files: readonly string[]): Promise<{ code: string; read: readonly string[] }> {
  const contents = [
    ...files.map((file, at) => `import * as module${at} from "./${file}";`),
    'import { v3 } from "./src/api/v3/dialect.ts";',
    'import { v4 } from "./src/api/v4/dialect.ts";',
    "export const dialects = { v3, v4 };",
    `export const modules = [${files.map((file, at) => `["${file}", module${at}]`)}];`,
  ];
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: projectRoot,
      stdin: { contents: contents.join("\n"), resolveDir: projectRoot, sourcefile: "scripts/openapi/entry" },
      bundle: true,
      write: false,
      metafile: true,
      format: "cjs",
      platform: "node",
      target: "es2024",
      logLevel: "silent",
    });
    return { code: outputFiles.map(({ text }) => text).join(""), read: Object.keys(metafile.inputs) };
  } catch (error) {
    throw new Failure(`The API could not be bundled:\n${error instanceof Error ? error.message : error}`);
  }
}

/** @param folder `src/api/v3` */
export function readModules({ modules }: LoadedApi, folder: string): ApiModules {
  const exports = new Map<unknown, ExportedFunction>();
  const presenters: ExportedFunction[] = [];
  const resources = new Map<string, string>();
  for (const file of [folder, sharedPresenters].flatMap(modulesIn)) {
    const path = relative(folder, file);
    for (const [name, value] of sortedEntries(modules.get(file) ?? {})) {
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
const modulesIn = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => join(folder, name));

const sortedEntries = (module: object): [string, unknown][] =>
  Object.entries(module).sort(([one], [other]) => (one < other ? -1 : 1));

function addRoutes(resources: Map<string, string>, table: object | null, resource: string): void {
  for (const route of Object.keys(table ?? {})) resources.set(route, resource);
}
