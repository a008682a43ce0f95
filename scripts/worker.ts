// Miniflare's options for the built Worker, with the bindings of wrangler.toml.
import { readFile, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { V4MiniflareOptions } from "miniflare";
import { noteUse } from "./bundle-cache.ts";
import { Failure } from "./failure.ts";
import { configPath } from "./project.ts";

export type WorkerOptions = Extract<V4MiniflareOptions, { workers: unknown }>["workers"][number];
type Modules = Extract<WorkerOptions, { modules: unknown[] }>["modules"];

/** esbuild's metafile, beside the modules: the inputs of each output. */
export const metafileName = "bundle-meta.json";

export interface Metafile {
  /** By the path of the output. Sizes are in bytes. */
  readonly outputs: Record<
    string,
    {
      readonly bytes: number;
      readonly inputs: Record<string, { readonly bytesInOutput: number }>;
      readonly imports: readonly { readonly path: string; readonly kind: string }[];
    }
  >;
}

export const parseMetafile = (json: string): Metafile => JSON.parse(json);

/** The part of wrangler.toml that does not depend on a single run. */
interface Configuration {
  readonly name: string;
  /** Path of the entry file. */
  readonly main: string;
  readonly vars: NonNullable<WorkerOptions["bindings"]>;
  readonly bindings: Partial<WorkerOptions>;
}

const configurationName = "configuration.json";

/** Writes the parsed wrangler.toml beside the bundle: loading wrangler at every start would take a second. */
export async function writeConfiguration(outdir: string): Promise<void> {
  process.env.WRANGLER_WRITE_LOGS ??= "false"; // Otherwise wrangler writes a log file to the home folder.
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import("wrangler");
  const config = unstable_readConfig({ config: configPath });
  if (config.name === undefined || config.main === undefined)
    throw new Failure("wrangler.toml needs a name and a main.");
  // wrangler reads .dev.vars and .env beside the configuration file; the bundle's folder has neither.
  const beside = { ...config, userConfigPath: join(outdir, "wrangler.toml") };
  const { modulesRules: _, ...bindings } = unstable_getMiniflareWorkerOptions(beside).workerOptions;
  const configuration = { name: config.name, main: config.main, vars: config.vars, bindings };
  await writeFile(join(outdir, configurationName), JSON.stringify(configuration));
}

async function readConfiguration(bundle: string): Promise<Configuration> {
  return JSON.parse(await readFile(join(bundle, configurationName), "utf8"));
}

/** Requests per minute, by the name of the binding. */
export type RateLimits = "none" | "as configured" | Readonly<Record<string, number>>;

function limitedBy(rateLimits: RateLimits, configuration: Configuration): Configuration {
  if (rateLimits === "as configured") return configuration;
  const { ratelimits: _, ...bindings } = configuration.bindings;
  const { REQUESTS_PER_MINUTE: __, ...vars } = configuration.vars;
  if (rateLimits === "none") return { ...configuration, bindings, vars };
  const ratelimits = Object.fromEntries(
    Object.entries(rateLimits).map(([name, limit]) => [
      name,
      { namespace_id: name, simple: { limit, period: 60 as const } },
    ]),
  );
  return {
    ...configuration,
    bindings: { ...bindings, ratelimits },
    vars: { ...vars, REQUESTS_PER_MINUTE: rateLimits },
  };
}

/**
 * Reads a bundle and notes that it is in use.
 *
 * @param bundle the folder that {@link build} has returned
 * @param vars override the variables of wrangler.toml; `.dev.vars` and `.env` are not read
 * @param options.entry the entry that was built, unless it was the configured `main`
 * @param options.rateLimits none by default, so that a local server can be put under load
 */
export async function readWorker(
  bundle: string,
  vars: Record<string, string>,
  { entry, rateLimits = "none" }: { entry?: string | undefined; rateLimits?: RateLimits | undefined } = {},
): Promise<WorkerOptions> {
  await noteUse(bundle);
  const configuration = limitedBy(rateLimits, await readConfiguration(bundle));
  const main = entry ?? configuration.main;
  return {
    ...configuration.bindings,
    // wrangler.toml has this binding commented out, since it needs a domain. Locally it writes mails to files.
    ...(vars.MAIL_FROM === undefined ? {} : { email: { send_email: [{ name: "MAIL" }] } }),
    // Durable Objects store their data under this name.
    name: configuration.name,
    // Deployments log requests; in a terminal, tests and benchmarks a line for each is noise and costs time.
    bindings: { ...configuration.vars, LOG_REQUESTS: "false", ...vars },
    modulesRoot: bundle,
    modules: await readModules(bundle, `${basename(main, extname(main))}.js`),
  };
}

/** The modules of the bundle, the entry first. */
async function readModules(bundle: string, entry: string): Promise<Modules> {
  const { outputs } = parseMetafile(await readFile(join(bundle, metafileName), "utf8"));
  const names = Object.keys(outputs).map((path) => basename(path));
  const others = names.filter((name) => name.endsWith(".js") && name !== entry);
  return [entry, ...others].map((name) => ({ type: "ESModule", path: join(bundle, name) }));
}
