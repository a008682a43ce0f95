// Runs programs from a shell that is started once. To start a process, the kernel copies the page tables of the one that
// asks: of a process that runs tests, which soon has a gigabyte, that takes 40 ms of CPU; of a shell, less than one.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { constants, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Run {
  /** What it exited with; 128 and the signal's number when it was killed. */
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export interface RunOptions {
  readonly cwd: string;
  /** Besides PATH, all there is. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly input?: Uint8Array | string;
}

const READ_AND_WRITE = constants.O_RDWR;

class Shell {
  /** In it are the shell's pipes, and what programs read and write. */
  readonly folder = mkdtempSync(join(tmpdir(), "tributary-shell-"));
  readonly #process: ChildProcess;
  readonly #commands: number;
  readonly #statuses: number;
  readonly #waiting = new Map<number, (status: number) => void>();
  #runs = 0;

  constructor() {
    const [commands, statuses] = [join(this.folder, "commands"), join(this.folder, "statuses")];
    spawnSync("mkfifo", [commands, statuses]);
    // for both, as to open one end waits for the other
    this.#commands = openSync(commands, READ_AND_WRITE);
    this.#statuses = openSync(statuses, READ_AND_WRITE);
    // it ends when this process does, however that ends, and leaves nothing behind
    const script = `sh 3>${quoted(statuses)} <${quoted(commands)}; rm -r ${quoted(this.folder)}`;
    this.#process = spawn("sh", ["-c", script], {
      env: { PATH: process.env.PATH },
      stdio: ["ignore", "pipe", "inherit"],
    });
    // it is no reason for this process to go on
    this.#process.unref();
    if (this.#process.stdout instanceof Socket) this.#process.stdout.unref();
    let told = "";
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (told + text).split("\n");
      told = lines.pop() ?? "";
      for (const line of lines) this.#note(line);
    });
  }

  /** Nothing else happens in this process meanwhile. */
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
    // what is waited for is
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
  /** Null for no input. */
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
  const exported = variables.length === 0 ? "" : `export ${variables.join(" ")}; `;
  const words = [program, ...args].map(quoted).join(" ");
  const redirected = `<${quoted(input ?? "/dev/null")} >${quoted(output)} 2>${quoted(errors)}`;
  return `(cd ${quoted(cwd)} && ${exported}exec ${words}) ${redirected}`;
}

function runOf(status: number, { input, output, errors }: RunFiles): Run {
  const run = { status, stdout: readFileSync(output), stderr: readFileSync(errors) };
  for (const file of [input, output, errors]) if (file !== null) rmSync(file);
  return run;
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

let shell: Shell | undefined;

function theShell(): Shell {
  shell ??= new Shell();
  return shell;
}

/** Runs a program to its end; nothing else happens in this process meanwhile. */
export const runSync = (program: string, args: readonly string[], options: RunOptions): Run =>
  theShell().runSync(program, args, options);

/** Runs a program to its end. */
export const run = (program: string, args: readonly string[], options: RunOptions): Promise<Run> =>
  theShell().run(program, args, options);

/** A folder that goes when this process does. */
export const folderOfProcess = (): string => theShell().folder;
