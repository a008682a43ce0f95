// With PROFILE=true, records the CPU time of each test file: in this process, its child processes and the server. Reads
// /proc, so it needs Linux. Files must run one at a time (--maxWorkers 1), or their times mix.
import { readdirSync, readFileSync } from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Milliseconds of CPU time. */
    cpu?: CpuTimes;
  }
}

export interface CpuTimes {
  readonly own: number;
  readonly started: number;
  readonly server: number;
}

const MILLISECONDS_PER_TICK = 10;

interface ProcessTimes {
  readonly id: number;
  readonly parent: number;
  readonly name: string;
  readonly own: number;
  /** Time of its children that have ended. */
  readonly ended: number;
}

/** Null for a process that has ended. */
function timesOf(pid: string | number): ProcessTimes | null {
  try {
    const [, id, name = "", rest = ""] = /^(\d+) \((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1")) ?? [];
    const fields = rest.split(" ").map(Number);
    const sum = (at: number) => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) * MILLISECONDS_PER_TICK;
    return { id: Number(id), parent: fields[1] ?? 0, name, own: sum(11), ended: sum(13) };
  } catch {
    return null;
  }
}

function measure(): CpuTimes {
  const self = timesOf("self");
  const others = readdirSync("/proc").flatMap((pid) => (/^\d+$/.test(pid) ? (timesOf(pid) ?? []) : []));
  const total = (chosen: ProcessTimes[]) => chosen.reduce((sum, { own, ended }) => sum + own + ended, 0);
  return {
    own: self?.own ?? 0,
    started: (self?.ended ?? 0) + total(descendants(process.pid, others)),
    server: total(others.filter(({ parent, name }) => parent === process.ppid && /^(workerd|sqld)$/.test(name))),
  };
}

const descendants = (id: number, all: readonly ProcessTimes[]): ProcessTimes[] =>
  all.filter(({ parent }) => parent === id).flatMap((child) => [child, ...descendants(child.id, all)]);

const before = measure();

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a destructuring pattern here
afterAll(({}, file) => {
  const after = measure();
  file.meta.cpu = {
    own: after.own - before.own,
    started: after.started - before.started,
    server: after.server - before.server,
  };
});
