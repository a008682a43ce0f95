// Runs the real git client in temporary folders against the test server.
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { baseUrl, type Caller } from "./api.ts";
import { type Contents, FIRST_COMMIT, History, MINUTE, type Placed } from "./history.ts";
import { folderOfProcess, run } from "./programs.ts";

/** Result of one run of git. */
export interface GitRun {
  /** Exit code. */
  readonly code: number;
  readonly stdout: string;
  /** Includes the server's messages, in lines that start with `remote: `. */
  readonly stderr: string;
}

export interface GitOptions {
  readonly input?: Uint8Array | string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Changes of a commit by path; null removes the file. */
export type Files = Readonly<Record<string, Uint8Array | string | null>>;

/** Objects are compressed when they are pushed, not before. */
const configuration = `
[core]
  looseCompression = 0
[user]
  name = A U Thor
  email = author@example.com
[init]
  defaultBranch = main
[advice]
  detachedHead = false
[gc]
  auto = 0
[maintenance]
  auto = false
`;

let template: Promise<string> | undefined;

/** Runs `git init` once, in a folder that is then copied. */
async function makeTemplate(): Promise<string> {
  const cwd = mkdtempSync(join(folderOfProcess(), "template-"));
  const environment = { GIT_CONFIG_NOSYSTEM: "1" };
  await run("git", ["init", "--quiet", "--template=", "--initial-branch=main", "."], { cwd, environment });
  return cwd;
}

const firstFiles = { "a.txt": "a\n" };
const FIRST_MESSAGE = "First";

let begun: Promise<string> | undefined;

/** URL of a project's repository, with the caller's token as the password. */
export function remoteUrl(caller: Caller, project: Placed): string {
  const url = new URL(`${project.origin ?? baseUrl}/${project.path_with_namespace}.git`);
  if (caller.token !== null) {
    url.username = "oauth2";
    url.password = caller.token;
  }
  return url.href;
}

/**
 * A repository with a working tree, initially on branch `main`. Declare it with `using`. It ignores this machine's git
 * configuration. Commits are one minute apart, so that their ids are reproducible.
 */
export class WorkingFolder {
  readonly #home: string = mkdtempSync(join(tmpdir(), "tributary-work-"));
  readonly path: string = join(this.#home, "work");
  #commits = 0;

  private constructor() {
    writeFileSync(join(this.#home, ".gitconfig"), configuration);
    mkdirSync(this.path);
  }

  [Symbol.dispose](): void {
    rmSync(this.#home, { recursive: true });
  }

  /** Creates an empty repository with the project as `origin`. */
  static async create(caller: Caller, project: Placed): Promise<WorkingFolder> {
    template ??= makeTemplate();
    return WorkingFolder.#copyOf(await template, caller, project);
  }

  /**
   * As after a first commit, of `a.txt`, and its push to the empty project, for tests of what follows: without the
   * processes of git that this takes. Returns the commit's id as well.
   */
  static async createPushed(caller: Caller, project: Placed): Promise<{ folder: WorkingFolder; first: string }> {
    begun ??= WorkingFolder.#begin();
    const folder = WorkingFolder.#copyOf(await begun, caller, project);
    folder.#commits = 1;
    const first = await seedRepository(caller, project, firstFiles, "main", FIRST_MESSAGE);
    folder.write({ ".git/refs/remotes/origin/main": `${first}\n` });
    return { folder, first };
  }

  /** Makes the first commit once, in a folder that is then copied. */
  static async #begin(): Promise<string> {
    using folder = new WorkingFolder();
    template ??= makeTemplate();
    cpSync(await template, folder.path, { recursive: true });
    await folder.commit(firstFiles, FIRST_MESSAGE);
    const copy = mkdtempSync(join(folderOfProcess(), "begun-"));
    cpSync(folder.path, copy, { recursive: true });
    return copy;
  }

  static #copyOf(path: string, caller: Caller, project: Placed): WorkingFolder {
    const folder = new WorkingFolder();
    cpSync(path, folder.path, { recursive: true });
    const origin = `url = ${remoteUrl(caller, project)}\n\tfetch = +refs/heads/*:refs/remotes/origin/*`;
    appendFileSync(join(folder.path, ".git/config"), `[remote "origin"]\n\t${origin}\n`);
    return folder;
  }

  /** Clones the project. @throws Error with git's stderr if it fails */
  static async clone(caller: Caller, project: Placed, ...options: string[]): Promise<WorkingFolder> {
    const folder = new WorkingFolder();
    await folder.git("clone", "--quiet", ...options, remoteUrl(caller, project), ".");
    return folder;
  }

  /** Like {@link clone}, but returns the result even if git fails, and keeps no folder. */
  static async tryClone(caller: Caller, project: Placed, ...options: string[]): Promise<GitRun> {
    using folder = new WorkingFolder();
    return await folder.try(["clone", ...options, remoteUrl(caller, project), "."]);
  }

  /** Returns git's stdout without the last line feed. @throws Error with git's stderr if it fails */
  async git(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.try(args);
    if (code !== 0) throw new Error(`git ${args.join(" ")} failed with ${code}: ${stderr}`);
    return stdout.replace(/\n$/, "");
  }

  async try(args: readonly string[], { input = "", environment = {} }: GitOptions = {}): Promise<GitRun> {
    const { status, stdout, stderr } = await run("git", args, {
      cwd: this.path,
      input,
      environment: {
        HOME: this.#home,
        LC_ALL: "C",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_TERMINAL_PROMPT: "0",
        ...environment,
      },
    });
    return { code: status, stdout: stdout.toString(), stderr: stderr.toString() };
  }

  write(files: Files): void {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.path, path);
      mkdirSync(dirname(file), { recursive: true });
      if (content === null) rmSync(file);
      else writeFileSync(file, content);
    }
  }

  /** Commits changes, or an empty commit, on the current branch. Returns the commit's id. */
  async commit(files: Files = {}, message = "Change"): Promise<string> {
    this.write(files);
    await this.git("add", "--all");
    const date = `${FIRST_COMMIT + MINUTE * this.#commits++} +0000`;
    const environment = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const run = await this.try(["commit", "--quiet", "--allow-empty", "-m", message], { environment });
    if (run.code !== 0) throw new Error(`The commit failed: ${run.stderr}`);
    return this.#head();
  }

  /** Id of HEAD. Reads the loose ref, which always exists right after a commit. */
  #head(): string {
    const folder = join(this.path, ".git");
    const head = readFileSync(join(folder, "HEAD"), "utf8").trim();
    const [, branch] = /^ref: (.*)$/.exec(head) ?? [];
    return branch === undefined ? head : readFileSync(join(folder, branch), "utf8").trim();
  }

  /** Without arguments, runs `git push origin HEAD`. */
  push(...args: string[]): Promise<GitRun> {
    return this.try(["push", ...(args.length === 0 ? ["origin", "HEAD"] : args)]);
  }
}

/** Pushes a first commit with these files. Returns its id. */
export async function seedRepository(
  caller: Caller,
  project: Placed,
  files: Contents,
  branch = "main",
  message = "Begin",
): Promise<string> {
  const history = new History();
  const first = history.commit(files, message);
  history.setBranch(branch, first);
  await history.push(caller, project);
  return first.oid;
}
