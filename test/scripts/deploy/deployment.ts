// An account with nothing in it, a server that becomes ready, and deploying to both.
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deploy } from "../../../scripts/deploy/deploy.ts";
import { Wrangler } from "../../../scripts/deploy/wrangler.ts";
import { Failure } from "../../../scripts/failure.ts";
import { type Account, standIn } from "./stand-in.ts";

export interface RunOptions {
  readonly acceptRisks?: boolean;
  readonly libsqlUrl?: string;
  /** Of the environment. */
  readonly rootToken?: string;
}

export interface Run {
  /** The text of the failure; null when the run succeeded. */
  readonly failure: string | null;
  readonly output: string;
}

export class Deployment {
  readonly account: Account;
  readonly #folder: string;
  readonly #server: Server;
  /** Readiness checks to fail before the server is ready. */
  unready = 0;

  private constructor(folder: string, server: Server, account: Account) {
    this.#folder = folder;
    this.#server = server;
    this.account = account;
    server.on("request", (request, response) => {
      const isReady = request.url === "/-/readiness" && this.unready === 0;
      if (!isReady && this.unready > 0) this.unready -= 1;
      response.writeHead(isReady ? 200 : 503).end(JSON.stringify({ status: isReady ? "ok" : "failed" }));
    });
  }

  /** @param changes to an account that is logged in and has nothing else */
  static async create(changes: Partial<Account> = {}): Promise<Deployment> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Deployment(await mkdtemp(join(tmpdir(), "tributary-test-deploy-")), server, {
      isLoggedIn: true,
      databases: [],
      migrations: null,
      newestMigrations: await migrationNames(),
      secrets: {},
      versions: [],
      bundle: "export default {}",
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      failures: {},
      calls: [],
      ...changes,
    });
  }

  get #configPath(): string {
    return join(this.#folder, "wrangler.deploy.toml");
  }

  /** Empty at first. */
  get #assetsFolder(): string {
    return join(this.#folder, "assets");
  }

  async writeAsset(path: string, text: string): Promise<void> {
    const file = join(this.#assetsFolder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  config(): Promise<string> {
    return readFile(this.#configPath, "utf8");
  }

  async generatedToken(): Promise<{ path: string; token: string; mode: string }> {
    const path = `${this.#configPath}.root-token`;
    const [text, { mode }] = [await readFile(path, "utf8"), await stat(path)];
    return { path, token: text.trim(), mode: (mode & 0o777).toString(8) };
  }

  async run({ acceptRisks = false, libsqlUrl, rootToken }: RunOptions = {}): Promise<Run> {
    const lines: string[] = [];
    const tools = {
      wrangler: new Wrangler(standIn(this.account)),
      command: "npm run deploy",
      configPath: this.#configPath,
      assetsFolder: this.#assetsFolder,
      rootToken,
      libsqlAuthToken: undefined,
      readinessPause: 1,
      askForRootToken: async () => "",
      print: (line: string) => void lines.push(line),
    };
    try {
      await deploy(tools, { libsqlUrl: libsqlUrl ?? null, acceptRisks });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { failure: error.message, output: lines.join("\n") };
    }
    return { failure: null, output: lines.join("\n") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export async function migrationNames(): Promise<string[]> {
  const folder = join(import.meta.dirname, "../../../drizzle");
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
}
