// Prepares what `npm start` serves, and ends: start.sh serves it. `npm start -- --libsql` uses a local libSQL server instead
// of D1, and `npm start -- --preview NAME` serves a copy of the state.
import { randomBytes } from "node:crypto";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { wrongVariables } from "../src/env.ts";
import { Failure, run } from "./failure.ts";
import { copyForPreview, removeLeftCopies } from "./local-preview/copies.ts";
import { assertPortFree, firstFreePort, freePort, LAST_PORT } from "./ports.ts";
import { projectRoot } from "./project.ts";
import { prepare } from "./server/prepare.ts";
import { claimState } from "./state-claim.ts";

const defaultPort = 8787;
const devVarsPath = join(projectRoot, ".dev.vars");

async function start(): Promise<void> {
  // Set by start.sh.
  const { SERVER_PID, RUN_FOLDER: runFolder } = process.env;
  if (SERVER_PID === undefined || runFolder === undefined) throw new Failure("Start the server with npm start.");
  const { libsql, preview } = readArguments();
  const database = libsql ? "libsql" : "d1";
  const stateDir = resolve(projectRoot, process.env.STATE_DIR || ".wrangler/state");
  // Miniflare, which migrates it, and workerd, which serves it, would read it as different paths.
  if (stateDir.includes("\\")) throw new Failure(`STATE_DIR has a backslash: ${stateDir}`);
  await removeLeftCopies(stateDir);
  const port = await choosePort(preview !== null);
  const rateLimits = readRateLimits();
  const { token, vars } = await readVars(port);
  const server = { pid: Number(SERVER_PID), port };
  const served = preview === null ? stateDir : await copyForPreview({ stateDir, preview, database, server });
  if (preview === null) await claimState(stateDir, server);
  else await writeFile(join(runFolder, "copy"), `${served}\n`);
  await assertPortFree(port);
  await prepare({ port, stateDir: served, database, vars, rateLimits, runFolder });
  const base = `http://127.0.0.1:${port}`;
  const kept = relative(process.cwd(), served) || ".";
  const what = preview === null ? `kept in ${kept}` : `a copy of ${relative(process.cwd(), stateDir) || "."}`;
  const banner = `
Tributary    ${base}  (${libsql ? "libSQL" : "D1"}, ${what})
Mail         written to ${join(kept, "tmp/email")} and kept until the next start
Root token   ${token}
Web pages    ${base}/-/sign_in  (sign in with the root token)
Try it       curl -H ${quote(`PRIVATE-TOKEN: ${token}`)} ${base}/api/v3/version
${preview === null ? "" : `Preview      ${preview}: its hooks are switched off, and the copy is deleted at the end\n`}Ctrl-C ends it.
`;
  await writeFile(join(runFolder, "banner"), banner, { mode: 0o600 });
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
 *
 * @throws Failure that names the variables with wrong values
 */
async function readVars(port: number): Promise<{ token: string; vars: Record<string, string> }> {
  const given = await readDevVars();
  for (const name of ["ROOT_TOKEN", "HOOKS_ALLOW_LOCAL", "MAIL_FROM", "EXTERNAL_URL", "LOG_REQUESTS"]) {
    const value = process.env[name];
    if (value) given[name] = value;
  }
  if (given.ROOT_TOKEN === "") delete given.ROOT_TOKEN;
  const vars = { MAIL_FROM: "tributary@localhost", EXTERNAL_URL: `http://127.0.0.1:${port}`, ...given };
  assertRight(vars);
  const token = given.ROOT_TOKEN ?? (await createToken());
  return { token, vars: { ...vars, ROOT_TOKEN: token } };
}

/** With wrong variables the Worker would answer every request with 500. `prepare` sets LIBSQL_URL itself. */
function assertRight({ LIBSQL_URL: _, ...vars }: Readonly<Record<string, string>>): void {
  const wrong = wrongVariables(vars);
  if (wrong !== "") throw new Failure(`A variable of the environment or of .dev.vars is wrong. ${wrong}`);
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

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

await run(start);
