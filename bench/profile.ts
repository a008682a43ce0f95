// CPU profiles of the isolates of a local server: the Worker with its Durable Objects, and Miniflare's own, such as D1's.
import { InspectorSession, inspectorTargets } from "./inspector.ts";

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds since the previous sample. */
  readonly timeDeltas: readonly number[];
}

/** Microseconds between samples. */
const INTERVAL = 200;
/** Functions per isolate in the text. */
const MOST_SHOWN = 45;
const IDLE = new Set(["(idle)"]);

/**
 * @param run the work
 * @returns for each isolate its functions by their own time, and by the time with what they call
 */
export async function profiled(inspector: URL, run: () => Promise<unknown>): Promise<string> {
  const sessions: InspectorSession[] = [];
  for (const target of await inspectorTargets(inspector)) sessions.push(await InspectorSession.open(target));
  for (const session of sessions) {
    await session.call("Profiler.enable");
    await session.call("Profiler.setSamplingInterval", { interval: INTERVAL });
    await session.call("Profiler.start");
  }
  await run();
  const texts: string[] = [];
  for (const session of sessions) {
    const { profile } = (await session.call("Profiler.stop")) as { profile: Profile };
    texts.push(`${session.name}\n${textOf(profile)}`);
    session.close();
  }
  return texts.join("\n");
}

function textOf({ nodes, samples, timeDeltas }: Profile): string {
  const own = new Map<number, number>();
  samples.forEach((id, at) => {
    own.set(id, (own.get(id) ?? 0) + (timeDeltas[at] ?? 0));
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [ownTimes, allTimes] = [new Map<string, number>(), new Map<string, number>()];
  const visit = (id: number, above: readonly string[]): number => {
    const node = byId.get(id);
    if (node === undefined) return 0;
    const { functionName, url, lineNumber } = node.callFrame;
    const name = `${functionName || "(anonymous)"} ${url.split("/").at(-1) ?? ""}:${lineNumber + 1}`;
    const self = IDLE.has(functionName) ? 0 : (own.get(id) ?? 0);
    const inside = [...above, name];
    const total = self + (node.children ?? []).reduce((sum, child) => sum + visit(child, inside), 0);
    ownTimes.set(name, (ownTimes.get(name) ?? 0) + self);
    if (!above.includes(name)) allTimes.set(name, (allTimes.get(name) ?? 0) + total);
    return total;
  };
  const all = nodes[0] === undefined ? 0 : visit(nodes[0].id, []);
  const list = (times: Map<string, number>) =>
    [...times]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, MOST_SHOWN)
      .filter(([, time]) => time > all / 200)
      .map(([name, time]) => `  ${(time / 1000).toFixed(1).padStart(9)} ms  ${name}`)
      .join("\n");
  return `${(all / 1000).toFixed(1)} ms busy\n own\n${list(ownTimes)}\n with callees\n${list(allTimes)}`;
}
