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

/**
 * Matches output with one of Cloudflare's codes, as wrangler prints them: `Not found. [code: 10025]`. The number alone
 * may be part of a branch's name, and wrangler's messages contain the path of the request.
 */
export const withCode = (...codes: readonly number[]): RegExp => new RegExp(`\\[code: (?:${codes.join("|")})\\]`);

/** "This Worker does not exist on your account", before the first deployment. */
const NO_WORKER = withCode(10007);

/** An entry of the file wrangler writes for scripts (WRANGLER_OUTPUT_FILE_PATH), one JSON object a line. */
interface OutputEntry {
  readonly type: string;
  /** Of a deployment. */
  readonly targets?: readonly string[];
  /** Of a preview. */
  readonly preview_urls?: readonly string[];
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
  runIfDeployed(args: readonly string[], next: string): Promise<string | null> {
    return this.runIfFound(args, next, NO_WORKER);
  }

  /** As {@link run}, but null when the command fails with a text that matches `notFound`. */
  async runIfFound(args: readonly string[], next: string, notFound: RegExp): Promise<string | null> {
    const result = await this.#run(args, {});
    if (result.code === 0) return result.stdout;
    if (notFound.test(`${result.stdout}${result.stderr}`)) return null;
    throw failureOf(args, result, next);
  }

  /** @throws Failure */
  async requireLogin(): Promise<void> {
    const { code } = await this.attempt(["whoami", "--json"]);
    if (code === 0) return;
    throw new Failure(
      process.env.CLOUDFLARE_API_TOKEN === undefined
        ? "You are not logged in to Cloudflare. Run npx wrangler login, then try again."
        : "Cloudflare cannot be reached, or does not accept CLOUDFLARE_API_TOKEN. npx wrangler whoami says which; then try again.",
    );
  }

  /** Runs `wrangler deploy`, and returns the first URL it reports; null when it reports none. */
  async deploy(args: readonly string[], next: string): Promise<string | null> {
    const deployed = await this.#runForOutput("deploy", args, next);
    return deployed?.targets?.find(isUrl) ?? null;
  }

  /** Runs `wrangler preview`, and returns the preview's URL; null when it reports none. */
  async preview(args: readonly string[], next: string): Promise<string | null> {
    const created = await this.#runForOutput("preview", args, next);
    return created?.preview_urls?.find(isUrl) ?? null;
  }

  /** Runs a command and returns the entry it writes for scripts, which has the command's name as its type. */
  async #runForOutput(command: string, args: readonly string[], next: string): Promise<OutputEntry | undefined> {
    const folder = await mkdtemp(join(tmpdir(), "tributary-deploy-"));
    const file = join(folder, "output.jsonl");
    try {
      await this.run([command, ...args], next, { WRANGLER_OUTPUT_FILE_PATH: file });
      const lines = (await readFile(file, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
      return lines.map((line): OutputEntry => JSON.parse(line)).find(({ type }) => type === command);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

const isUrl = (text: string): boolean => /^https?:\/\//.test(text);

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
