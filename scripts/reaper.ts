// Ends workerd and sqld when this process is gone without having ended them, as after SIGKILL: a small shell keeps their
// process ids and kills them when its stdin, which only this process holds open, closes.
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
 * From now on no workerd or sqld started by this process outlives it, whoever starts them: Miniflare also replaces its
 * workerd by itself. May be called again. Does nothing on Windows, which has no `sh`.
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

// detached: a Ctrl-C for the terminal's whole group must not end it before its time; unref: it keeps nothing alive
function startShell(): Writable {
  const shell = spawn("/bin/sh", ["-c", script], { cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  // it only goes away early when somebody kills it, and then it is merely no help any more
  shell.stdin.on("error", () => {});
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return shell.stdin;
}

// the channel's documented message
function createdProcess(message: unknown): ChildProcess {
  return (message as { process: ChildProcess }).process;
}
