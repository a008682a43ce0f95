// Times `npm start` from the command to the first response, and measures the memory of what it leaves running.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../scripts/ports.ts";
import { projectRoot } from "../scripts/project.ts";
import { median } from "./load.ts";
import { processesBelow, residentBytesOf } from "./workerd.ts";

const ROUNDS = 5;
const MEBIBYTE = 1024 * 1024;
const TOKEN = "root-of-the-bench-of-starts";

/** What a start costs that does nothing but listen: npm, a shell and Node. */
const bareServer = `require("node:http").createServer((_, response) => response.end()).listen(process.env.PORT)`;

interface Command {
  readonly name: string;
  /** Arguments of npm. */
  readonly args: readonly string[];
}

interface Start {
  readonly seconds: number;
  /** User and system time of all processes until the first response. */
  readonly cpuSeconds: number;
  /** Mebibytes per process name, some seconds after the first response. */
  readonly resident: ReadonlyMap<string, number>;
}

const commands: readonly Command[] = [
  { name: "bare Node server", args: ["exec", "--call", `node -e '${bareServer}'`] },
  { name: "Tributary", args: ["start"] },
];

/** Prints medians of starts in turns. The first start of Tributary, which builds and migrates, is not counted. */
export async function timeStartCommand(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-bench-start-"));
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), STATE_DIR: join(folder, "state"), ROOT_TOKEN: TOKEN };
  try {
    const starts = new Map(commands.map((command): [Command, Start[]] => [command, []]));
    for (const command of commands) await start(command, env);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [command, measured] of starts) measured.push(await start(command, env));
    }
    console.log("\n| command, sources unchanged | s to first response | CPU s | idle MiB |\n|---|---|---|---|");
    for (const [{ name }, measured] of starts) report(name, measured);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function report(name: string, starts: readonly Start[]): void {
  const names = [...(starts[0]?.resident.keys() ?? [])];
  const sizes = names.map((process) => median(starts.map(({ resident }) => resident.get(process) ?? 0)));
  const parts = names.map((process, at) => `${process} ${sizes[at]?.toFixed(0)}`).join(", ");
  const total = sizes.reduce((sum, size) => sum + size, 0).toFixed(0);
  const seconds = median(starts.map((one) => one.seconds)).toFixed(2);
  const cpu = median(starts.map((one) => one.cpuSeconds)).toFixed(2);
  console.log(`| ${name} | ${seconds} | ${cpu} | ${total} (${parts}) |`);
}

async function start({ args }: Command, env: NodeJS.ProcessEnv & { PORT: string }): Promise<Start> {
  const started = performance.now();
  const npm = spawn("npm", args, { cwd: projectRoot, env, stdio: "ignore", detached: true });
  await firstResponse(`http://127.0.0.1:${env.PORT}/-/health`);
  const seconds = (performance.now() - started) / 1_000;
  const cpuSeconds = processesOf(npm).reduce((sum, one) => sum + one.cpuSeconds + one.endedCpuSeconds, 0);
  // Memory is returned to the system only after the garbage collection of an idle process.
  await sleep(3_000);
  const resident = new Map<string, number>();
  for (const { pid, name: title } of processesOf(npm)) {
    const name = nameOf(title);
    resident.set(name, (resident.get(name) ?? 0) + residentBytesOf(pid) / MEBIBYTE);
  }
  // Ctrl-C interrupts the whole process group.
  process.kill(-(npm.pid ?? 0), "SIGINT");
  await once(npm, "close");
  return { seconds, cpuSeconds, resident };
}

/** npm appends its command, and Node names its main thread. */
const nameOf = (title: string): string => (title === "MainThread" ? "node" : title.replace(/^npm .*/, "npm"));

const processesOf = ({ pid }: ChildProcess) =>
  pid === undefined ? [] : processesBelow(process.pid).filter((one) => one.pid === pid || isBelow(one.pid, pid));

const isBelow = (pid: number, ancestor: number): boolean => processesBelow(ancestor).some((one) => one.pid === pid);

async function firstResponse(url: string): Promise<void> {
  for (;;) {
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch {
      await sleep(20);
    }
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
