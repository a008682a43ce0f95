// CPU time of the server under benchmark, which says what a request costs however busy the machine is.
import { readdirSync, readFileSync } from "node:fs";

/** `sysconf(_SC_CLK_TCK)` is 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** The CPU seconds (user and system) that the workerd processes started by this one have used; null without `/proc`. */
export function workerdCpu(): number | null {
  let seconds = 0;
  let found = false;
  for (const pid of processIds()) {
    const stat = statOf(pid);
    if (stat === null || stat.name !== "workerd" || stat.parent !== process.pid) continue;
    found = true;
    seconds += stat.ticks / TICKS_PER_SECOND;
  }
  return found ? seconds : null;
}

function processIds(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // not Linux
  }
}

/** Fields 2, 4, 14 and 15 of `/proc/<pid>/stat`, proc(5); null for a process that has ended meanwhile. */
function statOf(pid: string): { name: string; parent: number; ticks: number } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(text) ?? [];
  if (name === undefined || rest === undefined) return null;
  const fields = rest.split(" ");
  return { name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}
