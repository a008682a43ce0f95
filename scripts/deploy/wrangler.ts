// Runs wrangler, the tool that talks to Cloudflare.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { projectRoot } from "../project.ts";

export interface WranglerResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** WRANGLER names another executable; the tests set it to a stand-in that records its calls. */
const executable = (): string => process.env.WRANGLER ?? join(projectRoot, "node_modules/.bin/wrangler");

/** Does not reject for an exit code other than 0. CI=true answers wrangler's own questions with their defaults. */
export function tryWrangler(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<WranglerResult> {
  const child = spawn(executable(), args, {
    cwd: projectRoot,
    env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(new Failure(`wrangler could not be started: ${error.message}`)));
    child.on("close", (code) => resolve({ code: code ?? 1, ...output }));
  });
}

/**
 * @param next what the reader should do if it fails
 * @throws Failure with wrangler's own output and `next`
 */
export async function wrangler(
  args: readonly string[],
  next: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await tryWrangler(args, env);
  if (code === 0) return stdout;
  throw failureOf(args, { stdout, stderr }, next);
}

function failureOf(args: readonly string[], { stdout, stderr }: Omit<WranglerResult, "code">, next: string): Failure {
  const output = [stdout, stderr].map((text) => text.trim()).filter((text) => text !== "");
  return new Failure([`wrangler ${args.join(" ")} failed.`, ...output, next].join("\n\n"));
}

/** Cloudflare's code for "This Worker does not exist on your account", before the first deployment. */
const NO_WORKER = "10007";

/**
 * As {@link wrangler}, for commands about the deployed Worker: null if there is none yet.
 *
 * @throws Failure for every other failure
 */
export async function wranglerIfDeployed(args: readonly string[], next: string): Promise<string | null> {
  const { code, stdout, stderr } = await tryWrangler(args);
  if (code === 0) return stdout;
  if (`${stdout}${stderr}`.includes(NO_WORKER)) return null;
  throw failureOf(args, { stdout, stderr }, next);
}

/** The JSON in wrangler's output, which may follow warnings. Null when there is none. */
export function jsonIn<Value>(stdout: string): Value | null {
  const begin = stdout.search(/^[[{]/m);
  if (begin === -1) return null;
  try {
    return JSON.parse(stdout.slice(begin)) as Value;
  } catch {
    return null;
  }
}

/** An entry of the file wrangler writes for scripts (WRANGLER_OUTPUT_FILE_PATH), one JSON object a line. */
interface OutputEntry {
  readonly type: string;
  readonly targets?: readonly string[];
}

/** Runs `wrangler deploy`, and returns the first URL it reports; null when it reports none. */
export async function wranglerDeploy(args: readonly string[], next: string): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-deploy-"));
  const file = join(folder, "output.jsonl");
  try {
    await wrangler(["deploy", ...args], next, { WRANGLER_OUTPUT_FILE_PATH: file });
    const lines = (await readFile(file, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
    const deployed = lines.map((line): OutputEntry => JSON.parse(line)).find(({ type }) => type === "deploy");
    return deployed?.targets?.find((target) => target.startsWith("https://") || target.startsWith("http://")) ?? null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
