// Bundles the Worker with wrangler exactly as a deployment does, and caches bundles in dist/bundles.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "./failure.ts";
import { configPath, projectRoot } from "./project.ts";
import { hashSources } from "./source-hash.ts";
import { writeConfiguration } from "./worker.ts";

// Overrides the alias in wrangler.toml, as `npm run deploy -- --libsql` does. By package name wrangler would take CommonJS.
const withDriver = ["--alias", "@libsql/client/http:./node_modules/@libsql/client/lib-esm/http.js"];

const bundles = join(projectRoot, "dist/bundles");
const MOST_BUNDLES = 8;

/** esbuild's metafile, beside the bundle: the inputs of each output. */
export const metafileName = "bundle-meta.json";

/**
 * Builds the Worker into `outdir` with the settings of wrangler.toml, without any network request.
 *
 * @param database the libSQL driver is left out for D1
 * @param entry entry file instead of the configured `main`; the bundle is named after it
 * @throws Failure with wrangler's output if the build fails
 */
export async function build(outdir: string, database: "d1" | "libsql", entry?: string): Promise<void> {
  const bundle = join(bundles, await keyOf(database, entry));
  if (!(await exists(bundle)))
    await cache(bundle, async (folder) => {
      await Promise.all([bundleInto(folder, database, entry), writeConfiguration(folder)]);
    });
  await cp(bundle, outdir, { recursive: true });
}

/** Hash of all inputs of a bundle. */
const keyOf = (database: string, entry = ""): Promise<string> =>
  hashSources(
    `${database}\0${entry}\0`,
    ["src", ...(entry === "" ? [] : [dirname(entry)])],
    ["package-lock.json", "scripts/build.ts", "scripts/worker.ts", "tsconfig.json", "wrangler.toml"],
  );

const exists = async (path: string): Promise<boolean> => (await timeOf(path)) > 0;

/** Creates a bundle atomically, since another process may create the same one, and evicts the oldest. */
async function cache(bundle: string, make: (folder: string) => Promise<void>): Promise<void> {
  await mkdir(bundles, { recursive: true });
  const unfinished = await mkdtemp(join(bundles, "unfinished-"));
  try {
    await make(unfinished);
    await rename(unfinished, bundle);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(bundle))) throw error;
  }
  await evictOldest();
}

async function evictOldest(): Promise<void> {
  const names = (await readdir(bundles)).filter((name) => !name.startsWith("unfinished-"));
  const aged = await Promise.all(names.map(async (name) => ({ name, madeAt: await timeOf(join(bundles, name)) })));
  const oldest = aged.sort((one, other) => other.madeAt - one.madeAt).slice(MOST_BUNDLES);
  for (const { name } of oldest) await rm(join(bundles, name), { recursive: true, force: true });
}

/** Modification time; 0 if the path does not exist, as when another process has removed it. */
const timeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

async function bundleInto(outdir: string, database: "d1" | "libsql", entry?: string): Promise<void> {
  const wrangler = join(projectRoot, "node_modules/wrangler/bin/wrangler.js");
  const entryArguments = entry === undefined ? [] : [entry];
  const metafile = ["--metafile", join(outdir, metafileName)];
  const options = [
    "--outdir",
    outdir,
    ...metafile,
    "--config",
    configPath,
    ...(database === "libsql" ? withDriver : []),
  ];
  const child = spawn(process.execPath, [wrangler, "deploy", ...entryArguments, "--dry-run", ...options], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      WRANGLER_HIDE_BANNER: "true",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_WRITE_LOGS: "false",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) throw new Failure(`The Worker could not be built:\n${output.trim()}`);
}
