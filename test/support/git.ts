// Runs the real git client in temporary folders against the test server.
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Oid } from "../../src/git/objects/oid.ts";
import { baseUrl, type Caller } from "./api.ts";
import { type Contents, FIRST_COMMIT, History, MINUTE, type Placed } from "./history.ts";
import { folderOfProcess, type Run, run } from "./programs.ts";
import { fetchPack, pushPack, refsOf, type Update } from "./wire.ts";

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

/** Objects are compressed when they are pushed, not before. No file is written of those that `git fsck` starts programs for. */
const configuration = `
[core]
  looseCompression = 0
  commitGraph = false
  multiPackIndex = false
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
  /** What both this folder and the project have. */
  readonly #shared = new Set<Oid>();
  #commits = 0;
  #origin: [caller: Caller, project: Placed] | undefined;

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
    folder.#shared.add(first);
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
    folder.#origin = [caller, project];
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

  /**
   * What {@link clone} makes, in a quarter of its CPU time, for tests of the contents and of what follows.
   *
   * @param branch to be checked out instead of the default one
   */
  static async copy(
    caller: Caller,
    project: Placed,
    { branch, checkout = true }: { readonly branch?: string | undefined; readonly checkout?: boolean } = {},
  ): Promise<WorkingFolder> {
    const folder = await WorkingFolder.create(caller, project);
    const { refs, head } = await refsOf(caller, project, "git-upload-pack");
    const wanted = [...refs].filter(([name]) => /^refs\/(?:heads|tags)\//.test(name));
    if (wanted.length === 0) return folder;
    const tips = wanted.map(([, oid]) => oid);
    const pack = await fetchPack(caller, project, tips);
    const file = `.git/objects/pack/pack-${pack.toString("hex", pack.length - 20)}.pack`;
    const lines = wanted.map(([name, oid]) => `${oid} ${name.replace("refs/heads/", "refs/remotes/origin/")}\n`);
    folder.write({ [file]: pack, ".git/packed-refs": lines.join("") });
    await folder.git("index-pack", "--threads=1", file);
    for (const tip of tips) folder.#shared.add(tip);
    const current = branch === undefined ? head : `refs/heads/${branch}`;
    if (current === undefined) return folder;
    folder.write({ ".git/HEAD": `ref: ${current}\n`, [`.git/${current}`]: `${refs.get(current)}\n` });
    if (checkout) await folder.git("reset", "--quiet", "--hard");
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

  async try(args: readonly string[], options?: GitOptions): Promise<GitRun> {
    const { status, stdout, stderr } = await this.#run(args, options);
    return { code: status, stdout: stdout.toString(), stderr: stderr.toString() };
  }

  #run(args: readonly string[], { input = "", environment = {} }: GitOptions = {}): Promise<Run> {
    return run("git", args, {
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
    const head = this.#read("HEAD") ?? "";
    const [, branch] = /^ref: (.*)$/.exec(head) ?? [];
    return (branch === undefined ? head : this.#read(branch)) ?? "";
  }

  /** Without arguments, runs `git push origin HEAD`. */
  push(...args: string[]): Promise<GitRun> {
    return this.try(["push", ...(args.length === 0 ? ["origin", "HEAD"] : args)]);
  }

  /**
   * As `git push --force origin`, in a third of its CPU time, for tests of what follows. It knows `NAME`, `REVISION:NAME`
   * and `:NAME`.
   *
   * @throws Error with the server's report unless it updates all refs
   */
  async deliver(...refspecs: string[]): Promise<void> {
    if (this.#origin === undefined) throw new Error("This folder has no origin.");
    const [caller, project] = this.#origin;
    const { refs } = await refsOf(caller, project, "git-receive-pack");
    const updates: Update[] = [];
    for (const refspec of refspecs.length === 0 ? ["HEAD"] : refspecs) {
      const [source = "", destination = source] = refspec.split(":");
      const name = this.#fullName(destination);
      const after = source === "" ? undefined : (this.#idOf(source) ?? (await this.git("rev-parse", source)));
      updates.push({ name, before: refs.get(name), after });
    }
    const sent = updates.flatMap(({ after }) => after ?? []);
    const input = [...sent, ...[...refs.values()].flatMap((oid) => (this.#shared.has(oid) ? `^${oid}` : []))];
    const pack = sent.length === 0 ? null : await this.packOf(input);
    await pushPack(caller, project, updates, pack);
    for (const { name, after } of updates) {
      const tracking = `.git/${name.replace("refs/heads/", "refs/remotes/origin/")}`;
      if (after !== undefined) this.#shared.add(after);
      if (after === undefined) rmSync(join(this.path, tracking), { force: true });
      else if (tracking !== `.git/${name}`) this.write({ [tracking]: `${after}\n` });
    }
  }

  /** A pack of what these reach. @param revisions as of `git rev-list` */
  async packOf(revisions: readonly string[]): Promise<Buffer> {
    const packing = ["pack-objects", "--revs", "--stdout", "--quiet", "--threads=1", "--window=0"];
    const { status, stdout, stderr } = await this.#run(packing, { input: `${revisions.join("\n")}\n` });
    if (status !== 0) throw new Error(`git pack-objects failed with ${status}: ${stderr}`);
    return stdout;
  }

  /** What a push calls the ref: a branch, unless only a tag has the name. */
  #fullName(name: string): string {
    if (name === "HEAD") return this.#read("HEAD")?.replace("ref: ", "") ?? name;
    if (name.startsWith("refs/")) return name;
    const [branch, tag] = [`refs/heads/${name}`, `refs/tags/${name}`];
    return this.#read(branch) === null && this.#read(tag) !== null ? tag : branch;
  }

  /** Null for what has no file of its own. */
  #read(ref: string): string | null {
    const file = join(this.path, ".git", ref);
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8").trim() : null;
  }

  /** Null for what is no loose ref. */
  #idOf(revision: string): Oid | null {
    return /^[0-9a-f]{40}$/.test(revision) ? revision : this.#read(this.#fullName(revision));
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
