// `npm start`: serves Tributary locally. `npm start -- --libsql` uses a local libSQL server instead of D1, and
// `npm start -- --preview NAME` serves a copy of the state.
import { randomBytes } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { boot, type Server } from "./boot.ts";
import { Failure, run } from "./failure.ts";
import { copyForPreview, removeLeftCopies } from "./local-preview/copies.ts";
import { firstFreePort, freePort, LAST_PORT } from "./ports.ts";
import { projectRoot } from "./project.ts";
import { claimState } from "./state-claim.ts";

const defaultPort = 8787;
const endLimitMs = 1_200;
const devVarsPath = join(projectRoot, ".dev.vars");

async function start(): Promise<void> {
  const { libsql, preview } = readArguments();
  const database = libsql ? "libsql" : "d1";
  const stateDir = resolve(projectRoot, process.env.STATE_DIR || ".wrangler/state");
  await removeLeftCopies(stateDir);
  const port = await choosePort(preview !== null);
  const served = preview === null ? stateDir : await copyForPreview({ stateDir, preview, database, port });
  if (preview === null) await claimState(stateDir, port);
  const { token, vars } = await readVars(port);
  // Servers on different ports must not overwrite each other's bundle.
  const outdir = `dist/server-${port}`;
  const server = await boot({ port, stateDir: served, database, vars, outdir, rateLimits: readRateLimits() });
  disposeOnExit(server);
  const base = server.url.origin;
  const kept = relative(process.cwd(), served) || ".";
  const what = preview === null ? `kept in ${kept}` : `a copy of ${relative(process.cwd(), stateDir) || "."}`;
  console.log(`
Tributary    ${base}  (${libsql ? "libSQL" : "D1"}, ${what})
Mail         written to ${join(kept, "tmp/email")} while the server runs
Root token   ${token}
Web pages    ${base}/-/sign_in  (sign in with the root token)
Try it       curl -H ${quote(`PRIVATE-TOKEN: ${token}`)} ${base}/api/v3/version
${preview === null ? "" : `Preview      ${preview}: its hooks are switched off, and the copy is deleted at the end\n`}Ctrl-C ends it.`);
}

interface Arguments {
  readonly libsql: boolean;
  /** The name of the copy to serve; null to serve the state itself. */
  readonly preview: string | null;
}

function readArguments(): Arguments {
  const options = { libsql: { type: "boolean", default: false }, preview: { type: "string" } } as const;
  try {
    const { libsql, preview = null } = parseArgs({ options }).values;
    return { libsql, preview };
  } catch (error) {
    throw new Failure(
      `${error instanceof Error ? error.message : error}. The arguments are --libsql and --preview NAME.`,
    );
  }
}

/** PORT; without it 8787, or for a preview the first free port after that. PORT=0 picks any free one. */
async function choosePort(isPreview: boolean): Promise<number> {
  const text = process.env.PORT || (isPreview ? "" : String(defaultPort));
  if (text === "") return firstFreePort(defaultPort + 1);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > LAST_PORT) throw new Failure(`PORT is no port number: ${text}`);
  return port || freePort();
}

function readRateLimits(): "as configured" | "none" {
  const text = process.env.RATE_LIMITS || "false";
  if (text !== "true" && text !== "false") throw new Failure(`RATE_LIMITS is neither true nor false: ${text}`);
  return text === "true" ? "as configured" : "none";
}

/**
 * The Worker's variables: those of `.dev.vars`, as in `wrangler dev`, overridden by ROOT_TOKEN, HOOKS_ALLOW_LOCAL,
 * MAIL_FROM, EXTERNAL_URL and LOG_REQUESTS of the environment. If ROOT_TOKEN is missing, a random one is appended to `.dev.vars`.
 */
async function readVars(port: number): Promise<{ token: string; vars: Record<string, string> }> {
  const vars = await readDevVars();
  for (const name of ["ROOT_TOKEN", "HOOKS_ALLOW_LOCAL", "MAIL_FROM", "EXTERNAL_URL", "LOG_REQUESTS"]) {
    const value = process.env[name];
    if (value) vars[name] = value;
  }
  const token = vars.ROOT_TOKEN || (await createToken());
  const defaults = { MAIL_FROM: "tributary@localhost", EXTERNAL_URL: `http://127.0.0.1:${port}` };
  return { token, vars: { ...defaults, ...vars, ROOT_TOKEN: token } };
}

async function readDevVars(): Promise<Record<string, string>> {
  const parsed = parseEnv(await readDevVarsText());
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function readDevVarsText(): Promise<string> {
  try {
    return await readFile(devVarsPath, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

async function createToken(): Promise<string> {
  const token = randomBytes(20).toString("hex");
  const text = await readDevVarsText();
  const separator = text === "" || text.endsWith("\n") ? "" : "\n";
  await appendFile(devVarsPath, `${separator}ROOT_TOKEN=${token}\n`, { mode: 0o600 });
  return token;
}

/** Disposes of the server on SIGINT, SIGTERM and SIGHUP, and when the npm process that started this one dies. */
function disposeOnExit(server: Server): void {
  const end = async () => {
    setTimeout(() => process.exit(1), endLimitMs);
    await server.dispose();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // Miniflare's own listeners would exit at once, before the port is free.
    process.removeAllListeners(signal);
    process.on(signal, () => void run(end));
  }
  // Set by package.json: a killed npm cannot forward its signal.
  const npm = process.env.NPM_PID;
  if (!npm) return;
  const watch = setInterval(() => {
    if (process.ppid === Number(npm)) return;
    clearInterval(watch);
    void run(end);
  }, 500);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

await run(start);
