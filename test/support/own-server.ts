// A server for one test with its own state folder, which the test can kill and restart at any time.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { freePort } from "../../scripts/ports.ts";
import { checkResponse } from "./conformance.ts";
import { copyMigrated } from "./empty-server.ts";

const root = join(import.meta.dirname, "../..");

export class OwnServer {
  readonly token = "a-token-from-the-environment";
  readonly stateDir: string;
  readonly port: number;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;
  #output = "";

  private constructor(stateDir: string, port: number, environment: NodeJS.ProcessEnv, args: readonly string[]) {
    this.stateDir = stateDir;
    this.port = port;
    this.#environment = environment;
    this.#args = args;
  }

  /**
   * Starts a server like `npm start`, with extra environment variables and arguments. Declare it with `await using`. Its
   * database is migrated already, which saves 0.9 s of CPU.
   */
  static async start(environment: NodeJS.ProcessEnv = {}, ...args: string[]): Promise<OwnServer> {
    const stateDir = await mkdtemp(join(tmpdir(), "tributary-state-"));
    await copyMigrated(stateDir);
    return OwnServer.#startIn(stateDir, environment, args);
  }

  /** As {@link OwnServer.start}, in an empty folder. */
  static async startFirst(): Promise<OwnServer> {
    return OwnServer.#startIn(await mkdtemp(join(tmpdir(), "tributary-state-")), {}, []);
  }

  static async #startIn(stateDir: string, environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<OwnServer> {
    const server = new OwnServer(stateDir, await freePort(), environment, args);
    try {
      await server.start();
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGKILL");
    await rm(this.stateDir, { recursive: true, force: true });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** stdout and stderr since the last start. */
  get output(): string {
    return this.#output;
  }

  get #isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Resolves once the server has printed that it is ready. Does nothing if it is running. */
  async start(): Promise<void> {
    if (this.#isRunning) return;
    const database = inject("database") === "libsql" ? ["--libsql"] : [];
    const child = spawn("sh", ["scripts/start.sh", ...database, ...this.#args], {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        PORT: String(this.port),
        ROOT_TOKEN: this.token,
        STATE_DIR: this.stateDir,
        ...this.#environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    this.#output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    }
    while (!this.#output.includes("Ctrl-C ends it.")) {
      const ended = await Promise.race([
        once(child.stdout, "data").then(() => false),
        once(child, "exit").then(() => true),
      ]);
      if (ended) throw new Error(`The server exited before it was ready:\n${this.#output}`);
    }
  }

  /** Sends the signal and waits for the exit; returns nulls if the server is not running. SIGKILL prevents cleanup. */
  async end(signal: NodeJS.Signals): Promise<[code: number | null, signal: NodeJS.Signals | null]> {
    const child = this.#process;
    if (child === undefined || !this.#isRunning) return [null, null];
    child.kill(signal);
    const [code, by] = await once(child, "exit");
    return [code, by];
  }

  /** Sends a request as the administrator. `path` is relative to /api/v3. */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${this.origin}/api/v3${path}`, {
      ...init,
      headers: { "PRIVATE-TOKEN": this.token, ...init.headers },
    });
    return checkResponse(init.method ?? "GET", response);
  }
}
