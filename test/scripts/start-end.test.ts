// The end of `npm start`, however it comes: no process, no open port and no file with secrets remains.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, inject, test } from "vitest";
import { processesBelow } from "../../bench/workerd.ts";
import { freePort } from "../../scripts/ports.ts";
import { copyMigrated } from "../support/empty-server.ts";
import { isListening } from "../support/is-listening.ts";

const root = join(import.meta.dirname, "../..");
const READY = "Ctrl-C ends it.";
/** Milliseconds. */
const patience = { timeout: 10_000, interval: 50 };

/** `npm start` in a process group of its own, as a terminal runs it, with a folder for the state and one for TMPDIR. */
class Command {
  readonly npm: ChildProcess;
  readonly port: number;
  readonly #folder: string;
  #output = "";

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
    const database = inject("database") === "libsql" ? ["--", "--libsql"] : [];
    this.npm = spawn("npm", ["start", ...database], {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        PORT: String(port),
        ROOT_TOKEN: "a-token-from-the-environment",
        STATE_DIR: join(folder, "state"),
        TMPDIR: folder,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    for (const stream of [this.npm.stdout, this.npm.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    }
  }

  /** With an empty state folder. */
  static async create(): Promise<Command> {
    return new Command(await mkdtemp(join(tmpdir(), "tributary-end-")), await freePort());
  }

  /** With a migrated one. */
  static async ready(): Promise<Command> {
    const folder = await mkdtemp(join(tmpdir(), "tributary-end-"));
    await copyMigrated(join(folder, "state"));
    const command = new Command(folder, await freePort());
    await expect.poll(() => command.output, { ...patience, timeout: 60_000 }).toContain(READY);
    return command;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { pid } of this.processes) process.kill(pid, "SIGKILL");
    await rm(this.#folder, { recursive: true, force: true });
  }

  get output(): string {
    return this.#output;
  }

  get group(): number {
    return this.npm.pid ?? 0;
  }

  /** npm, and what it has started. */
  get processes(): { pid: number; name: string }[] {
    const below = processesBelow(process.pid);
    const own = below.filter(({ pid }) => pid === this.group);
    return [...own, ...processesBelow(this.group)];
  }

  pidOf(name: string): number {
    const found = this.processes.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no ${name} among ${JSON.stringify(this.processes)}`);
    return found.pid;
  }

  /** What the command has in its TMPDIR. npm has a cache there. */
  async leftFiles(): Promise<string[]> {
    return (await readdir(this.#folder)).filter((name) => name.startsWith("tributary-"));
  }
}

/** A process that has ended stays until its parent has noticed, which a container's first one may never do. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

const running = (processes: readonly { pid: number; name: string }[]) => processes.filter(({ pid }) => isRunning(pid));

test("while it serves, neither Node nor a file with the token remains besides npm, shells and workerd", async () => {
  await using command = await Command.ready();
  const names = new Set(command.processes.map(({ name }) => name.replace(/^npm .*/, "npm")));
  const expected = ["npm", "sh", "sleep", "workerd", ...(inject("database") === "libsql" ? ["sqld"] : [])];
  expect(expected).toEqual(expect.arrayContaining([...names]));
  expect(names).toContain("workerd");
  expect(await command.leftFiles()).toEqual([]);
});

test.each(["SIGINT", "SIGHUP"] as const)("%s, which a terminal sends to all, ends all", async (signal) => {
  await using command = await Command.ready();
  const { processes } = command;
  process.kill(-command.group, signal);
  await once(command.npm, "close");
  await expect.poll(() => running(processes), patience).toEqual([]);
  expect(await isListening(command.port)).toBe(false);
});

test("SIGTERM to npm ends all, and npm with status 0", async () => {
  await using command = await Command.ready();
  const { processes } = command;
  command.npm.kill("SIGTERM");
  expect(await once(command.npm, "exit")).toEqual([0, null]);
  expect(await isListening(command.port)).toBe(false);
  await expect.poll(() => running(processes), patience).toEqual([]);
});

test("SIGKILL to npm ends all", async () => {
  await using command = await Command.ready();
  const { processes } = command;
  command.npm.kill("SIGKILL");
  await expect.poll(() => running(processes), patience).toEqual([]);
  expect(await isListening(command.port)).toBe(false);
});

test("SIGKILL to the shell ends workerd", async () => {
  await using command = await Command.ready();
  const { processes } = command;
  const shell = processesBelow(command.group).find(({ parent }) => parent === command.group);
  process.kill(shell?.pid ?? 0, "SIGKILL");
  await expect.poll(() => running(processes), patience).toEqual([]);
  expect(await isListening(command.port)).toBe(false);
});

test("when workerd dies, the command fails and says so", async () => {
  await using command = await Command.ready();
  process.kill(command.pidOf("workerd"), "SIGKILL");
  const [code] = await once(command.npm, "exit");
  expect([code, command.output]).toEqual([1, expect.stringContaining("workerd has ended by itself")]);
});

test("SIGTERM during the preparation leaves nothing behind", async () => {
  await using command = await Command.create();
  await expect.poll(() => command.leftFiles(), patience).not.toEqual([]);
  const { processes } = command;
  command.npm.kill("SIGTERM");
  await once(command.npm, "close");
  await expect.poll(() => running(processes), patience).toEqual([]);
  expect(await command.leftFiles()).toEqual([]);
  expect(await isListening(command.port)).toBe(false);
});
