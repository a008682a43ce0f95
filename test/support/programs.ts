// Runs programs from one long-lived shell. To start a process, the kernel copies the parent's page tables: 40 ms of CPU
// for a test process, which soon uses a gigabyte, but less than 1 ms for a shell.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Run {
  /** Exit status; 128 plus the signal's number if it was killed. */
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export interface RunOptions {
  readonly cwd: string;
  /** All variables but PATH, which is inherited, and one for malloc. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly input?: Uint8Array | string;
}

const READ_AND_WRITE = constants.O_RDWR;

/**
 * Of all programs. Git compresses each object with new buffers of 256 KB: glibc returns these to the kernel each time,
 * which takes two fifths of the CPU of a pack-objects or fast-import.
 */
const environment = { PATH: process.env.PATH, MALLOC_TRIM_THRESHOLD_: String(128 * 1024 * 1024) };

class Shell {
  /** Holds the shell's pipes, and the programs' input and output files. */
  readonly folder = mkdtempSync(join(tmpdir(), "tributary-shell-"));
  readonly #process: ChildProcess;
  readonly #commands: number;
  readonly #statuses: number;
  readonly #waiting = new Map<number, (status: number) => void>();
  #runs = 0;

  constructor() {
    const [commands, statuses] = [join(this.folder, "commands"), join(this.folder, "statuses")];
    spawnSync("mkfifo", [commands, statuses]);
    // Opened for both, because opening one end of a FIFO blocks until the other is open.
    this.#commands = openSync(commands, READ_AND_WRITE);
    this.#statuses = openSync(statuses, READ_AND_WRITE);
    // The shell ends and deletes the folder when this process ends in any way: its input pipe then closes.
    const script = `sh 3>${quoted(statuses)} <${quoted(commands)}; rm -r ${quoted(this.folder)}`;
    this.#process = spawn("sh", ["-c", script], {
      env: environment,
      stdio: ["ignore", "pipe", "inherit"],
    });
    // The shell must not keep this process alive.
    this.#process.unref();
    if (this.#process.stdout instanceof Socket) this.#process.stdout.unref();
    let told = "";
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (told + text).split("\n");
      told = lines.pop() ?? "";
      for (const line of lines) this.#note(line);
    });
  }

  /** Blocks this process until the program ends. */
  runSync(program: string, args: readonly string[], options: RunOptions): Run {
    const files = this.#filesOf(options);
    this.#send(`${commandOf(program, args, options, files)}\necho $? >&3\n`);
    const status = Buffer.alloc(16);
    const length = readSync(this.#statuses, status);
    return runOf(Number(status.toString("latin1", 0, length)), files);
  }

  async run(program: string, args: readonly string[], options: RunOptions): Promise<Run> {
    const files = this.#filesOf(options);
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#waiting.set(files.number, resolve);
    this.#send(`{ ${commandOf(program, args, options, files)}\necho ${files.number} $?; } &\n`);
    // Unlike the idle shell, a pending run keeps this process alive.
    const keep = setInterval(() => {}, 60_000);
    const status = await promise;
    clearInterval(keep);
    return runOf(status, files);
  }

  #filesOf({ input = "" }: RunOptions): RunFiles {
    const number = this.#runs++;
    const at = join(this.folder, String(number));
    const files = { number, input: input.length === 0 ? null : `${at}.in`, output: `${at}.out`, errors: `${at}.err` };
    if (files.input !== null) writeFileSync(files.input, input);
    return files;
  }

  #send(script: string): void {
    const bytes = Buffer.from(script);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#commands, bytes, at);
  }

  #note(line: string): void {
    const [number, status] = line.split(" ").map(Number);
    this.#waiting.get(number ?? -1)?.(status ?? -1);
    this.#waiting.delete(number ?? -1);
  }
}

interface RunFiles {
  readonly number: number;
  /** Null if there is no input. */
  readonly input: string | null;
  readonly output: string;
  readonly errors: string;
}

function commandOf(
  program: string,
  args: readonly string[],
  { cwd, environment = {} }: RunOptions,
  { input, output, errors }: RunFiles,
): string {
  const variables = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quoted(value)}`],
  );
  const words = [...variables, ...[program, ...args].map(quoted)].join(" ");
  const redirected = `<${quoted(input ?? "/dev/null")} >${quoted(output)} 2>${quoted(errors)}`;
  // Without a subshell: dash starts a simple command by vfork, which saves a tenth of the CPU of a short git command.
  return `cd ${quoted(cwd)} && ${words} ${redirected}`;
}

function runOf(status: number, { input, output, errors }: RunFiles): Run {
  const run = { status, stdout: readFileSync(output), stderr: readFileSync(errors) };
  for (const file of [input, output, errors]) if (file !== null) unlinkSync(file);
  return run;
}

/** A word as a shell reads it. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

let shell: Shell | undefined;

function theShell(): Shell {
  shell ??= new Shell();
  return shell;
}

/** Runs a program and blocks this process until it ends. */
export const runSync = (program: string, args: readonly string[], options: RunOptions): Run =>
  theShell().runSync(program, args, options);

/** Runs a program; resolves when it ends. */
export const run = (program: string, args: readonly string[], options: RunOptions): Promise<Run> =>
  theShell().run(program, args, options);

/** A temporary folder that is deleted when this process ends. */
export const folderOfProcess = (): string => theShell().folder;
