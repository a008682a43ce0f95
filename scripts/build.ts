// Builds the Worker for local servers as a deployment does, and caches the results in dist/bundles.
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bundle } from "./bundle.ts";
import { cached } from "./bundle-cache.ts";
import { projectRoot } from "./project.ts";
import { hashSources } from "./source-hash.ts";
import { metafileName, writeConfiguration } from "./worker.ts";

const MAIN = "src/index.ts";

const bundles = join(projectRoot, "dist/bundles");
const configurations = join(projectRoot, "dist/configurations");

/**
 * Builds the Worker with the configuration of wrangler.toml, unless that was done before.
 *
 * @param database the libSQL driver is left out for D1
 * @param entry entry file instead of the Worker's; the entry module is named after it
 * @returns the folder of the bundle, see {@link cached}: nobody may change it
 * @throws Failure with esbuild's messages if the build fails
 */
export const build = (database: "d1" | "libsql", entry: string = MAIN): Promise<string> =>
  cached(bundles, keyOf(database, entry), async (folder) => {
    const [metafile] = await Promise.all([bundle({ outdir: folder, database, entry }), copyConfiguration(folder)]);
    await writeFile(join(folder, metafileName), metafile);
    await removeFormerCopies();
  });

/** wrangler, which takes a second to load, reads its file only after a change of it. */
async function copyConfiguration(folder: string): Promise<void> {
  const key = hashSources(projectRoot, [], ["package-lock.json", "scripts/worker.ts", "wrangler.toml"]);
  await cp(await cached(configurations, key, writeConfiguration), folder, { recursive: true });
}

/** Servers had a copy of the bundle for each port, which nothing deleted. */
async function removeFormerCopies(): Promise<void> {
  const dist = join(projectRoot, "dist");
  const copies = (await readdir(dist)).filter((name) => /^server-\d+$/.test(name));
  // A server starts all the same if another user has made some.
  await Promise.allSettled(copies.map((name) => rm(join(dist, name), { recursive: true, force: true })));
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

/** Hash of all inputs of a bundle, whose configuration has absolute paths. */
const keyOf = (database: string, entry: string): string =>
  hashSources(
    `${projectRoot}\0${database}\0${entry}\0`,
    ["src", ...(entry === MAIN ? [] : [dirname(entry)])],
    ["package-lock.json", "scripts/bundle.ts", "scripts/worker.ts", "tsconfig.json", "wrangler.toml"],
  );
