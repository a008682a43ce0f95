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

/** Runs one command. Does not reject for an exit code other than 0. */
export type RunWrangler = (args: readonly string[], env: Readonly<Record<string, string>>) => Promise<WranglerResult>;

/** CI=true answers wrangler's own questions with their defaults. */
export const spawnWrangler: RunWrangler = (args, env) => {
  const executable = process.env.WRANGLER ?? join(projectRoot, "node_modules/.bin/wrangler");
  const child = spawn(executable, args, {
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
};

/** Cloudflare's code for "This Worker does not exist on your account", before the first deployment. */
const NO_WORKER = "10007";

/** An entry of the file wrangler writes for scripts (WRANGLER_OUTPUT_FILE_PATH), one JSON object a line. */
interface OutputEntry {
  readonly type: string;
  readonly targets?: readonly string[];
}

export class Wrangler {
  readonly #run: RunWrangler;

  constructor(run: RunWrangler = spawnWrangler) {
    this.#run = run;
  }

  /** Does not reject for an exit code other than 0. */
  attempt(args: readonly string[]): Promise<WranglerResult> {
    return this.#run(args, {});
  }

  /**
   * @param next what the reader should do if it fails
   * @throws Failure with wrangler's own output and `next`
   */
  async run(args: readonly string[], next: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const result = await this.#run(args, env);
    if (result.code === 0) return result.stdout;
    throw failureOf(args, result, next);
  }

  /** As {@link run}, for commands about the deployed Worker: null if there is none yet. */
  async runIfDeployed(args: readonly string[], next: string): Promise<string | null> {
    const result = await this.#run(args, {});
    if (result.code === 0) return result.stdout;
    if (`${result.stdout}${result.stderr}`.includes(NO_WORKER)) return null;
    throw failureOf(args, result, next);
  }

  /** Runs `wrangler deploy`, and returns the first URL it reports; null when it reports none. */
  async deploy(args: readonly string[], next: string): Promise<string | null> {
    const folder = await mkdtemp(join(tmpdir(), "tributary-deploy-"));
    const file = join(folder, "output.jsonl");
    try {
      await this.run(["deploy", ...args], next, { WRANGLER_OUTPUT_FILE_PATH: file });
      const lines = (await readFile(file, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
      const deployed = lines.map((line): OutputEntry => JSON.parse(line)).find(({ type }) => type === "deploy");
      return deployed?.targets?.find((target) => /^https?:\/\//.test(target)) ?? null;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function failureOf(args: readonly string[], { stdout, stderr }: WranglerResult, next: string): Failure {
  const output = [stdout, stderr].map((text) => text.trim()).filter((text) => text !== "");
  return new Failure([`wrangler ${args.join(" ")} failed.`, ...output, next].join("\n\n"));
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
