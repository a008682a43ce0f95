// Bundles the Worker with esbuild: an entry module, and modules that are loaded when a request first needs them.
import { join } from "node:path";
import { build } from "esbuild";
import { Failure } from "./failure.ts";
import { collectSeldom } from "./few-collections.ts";
import { projectRoot } from "./project.ts";

export interface BundleOptions {
  /** Must not have modules of another bundle. */
  readonly outdir: string;
  /** The libSQL driver is left out for D1. */
  readonly database: "d1" | "libsql";
  /** The bundle's entry module is named after it. Its modules, bundled apart, are those it imports dynamically. */
  readonly entry: string;
}

const drivers = {
  d1: "src/db/without-libsql.ts",
  // By package name esbuild would take CommonJS.
  libsql: "node_modules/@libsql/client/lib-esm/http.js",
};

/**
 * wrangler bundles into one module, which V8 has to parse and run as a whole before the first response; it uploads what
 * it is given instead (`no_bundle`). Target, conditions and constants are those wrangler has for Workers.
 *
 * @returns esbuild's metafile: the inputs of each output
 * @throws Failure with esbuild's messages
 */
export async function bundle({ outdir, database, entry }: BundleOptions): Promise<string> {
  collectSeldom();
  try {
    const { metafile } = await build({
      absWorkingDir: projectRoot,
      entryPoints: [entry],
      outdir,
      bundle: true,
      splitting: true,
      chunkNames: "[name]-[hash]",
      format: "esm",
      target: "es2024",
      conditions: ["workerd", "worker", "browser"],
      external: ["cloudflare:*", "node:*"],
      define: { "navigator.userAgent": '"Cloudflare-Workers"', "process.env.NODE_ENV": '"production"' },
      minify: true,
      // Function names in stack traces come from them.
      sourcemap: true,
      metafile: true,
      alias: {
        "@libsql/client/http": join(projectRoot, drivers[database]),
        // xss would bring a filter of styles, 2.4 KiB gzip, and no style is permitted.
        cssfilter: join(projectRoot, "src/pages/content/without-cssfilter.ts"),
      },
      logLevel: "silent",
    });
    return JSON.stringify(metafile);
  } catch (error) {
    throw new Failure(`The Worker could not be built:\n${error instanceof Error ? error.message : error}`);
  }
}
