// Ends workerd and sqld if this process dies without ending them, as after SIGKILL: a shell keeps their process ids and
// kills them when its stdin closes, which only this process holds open.
import { type ChildProcess, spawn } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { basename } from "node:path";
import type { Writable } from "node:stream";

const reaped = new Set(["workerd", "sqld"]);

const script = `
pids=
while read -r event pid; do
  case $event in
    started) pids="$pids $pid" ;;
    ended)
      left=
      for other in $pids; do [ "$other" = "$pid" ] || left="$left $other"; done
      pids=$left ;;
  esac
done
[ -z "$pids" ] || kill -KILL $pids
`;

let reaper: Writable | undefined;

/**
 * Ensures that no workerd or sqld started from now on outlives this process. It observes every child process, since
 * Miniflare restarts workerd by itself. Idempotent. Does nothing on Windows, which has no `sh`.
 */
export function reapChildren(): void {
  if (reaper !== undefined || process.platform === "win32") return;
  const stdin = startShell();
  reaper = stdin;
  subscribe("child_process", (message) => {
    const child = createdProcess(message);
    child.once("spawn", () => {
      if (!reaped.has(basename(child.spawnfile))) return;
      stdin.write(`started ${child.pid}\n`);
      child.once("exit", () => stdin.write(`ended ${child.pid}\n`));
    });
  });
}

/** Detached, so that Ctrl-C does not reach it; unreferenced, so that it does not keep this process alive. */
function startShell(): Writable {
  const shell = spawn("/bin/sh", ["-c", script], { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  // If the shell was killed, writes fail and are ignored.
  shell.stdin.on("error", () => {});
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return shell.stdin;
}

/** The message of Node's diagnostics channel `child_process`. */
function createdProcess(message: unknown): ChildProcess {
  return (message as { process: ChildProcess }).process;
}
