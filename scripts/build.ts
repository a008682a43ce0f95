// Builds the Worker for local servers as a deployment does, and caches the results in dist/bundles.
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bundle } from "./bundle.ts";
import { projectRoot } from "./project.ts";
import { hashSources } from "./source-hash.ts";
import { metafileName, writeConfiguration } from "./worker.ts";

const MAIN = "src/index.ts";

const bundles = join(projectRoot, "dist/bundles");
const MOST_BUNDLES = 8;

/**
 * Builds the Worker into `outdir`, with the configuration of wrangler.toml.
 *
 * @param database the libSQL driver is left out for D1
 * @param entry entry file instead of the Worker's; the entry module is named after it
 * @throws Failure with esbuild's messages if the build fails
 */
export async function build(outdir: string, database: "d1" | "libsql", entry: string = MAIN): Promise<void> {
  const cached = join(bundles, keyOf(database, entry));
  if (!(await exists(cached)))
    await cache(cached, async (folder) => {
      const [metafile] = await Promise.all([bundle({ outdir: folder, database, entry }), writeConfiguration(folder)]);
      await writeFile(join(folder, metafileName), metafile);
    });
  await cp(cached, outdir, { recursive: true });
  await removeOthers(outdir, await readdir(cached));
}

/** Modules of earlier builds: their names have a hash. */
async function removeOthers(outdir: string, names: readonly string[]): Promise<void> {
  const others = (await readdir(outdir)).filter((name) => /\.js(\.map)?$/.test(name) && !names.includes(name));
  for (const name of others) await rm(join(outdir, name), { force: true });
}

/**
 * Writes the modules that wrangler uploads to dist/worker, which has no others, unless they are current.
 *
 * @throws Failure as {@link build}
 */
export async function buildForUpload(database: "d1" | "libsql"): Promise<void> {
  const outdir = join(projectRoot, "dist/worker");
  const keyPath = join(outdir, "key");
  const key = keyOf(database, MAIN);
  if ((await readFile(keyPath, "utf8").catch(() => "")) === key) return;
  await rm(outdir, { recursive: true, force: true });
  await bundle({ outdir, database, entry: MAIN });
  await writeFile(keyPath, key);
}

/** Hash of all inputs of a bundle. */
const keyOf = (database: string, entry: string): string =>
  hashSources(
    `${database}\0${entry}\0`,
    ["src", ...(entry === MAIN ? [] : [dirname(entry)])],
    ["package-lock.json", "scripts/bundle.ts", "scripts/worker.ts", "tsconfig.json", "wrangler.toml"],
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
