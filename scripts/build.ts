// Bundles the Worker with wrangler, exactly as a deploy would.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Failure } from "./failure.ts";
import { configPath, projectRoot } from "./project.ts";

// over the alias in wrangler.toml, as `npm run deploy:libsql` has it; a file, as by name wrangler takes the CommonJS one
const withDriver = ["--alias", "@libsql/client/http:./node_modules/@libsql/client/lib-esm/http.js"];

/**
 * Builds the Worker into `outdir` with the settings of wrangler.toml. Nothing is sent anywhere.
 *
 * @param database the one it will run on: the libSQL driver is left out for D1
 * @param entry another entry file than the configured `main`; its bundle is still called after the entry
 * @throws Failure with wrangler's own output when the build fails
 */
export async function build(outdir: string, database: "d1" | "libsql", entry?: string): Promise<void> {
  const wrangler = join(projectRoot, "node_modules/wrangler/bin/wrangler.js");
  const entryArguments = entry === undefined ? [] : [entry];
  const options = ["--outdir", outdir, "--config", configPath, ...(database === "libsql" ? withDriver : [])];
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
