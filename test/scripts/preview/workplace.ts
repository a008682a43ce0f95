// A repository with an origin, an account with production in it, and the commands for previews run on both.
import { once } from "node:events";
import { cpSync, existsSync, rmSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Wrangler } from "../../../scripts/deploy/wrangler.ts";
import { Failure } from "../../../scripts/failure.ts";
import type { RunGit } from "../../../scripts/preview/branches.ts";
import { createPreview, type PreviewOptions } from "../../../scripts/preview/create.ts";
import { type DeleteOptions, deletePreviews } from "../../../scripts/preview/delete.ts";
import { listPreviews } from "../../../scripts/preview/list.ts";
import type { PreviewTools } from "../../../scripts/preview/tools.ts";
import { run } from "../../support/programs.ts";
import { migrationNames, type Run } from "../deploy/deployment.ts";
import { newDatabase, type PreviewAccount, previewStandIn } from "./account.ts";

const committed = join(import.meta.dirname, "../../../wrangler.toml");

const gitIn =
  (cwd: string): RunGit =>
  async (...args) => {
    const { status, stdout } = await run("git", args, { cwd });
    return { code: status, stdout: String(stdout) };
  };

/**
 * A repository and its origin, both with the branch main: to start git ten times takes longer than to copy them. They have
 * none of git's example hooks, which are two thirds of the files.
 */
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-test-repository-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const git = gitIn(folder);
  await git("init", "--quiet", "--template=", "--bare", "--initial-branch=main", "upstream.git");
  await git("init", "--quiet", "--template=", "--initial-branch=main", ".");
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  await git(...author, "commit", "--quiet", "--allow-empty", "--message", "First");
  await git("push", "--quiet", "upstream.git", "main");
  return folder;
}

export class Workplace {
  readonly account: PreviewAccount;
  readonly folder: string;
  readonly #server: Server;
  /** Of the environment. */
  variables: Record<string, string> = {};
  /** Readiness checks to fail before a preview is ready. */
  unready = 0;

  private constructor(folder: string, server: Server, account: PreviewAccount) {
    this.folder = folder;
    this.#server = server;
    this.account = account;
    server.on("request", (_request, response) => {
      const isReady = this.unready === 0;
      if (!isReady) this.unready -= 1;
      response.writeHead(isReady ? 200 : 503).end(JSON.stringify({ status: isReady ? "ok" : "failed" }));
    });
  }

  /** On a branch that origin has. @param changes to an account in which production is deployed */
  static async create(branch = "fix-typo", changes: Partial<PreviewAccount> = {}): Promise<Workplace> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const account: PreviewAccount = {
      isLoggedIn: true,
      databases: [],
      migrations: null,
      newestMigrations: await migrationNames(),
      secrets: { ROOT_TOKEN: "of production" },
      versions: [{ id: "version-1", tag: "trb-1" }],
      bindings: [],
      bundle: "export default {}",
      url,
      failures: {},
      outputs: {},
      calls: [],
      previews: new Map(),
      serve: async () => url,
      ...changes,
    };
    newDatabase(account, "tributary");
    const workplace = new Workplace(await mkdtemp(join(tmpdir(), "tributary-test-preview-")), server, account);
    await copyFile(committed, workplace.committedPath);
    template ??= makeTemplate();
    cpSync(await template, workplace.folder, { recursive: true });
    await workplace.git("remote", "add", "origin", join(workplace.folder, "upstream.git"));
    if (branch !== "main") await workplace.switchTo(branch);
    return workplace;
  }

  get committedPath(): string {
    return join(this.folder, "wrangler.toml");
  }

  get deployedPath(): string {
    return join(this.folder, "wrangler.deploy.toml");
  }

  configPath(preview: string): string {
    return join(this.folder, `wrangler.preview.${preview}.json`);
  }

  get production(): { uuid: string } {
    const [database] = this.account.databases;
    if (database === undefined) throw new Error("Production has no database");
    return database;
  }

  async git(...args: string[]): Promise<string> {
    const { code, stdout } = await gitIn(this.folder)(...args);
    if (code !== 0) throw new Error(`git ${args.join(" ")} failed`);
    return stdout;
  }

  push(branch: string): Promise<string> {
    return this.git("push", "--quiet", "origin", branch);
  }

  /** To a branch that origin has. */
  async switchTo(branch: string): Promise<void> {
    await this.git("switch", "--quiet", "--force-create", branch);
    await this.push(branch);
  }

  async token(preview: string): Promise<{ token: string; mode: string } | null> {
    const path = `${this.configPath(preview)}.root-token`;
    if (!existsSync(path)) return null;
    return { token: (await readFile(path, "utf8")).trim(), mode: ((await stat(path)).mode & 0o777).toString(8) };
  }

  async editCommitted(edit: (text: string) => string): Promise<void> {
    await writeFile(this.committedPath, edit(await readFile(this.committedPath, "utf8")));
  }

  preview(options: Partial<PreviewOptions> = {}): Promise<Run> {
    return this.#run((tools) =>
      createPreview(tools, { name: null, libsqlUrl: null, seed: false, newToken: false, urlFile: null, ...options }),
    );
  }

  delete(options: Partial<DeleteOptions> = {}): Promise<Run> {
    return this.#run((tools) => deletePreviews(tools, { name: null, gone: false, ...options }));
  }

  list(): Promise<Run> {
    return this.#run(listPreviews);
  }

  async #run(main: (tools: PreviewTools) => Promise<void>): Promise<Run> {
    const lines: string[] = [];
    try {
      await main({
        wrangler: new Wrangler(previewStandIn(this.account)),
        git: gitIn(this.folder),
        variables: this.variables,
        committedPath: this.committedPath,
        deployedPath: this.deployedPath,
        assetsFolder: join(this.folder, "assets"),
        folder: this.folder,
        readinessPause: 1,
        print: (line) => void lines.push(line),
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { failure: error.message, output: lines.join("\n") };
    }
    return { failure: null, output: lines.join("\n") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await rm(this.folder, { recursive: true, force: true });
  }
}
