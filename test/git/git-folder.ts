// A real repository in a temporary folder, as the reference.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { hashObject } from "../../src/git/objects/hash.ts";
import type { ObjectType, Oid } from "../../src/git/objects/oid.ts";
import { folderOfProcess, runSync } from "../support/programs.ts";

/** Otherwise each commit starts maintenance and waits for the disk. */
const fastSettings = {
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "maintenance.auto",
  GIT_CONFIG_VALUE_0: "false",
  GIT_CONFIG_KEY_1: "core.fsync",
  GIT_CONFIG_VALUE_1: "none",
};

export interface GitResult {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const templates = new Map<string, string>();

/** Path of a repository made by `git init` with these options, to copy. */
function templateOf(options: readonly string[]): string {
  const key = options.join(" ");
  const known = templates.get(key);
  if (known !== undefined) return known;
  const cwd = mkdtempSync(join(folderOfProcess(), "template-"));
  const command = ["init", "--quiet", "--template=", "--initial-branch=main", ...options, "."];
  runSync("git", command, { cwd, environment: { GIT_CONFIG_NOSYSTEM: "1" } });
  templates.set(key, cwd);
  return cwd;
}

export class GitFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), "tributary-git-"));

  constructor(...options: "--bare"[]) {
    cpSync(templateOf(options), this.path, { recursive: true });
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true });
  }

  /** @throws Error with git's output when it fails */
  git(args: readonly string[], input: Uint8Array | string = "", environment: NodeJS.ProcessEnv = {}): Buffer {
    const { status, stdout, stderr } = this.try(args, input, environment);
    if (status !== 0) throw new Error(`git ${args.join(" ")} failed with ${status}: ${stderr}`);
    return stdout;
  }

  try(args: readonly string[], input: Uint8Array | string = "", environment: NodeJS.ProcessEnv = {}): GitResult {
    return this.#run("git", args, input, environment);
  }

  /** Runs a shell script, for commands of git that answer one question at a time. */
  shell(script: string, input: string): GitResult {
    return this.#run("sh", ["-c", script], input, {});
  }

  #run(
    program: string,
    args: readonly string[],
    input: Uint8Array | string,
    environment: NodeJS.ProcessEnv,
  ): GitResult {
    const { status, stdout, stderr } = runSync(program, args, {
      cwd: this.path,
      input,
      environment: {
        HOME: this.path,
        LC_ALL: "C",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "A U Thor",
        GIT_AUTHOR_EMAIL: "author@example.com",
        GIT_AUTHOR_DATE: "1112911993 -0700",
        GIT_COMMITTER_NAME: "C O Mitter",
        GIT_COMMITTER_EMAIL: "committer@example.com",
        GIT_COMMITTER_DATE: "1112912053 +0200",
        ...fastSettings,
        ...environment,
      },
    });
    return { status, stdout, stderr: stderr.toString() };
  }

  /** Like {@link try}, for many commands. */
  tryAll(commands: readonly (readonly string[])[]): GitResult[] {
    return commands.map((args) => this.try(args));
  }

  /** Outputs of many commands. @throws Error when a command fails */
  gitAll(commands: readonly (readonly string[])[]): Buffer[] {
    return commands.map((args) => this.git(args));
  }

  write(path: string, content: Uint8Array | string): void {
    const file = join(this.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** Writes an object that git itself would refuse to write. */
  addLoose(type: ObjectType, content: Uint8Array): Oid {
    const oid = hashObject(type, content);
    const bytes = deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]), { level: 1 });
    this.write(`.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`, bytes);
    return oid;
  }
}
