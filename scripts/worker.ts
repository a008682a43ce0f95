// The built Worker with the bindings of wrangler.toml, as Miniflare takes them.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { V4MiniflareOptions } from "miniflare";
import { Failure } from "./failure.ts";
import { configPath } from "./project.ts";

export type WorkerOptions = Extract<V4MiniflareOptions, { workers: unknown }>["workers"][number];
type Modules = Extract<WorkerOptions, { modules: unknown[] }>["modules"];

const moduleTypes: Record<string, Modules[number]["type"]> = {
  ".js": "ESModule",
  ".mjs": "ESModule",
  ".wasm": "CompiledWasm",
  ".bin": "Data",
  ".txt": "Text",
  ".html": "Text",
  ".sql": "Text",
};

/** What wrangler.toml says, as far as it has nothing to do with a single run. */
interface Configuration {
  readonly name: string;
  /** The entry. */
  readonly main: string;
  readonly vars: NonNullable<WorkerOptions["bindings"]>;
  readonly bindings: Partial<WorkerOptions>;
}

const configurationName = "configuration.json";

/** Leaves in the folder of a bundle what wrangler makes of wrangler.toml: to load wrangler takes a second of each start. */
export async function writeConfiguration(outdir: string): Promise<void> {
  process.env.WRANGLER_WRITE_LOGS ??= "false"; // else it leaves a file in the home folder each time
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import("wrangler");
  const config = unstable_readConfig({ config: configPath });
  if (config.name === undefined || config.main === undefined)
    throw new Failure("wrangler.toml needs a name and a main.");
  // wrangler looks for .dev.vars and .env beside the configuration, and paths are relative to it: the bundle has neither
  const beside = { ...config, userConfigPath: join(outdir, "wrangler.toml") };
  const { modulesRules: _, ...bindings } = unstable_getMiniflareWorkerOptions(beside).workerOptions;
  const configuration = { name: config.name, main: config.main, vars: config.vars, bindings };
  await writeFile(join(outdir, configurationName), JSON.stringify(configuration));
}

async function readConfiguration(outdir: string): Promise<Configuration> {
  return JSON.parse(await readFile(join(outdir, configurationName), "utf8"));
}

/**
 * Reads what {@link build} left in `outdir`.
 *
 * @param vars go over the variables of wrangler.toml; nothing is read from `.dev.vars` or `.env`
 * @param entry the entry that was built, when it was not the configured `main`
 */
export async function readWorker(outdir: string, vars: Record<string, string>, entry?: string): Promise<WorkerOptions> {
  const configuration = await readConfiguration(outdir);
  const main = entry ?? configuration.main;
  return {
    ...configuration.bindings,
    // wrangler.toml leaves it to those who have a domain to send from; here it writes files
    ...(vars.MAIL_FROM === undefined ? {} : { email: { send_email: [{ name: "MAIL" }] } }),
    // part of the name that a Durable Object's data is kept under
    name: configuration.name,
    bindings: { ...configuration.vars, ...vars },
    modulesRoot: outdir,
    modules: await readModules(outdir, `${basename(main, extname(main))}.js`),
  };
}

// the entry first; listed rather than found by following imports, which fails on computed ones
async function readModules(outdir: string, entry: string): Promise<Modules> {
  const others = (await readdir(outdir)).filter((name) => name !== entry);
  return [entry, ...others].flatMap((name) => {
    const type = moduleTypes[extname(name)];
    return type === undefined ? [] : [{ type, path: join(outdir, name) }];
  });
}
