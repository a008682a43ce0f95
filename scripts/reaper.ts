// Ends workerd and sqld if this process dies without ending them, as after SIGKILL: reports them to reap.sh.
import { type ChildProcess, spawn } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { writeSync } from "node:fs";
import { basename, join } from "node:path";

const reaped = new Set(["workerd", "sqld"]);

type Report = (line: string) => void;

let isReporting = false;

/**
 * Ensures that no workerd or sqld started from now on outlives this process. It observes every child process, since
 * Miniflare restarts workerd by itself. Idempotent. Does nothing on Windows, which has no `sh`.
 */
export function reapChildren(): void {
  if (isReporting || process.platform === "win32") return;
  isReporting = true;
  const report = reporterOfStart() ?? startShell();
  subscribe("child_process", (message) => {
    const child = createdProcess(message);
    child.once("spawn", () => {
      if (!reaped.has(basename(child.spawnfile))) return;
      report(`started ${child.pid}\n`);
      child.once("exit", () => report(`ended ${child.pid}\n`));
    });
  });
}

/** start.sh has a reaper of its own, for what is to outlive this process. */
function reporterOfStart(): Report | null {
  const descriptor = process.env.REAPER_DESCRIPTOR;
  return descriptor === undefined ? null : (line) => writeSync(Number(descriptor), line);
}

/** Detached, so that Ctrl-C does not reach it; unreferenced, so that it does not keep this process alive. */
function startShell(): Report {
  const script = join(import.meta.dirname, "reap.sh");
  const shell = spawn("/bin/sh", [script], { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  // If the shell was killed, writes fail and are ignored.
  shell.stdin.on("error", () => {});
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return (line) => shell.stdin.write(line);
}

/** The message of Node's diagnostics channel `child_process`. */
function createdProcess(message: unknown): ChildProcess {
  return (message as { process: ChildProcess }).process;
}
