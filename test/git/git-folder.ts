// A real repository in a temporary folder, as the reference.
import { createHash, randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { hashObject } from "../../src/git/objects/hash.ts";
import type { ObjectType, Oid } from "../../src/git/objects/oid.ts";
import { folderOfProcess, quoted, runSync } from "../support/programs.ts";

/**
 * Otherwise each commit starts maintenance and waits for the disk, each ref has a log, which takes a fifth of an import,
 * small imports are unpacked, small packs are made by two threads, and fsck starts a process for each kind of index that
 * there is not.
 */
const fastSettings = configuration({
  "maintenance.auto": "false",
  "core.fsync": "none",
  "core.logAllRefUpdates": "false",
  "core.commitGraph": "false",
  "core.multiPackIndex": "false",
  "fastimport.unpackLimit": "1",
  "pack.threads": "1",
});

/** Settings as variables of the environment. */
function configuration(settings: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(settings);
  const variables = entries.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(variables) };
}

export interface GitResult {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Follows the output of each command of many. The same for all, so that equal scripts are equal. */
const endOfOutput = randomUUID();

/** Arguments of a command are limited to 2 MB. */
const PAIRS_OF_A_COMMAND = 5_000;

/** Exit status of git when it refuses to do something. */
const REFUSED = 128;

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
  readonly #options: readonly "--bare"[];
  #path: string | undefined;

  constructor(...options: "--bare"[]) {
    this.#options = options;
  }

  /** The folder is made on first use. */
  get path(): string {
    this.#path ??= this.#make();
    return this.#path;
  }

  #make(): string {
    const path = mkdtempSync(join(this.parent, "tributary-git-"));
    cpSync(this.template, path, { recursive: true });
    return path;
  }

  /** What the folder begins as a copy of. */
  protected get template(): string {
    return templateOf(this.#options);
  }

  protected get parent(): string {
    return tmpdir();
  }

  /** Moves the folder of another one here. */
  protected take(other: GitFolder): void {
    this.#path = join(this.parent, basename(other.path));
    renameSync(other.path, this.#path);
    other.#path = undefined;
  }

  [Symbol.dispose](): void {
    if (this.#path !== undefined) rmSync(this.#path, { recursive: true });
  }

  /** @throws Error with git's output when it fails */
  git(args: readonly string[], input: Uint8Array | string = "", environment: NodeJS.ProcessEnv = {}): Buffer {
    const { status, stdout, stderr } = this.try(args, input, environment);
    if (status !== 0) throw new Error(`git ${args.join(" ")} failed with ${status}: ${stderr}`);
    return stdout;
  }

  try(args: readonly string[], input: Uint8Array | string = "", environment: NodeJS.ProcessEnv = {}): GitResult {
    return this.run("git", args, input, environment);
  }

  /** Runs a shell script, for commands of git that answer one question at a time. */
  shell(script: string, input: string): GitResult {
    return this.run("sh", ["-c", script], input, {});
  }

  protected run(
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

  /** Results of many commands, from one shell: half of the cost of a short command is to exchange files with it. */
  tryAll(commands: readonly (readonly string[])[]): Omit<GitResult, "stderr">[] {
    const end = `\n${endOfOutput} `;
    const lines = commands.map(
      (args) => `git ${args.map(quoted).join(" ")} </dev/null; printf '\\n${end.trim()} %s\\n' $?`,
    );
    const { stdout } = this.shell(`. /dev/stdin`, `${lines.join("\n")}\n`);
    let position = 0;
    return commands.map(() => {
      const stop = stdout.indexOf(end, position);
      const next = stdout.indexOf("\n", stop + end.length);
      const result = {
        stdout: stdout.subarray(position, stop),
        status: Number(stdout.toString("latin1", stop + end.length, next)),
      };
      position = next + 1;
      return result;
    });
  }

  /** Outputs of many commands. @throws Error when a command fails */
  gitAll(commands: readonly (readonly string[])[]): Buffer[] {
    return this.tryAll(commands).map(({ status, stdout }, at) => {
      if (status !== 0) throw new Error(`git ${commands[at]?.join(" ")} failed with ${status}`);
      return stdout;
    });
  }

  /** All merge bases of each pair of commits, from one process: for `A...B` git prints A, B, and each base after a `^`. */
  mergeBasesOf(pairs: readonly (readonly [string, string])[]): Oid[][] {
    const found: Oid[][] = [];
    for (let from = 0; from < pairs.length; from += PAIRS_OF_A_COMMAND) {
      const some = pairs.slice(from, from + PAIRS_OF_A_COMMAND).map(([one, other]) => `${one}...${other}`);
      let tips = 0;
      for (const line of this.git(["rev-parse", ...some])
        .toString()
        .split("\n")
        .filter(Boolean)) {
        if (line.startsWith("^")) found.at(-1)?.push(line.slice(1));
        else if (tips++ % 2 === 0) found.push([]);
      }
    }
    return found;
  }

  /**
   * Conflicting paths of the merge of each pair, none if it is clean; null if `git merge-tree` refuses. A process merges
   * all pairs up to one that is refused.
   */
  conflictsOf(pairs: readonly (readonly [ours: string, theirs: string])[]): (string[] | null)[] {
    const found: (string[] | null)[] = [];
    const options = ["--write-tree", "--name-only", "--no-messages", "--stdin"];
    while (found.length < pairs.length) {
      const lines = pairs.slice(found.length).map((pair) => `${pair.join(" ")}\n`);
      const { status, stdout, stderr } = this.try(["merge-tree", ...options], lines.join(""));
      // A crash loses the last results.
      if (status !== 0 && status !== REFUSED) throw new Error(`git merge-tree failed with ${status}: ${stderr}`);
      found.push(...conflictsIn(stdout.toString()));
      if (status === REFUSED) found.push(null);
    }
    return found;
  }

  /** The commit of each branch, by `refs/heads/…`, and of each tag. */
  tips(): Map<string, Oid> {
    const lines = this.git(["for-each-ref", "--format=%(objectname) %(refname)"]).toString().split("\n");
    return new Map(lines.filter(Boolean).map((line) => [line.slice(41), line.slice(0, 40)]));
  }

  /** The branch that HEAD names, as `refs/heads/…`. */
  head(): string {
    const file = ["HEAD", ".git/HEAD"].map((path) => join(this.path, path)).find((path) => existsSync(path)) ?? "";
    const [, branch] = /^ref: (.*)\n$/.exec(readFileSync(file, "utf8")) ?? [];
    if (branch === undefined) throw new Error("HEAD is not a branch");
    return branch;
  }

  /** Lets git read the objects of other folders here as well, which must not change. */
  borrow(others: readonly GitFolder[]): void {
    this.write(".git/objects/info/alternates", others.map(({ path }) => `${path}/.git/objects\n`).join(""));
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

/** For each merge: whether it is clean, the tree, the paths, and an empty field. */
function conflictsIn(output: string): string[][] {
  const fields = output.split("\0");
  const found: string[][] = [];
  for (let at = 0; at < fields.length - 1; ) {
    const end = fields.indexOf("", at);
    const [isClean, , ...paths] = fields.slice(at, end);
    if ((isClean === "1") !== (paths.length === 0)) throw new Error(`git merge-tree printed ${fields.slice(at, end)}`);
    found.push(paths);
    at = end + 1;
  }
  return found;
}

/** A folder for all tests of this process, which only read it: each command runs once. */
export class SharedFolder extends GitFolder {
  readonly #results = new Map<string, GitResult>();

  /** @param made has no folder afterwards */
  constructor(made: GitFolder) {
    super();
    this.take(made);
  }

  protected override get parent(): string {
    return folderOfProcess();
  }

  override [Symbol.dispose](): void {}

  override try(args: readonly string[], input: Uint8Array | string = "", environment: NodeJS.ProcessEnv = {}) {
    const key = JSON.stringify([args, Buffer.from(input).toString("latin1"), environment]);
    const result = this.#results.get(key) ?? super.try(args, input, environment);
    this.#results.set(key, result);
    return result;
  }
}

/** A folder that begins as another one. */
export class CopiedFolder extends GitFolder {
  readonly #original: SharedFolder;

  constructor(original: SharedFolder) {
    super();
    this.#original = original;
  }

  protected override get template(): string {
    return this.#original.path;
  }
}

/** Results of commands, by all that was done before in the folder. */
export type Recording = Map<string, GitResult>;

/**
 * A folder for tests that begin alike, such as those of several versions of the protocol: after the same commands and
 * written files, a command has the result that it had in an earlier folder. The folder is made once something differs.
 */
export class RecordedFolder extends CopiedFolder {
  readonly #recording: Recording;
  /** Of what was done so far. */
  #hash: string;
  /** What the folder still lacks. */
  #steps: (() => GitResult | undefined)[] = [];

  constructor(original: SharedFolder, recording: Recording) {
    super(original);
    this.#recording = recording;
    this.#hash = original.path;
  }

  override get path(): string {
    this.#catchUp();
    return super.path;
  }

  override write(path: string, content: Uint8Array | string): void {
    this.#add(["write", path], content, () => {
      super.write(path, content);
      return undefined;
    });
  }

  protected override run(
    program: string,
    args: readonly string[],
    input: Uint8Array | string,
    environment: NodeJS.ProcessEnv,
  ): GitResult {
    this.#add([program, args, environment], input, () => super.run(program, args, input, environment));
    const result = this.#recording.get(this.#hash) ?? this.#catchUp();
    if (result === undefined) throw new Error("The command was not run");
    this.#recording.set(this.#hash, result);
    return result;
  }

  #add(what: readonly unknown[], content: Uint8Array | string, step: () => GitResult | undefined): void {
    this.#hash = createHash("sha1")
      .update(JSON.stringify([this.#hash, what]))
      .update(content)
      .digest("hex");
    this.#steps.push(step);
  }

  #catchUp(): GitResult | undefined {
    const steps = this.#steps;
    this.#steps = [];
    return steps.map((step) => step()).at(-1);
  }
}
