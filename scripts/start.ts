// `npm start`: serves Tributary locally. `npm start -- --libsql` uses a local libSQL server instead of D1.
import { randomBytes } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { boot, type Server } from "./boot.ts";
import { Failure, run } from "./failure.ts";
import { freePort } from "./ports.ts";
import { projectRoot } from "./project.ts";
import { claimState } from "./state-claim.ts";

const defaultPort = 8787;
const endLimitMs = 1_200;
const devVarsPath = join(projectRoot, ".dev.vars");

async function start(): Promise<void> {
  const libsql = readArguments();
  const stateDir = resolve(projectRoot, process.env.STATE_DIR || ".wrangler/state");
  const port = readPort() || (await freePort());
  await claimState(stateDir, port);
  const { token, vars } = await readVars(port);
  // Servers on different ports must not overwrite each other's bundle.
  const outdir = `dist/server-${port}`;
  const database = libsql ? "libsql" : "d1";
  const server = await boot({ port, stateDir, database, vars, outdir, rateLimits: readRateLimits() });
  disposeOnExit(server);
  const base = server.url.origin;
  const kept = relative(process.cwd(), stateDir) || ".";
  console.log(`
Tributary    ${base}  (${libsql ? "libSQL" : "D1"}, kept in ${kept})
Mail         written to ${join(kept, "tmp/email")} while the server runs
Root token   ${token}
Try it       curl -H ${quote(`PRIVATE-TOKEN: ${token}`)} ${base}/api/v3/version
Ctrl-C ends it.`);
}

function readArguments(): boolean {
  try {
    return parseArgs({ options: { libsql: { type: "boolean", default: false } } }).values.libsql;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}. The only argument is --libsql.`);
  }
}

function readPort(): number {
  const text = process.env.PORT || String(defaultPort);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Failure(`PORT is no port number: ${text}`);
  return port;
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
