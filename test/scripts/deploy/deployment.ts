// An empty account, a server that becomes ready, and `npm run deploy` against both.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "./stand-in.ts";

const root = join(import.meta.dirname, "../../..");
const node = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"];

export interface Run {
  readonly code: number | null;
  /** Both streams. */
  readonly output: string;
}

export class Deployment {
  readonly #folder: string;
  readonly #server: Server;
  /** Readiness checks that fail before the server is ready. */
  unready = 0;

  private constructor(folder: string, server: Server) {
    this.#folder = folder;
    this.#server = server;
    server.on("request", (request, response) => {
      const isReady = request.url === "/-/readiness" && this.unready === 0;
      if (!isReady && this.unready > 0) this.unready -= 1;
      response.writeHead(isReady ? 200 : 503).end(JSON.stringify({ status: isReady ? "ok" : "failed" }));
    });
  }

  /** @param changes to an account that is logged in and otherwise empty */
  static async create(changes: Partial<Account> = {}): Promise<Deployment> {
    const folder = await mkdtemp(join(tmpdir(), "tributary-test-deploy-"));
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const deployment = new Deployment(folder, server);
    const standIn = join(import.meta.dirname, "stand-in.ts");
    await writeFile(
      join(folder, "wrangler"),
      `#!/bin/sh\nexec "${process.execPath}" ${node.join(" ")} "${standIn}" "$@"\n`,
    );
    await chmod(join(folder, "wrangler"), 0o755);
    await deployment.change({
      isLoggedIn: true,
      databases: [],
      migrations: null,
      secrets: {},
      versions: [],
      bundle: "export default {}",
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      failures: {},
      calls: [],
      ...changes,
    });
    return deployment;
  }

  async account(): Promise<Account> {
    return JSON.parse(await readFile(join(this.#folder, "account.json"), "utf8"));
  }

  async change(changes: Partial<Account>): Promise<void> {
    const before = await this.account().catch(() => ({}));
    await writeFile(join(this.#folder, "account.json"), JSON.stringify({ ...before, ...changes }));
  }

  /** The configuration that was written, or null. */
  config(): Promise<string | null> {
    return readFile(join(this.#folder, "wrangler.deploy.toml"), "utf8").catch(() => null);
  }

  async generatedToken(): Promise<{ path: string; token: string; mode: string }> {
    const path = join(this.#folder, "wrangler.deploy.toml.root-token");
    const [text, { mode }] = [await readFile(path, "utf8"), await stat(path)];
    return { path, token: text.trim(), mode: (mode & 0o777).toString(8) };
  }

  async run(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Run> {
    const child = spawn(process.execPath, [...node, join(root, "scripts/deploy/deploy.ts"), ...args], {
      env: {
        PATH: process.env.PATH ?? "",
        WRANGLER: join(this.#folder, "wrangler"),
        DEPLOY_CONFIG: join(this.#folder, "wrangler.deploy.toml"),
        STAND_IN_ACCOUNT: join(this.#folder, "account.json"),
        STAND_IN_MIGRATIONS: JSON.stringify(await migrationNames()),
        READINESS_PAUSE: "1",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    const [code] = await once(child, "close");
    return { code, output };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export async function migrationNames(): Promise<string[]> {
  return (await readdir(join(root, "drizzle"))).filter((name) => name.endsWith(".sql")).sort();
}
