// A git client in its own folder, while this process serves it.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run as runProgram } from "../../support/programs.ts";
import type { Version } from "./upload-server.ts";

export interface ClientResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class GitClient {
  readonly #home: string = mkdtempSync(join(tmpdir(), "tributary-client-"));
  readonly #version: Version;

  constructor(version: Version) {
    this.#version = version;
  }

  /** A client with a clone like that of another one. @param url of the repository that it is a clone of */
  static copyOf(original: GitClient, url: string): GitClient {
    const client = new GitClient(original.#version);
    cpSync(original.#home, client.#home, { recursive: true });
    const file = join(client.#home, "copy/.git/config");
    writeFileSync(file, readFileSync(file, "utf8").replace(/^\turl = .*$/m, `\turl = ${url}`));
    return client;
  }

  [Symbol.dispose](): void {
    rmSync(this.#home, { recursive: true });
  }

  /** @param args run in the clone, except for `clone` itself */
  try(...args: readonly string[]): Promise<ClientResult> {
    const noIndexes = ["core.commitGraph=false", "core.multiPackIndex=false"];
    const packs = ["fetch.unpackLimit=1", "pack.threads=1"];
    const fastSettings = ["maintenance.auto=false", "core.fsync=none", ...packs, ...noIndexes];
    const settings = [`protocol.version=${this.#version}`, "init.defaultBranch=theirs", ...fastSettings];
    const configuration = settings.flatMap((setting) => ["-c", setting]);
    const place = args[0] === "clone" ? [] : ["-C", "copy"];
    return run([...place, ...configuration, ...args], this.#home);
  }

  /** Output of git. @throws Error when it fails */
  async git(...args: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await this.try(...args);
    if (status !== 0) throw new Error(`git ${args.join(" ")} failed with ${status}: ${stderr}`);
    return stdout.trimEnd();
  }

  async lines(...args: readonly string[]): Promise<string[]> {
    const text = await this.git(...args);
    return text === "" ? [] : text.split("\n");
  }

  /** Commits to the checked-out branch, without changes. */
  async commitMany(count: number): Promise<void> {
    const branch = await this.git("symbolic-ref", "HEAD");
    const from = await this.git("rev-parse", "HEAD");
    const made = Array.from({ length: count }, (_, index) => {
      const parent = index === 0 ? `from ${from}\n` : "";
      return `commit ${branch}\ncommitter Me <me@example.com> ${1_700_000_000 + index} +0000\ndata 2\n${index % 10}\n${parent}`;
    });
    const copy = ["-C", "copy", "fast-import", "--quiet", "--done"];
    const { status, stderr } = await run(copy, this.#home, `${made.join("")}done\n`);
    if (status !== 0) throw new Error(stderr);
  }

  /** Clones into `copy`, which must not exist. */
  async clone(url: string, ...options: readonly string[]): Promise<void> {
    await this.git("clone", "-q", ...options, url, "copy");
  }

  /** Output of `git fsck`; empty for a valid repository. */
  async faults(): Promise<string[]> {
    const { status, stdout, stderr } = await this.try("fsck", "--strict", "--full", "--no-dangling", "--no-progress");
    const lines = `${stdout}\n${stderr}\n${status === 0 ? "" : `status ${status}`}`.split("\n");
    return lines.filter((line) => line !== "" && !line.startsWith("notice: "));
  }

  /** Lines `OID NAME`, sorted by name. */
  refs(folder: string): Promise<string[]> {
    return this.lines("for-each-ref", "--format=%(objectname) %(refname)", folder);
  }

  /** The shallow commits, sorted by id, of a clone that is not bare. */
  shallow(): string[] {
    const file = join(this.#home, "copy/.git/shallow");
    return existsSync(file) ? readFileSync(file, "latin1").trim().split("\n").sort() : [];
  }

  /** Number of objects. */
  async countObjects(): Promise<number> {
    const lines = await this.lines("cat-file", "--batch-all-objects", "--batch-check=%(objectname)");
    return lines.length;
  }
}

async function run(args: readonly string[], home: string, input = ""): Promise<ClientResult> {
  const { status, stdout, stderr } = await runProgram("git", args, {
    cwd: home,
    input,
    environment: {
      HOME: home,
      LC_ALL: "C",
      GIT_CONFIG_NOSYSTEM: "1",
      // Clones have no samples of hooks.
      GIT_TEMPLATE_DIR: "",
      GIT_TERMINAL_PROMPT: "0",
      GIT_AUTHOR_NAME: "A U Thor",
      GIT_AUTHOR_EMAIL: "author@example.com",
      GIT_AUTHOR_DATE: "1112911993 -0700",
      GIT_COMMITTER_NAME: "C O Mitter",
      GIT_COMMITTER_EMAIL: "committer@example.com",
      GIT_COMMITTER_DATE: "1112912053 +0200",
    },
  });
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}
