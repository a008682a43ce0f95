// CPU time and memory of processes, from Linux's /proc.
import { readdirSync, readFileSync } from "node:fs";

/** `sysconf(_SC_CLK_TCK)` is 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  /** User and system time, without that of ended children. */
  readonly cpuSeconds: number;
  /** That of its children that have ended, and of theirs. */
  readonly endedCpuSeconds: number;
}

/** Resident bytes of the workerd processes below this one. */
export const residentBytes = (): number => workerds().reduce((sum, { pid }) => sum + residentBytesOf(pid), 0);

/** CPU seconds of the workerd processes below this one, user and system; NaN without `/proc`. */
export function cpuSeconds(): number {
  const found = workerds();
  return found.length === 0 ? Number.NaN : found.reduce((sum, one) => sum + one.cpuSeconds, 0);
}

const workerds = (): ProcessStat[] => processesBelow(process.pid).filter(({ name }) => name === "workerd");

/** The descendants of a process. */
export function processesBelow(ancestor: number): ProcessStat[] {
  const all = new Map(
    processIds()
      .flatMap((pid) => statOf(pid) ?? [])
      .map((stat) => [stat.pid, stat]),
  );
  const isBelow = ({ parent }: ProcessStat): boolean => {
    const above = all.get(parent);
    return parent === ancestor || (above !== undefined && isBelow(above));
  };
  return [...all.values()].filter(isBelow);
}

function processIds(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return []; // Not Linux.
  }
}

/** Parses `/proc/<pid>/stat`, see proc(5). Returns null for a process that has ended meanwhile. */
function statOf(pid: number): ProcessStat | null {
  const text = readProc(pid, "stat");
  const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(text) ?? [];
  if (name === undefined || rest === undefined) return null;
  const fields = rest.split(" ").map(Number);
  const [parent = 0, userTicks = 0, systemTicks = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
    (at) => fields[at],
  );
  return {
    pid,
    name,
    parent,
    cpuSeconds: (userTicks + systemTicks) / TICKS_PER_SECOND,
    endedCpuSeconds: (endedUser + endedSystem) / TICKS_PER_SECOND,
  };
}

export const residentBytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, "status"))?.[1] ?? 0) * 1024;

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // The process has ended meanwhile.
  }
}
