// Walks over the history return git's results for any committer times.
import { afterAll, expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { countAheadBehind } from "../../../src/git/history/ahead-behind.ts";
import { isAncestor } from "../../../src/git/history/ancestors.ts";
import { mergeBases } from "../../../src/git/history/merge-bases.ts";
import { reachable } from "../../../src/git/history/reachable.ts";
import { firstOf, type Walk } from "../../../src/git/history/walk.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import type { GitFolder } from "../git-folder.ts";
import { cases, Random } from "../random.ts";
import { type Clock, graphOf, type ListedGraph, randomCommits, straightLine } from "./commits.ts";

const histories = cases(12);
const QUERIES = 10;
const clocks: Clock[] = ["steady", "coarse", "skewed"];

const linesOf = (output: Buffer): string[] => output.toString().split("\n").filter(Boolean);

interface History {
  readonly seed: number;
  readonly folder: GitFolder;
  readonly graph: ListedGraph;
}

const byClock = new Map<Clock, History[]>();

/** Shared by all tests, which only read them. */
function historiesOf(clock: Clock): History[] {
  const made = byClock.get(clock) ?? Array.from({ length: histories }, (_, index) => history(index + 1, clock));
  byClock.set(clock, made);
  return made;
}

function history(seed: number, clock: Clock): History {
  const random = new Random(seed);
  const folder = randomCommits(random, 20 + random.below(60), clock);
  return { seed, folder, graph: graphOf(folder) };
}

afterAll(() => {
  for (const { folder } of [...byClock.values()].flat()) folder[Symbol.dispose]();
});

interface Query<Input> {
  readonly input: Input;
  /** Arguments of the git command. */
  readonly command: readonly string[];
}

interface Output<Input> extends History {
  readonly input: Input;
  readonly stdout: Buffer;
  readonly status: number | null;
}

/** Runs git on commits of the histories, and checks each output. */
function onCommits<Input, Result>(
  clock: Clock,
  queryOf: (random: Random, pick: () => Oid) => Query<Input>,
  check: (output: Output<Input>) => Result,
): Result[] {
  return historiesOf(clock).flatMap((history) => {
    const random = new Random(1000 + history.seed);
    const pick = () => random.pick(history.graph.commits).oid;
    const queries = random.times(QUERIES, () => queryOf(random, pick));
    const outputs = history.folder.tryAll(queries.map(({ command }) => command));
    return queries.map(({ input }, at) => {
      const { stdout, status } = outputs[at] ?? { stdout: Buffer.of(), status: null };
      return check({ ...history, input, stdout, status });
    });
  });
}

/** Queries of two commits. */
const ofPair =
  (commandOf: (one: Oid, other: Oid) => readonly string[]) =>
  (_: Random, pick: () => Oid): Query<readonly [Oid, Oid]> => {
    const [one, other] = [pick(), pick()];
    return { input: [one, other], command: commandOf(one, other) };
  };

/** Pairs of commits with their merge bases in git's order. */
const pairsOf = (clock: Clock) =>
  historiesOf(clock).flatMap(({ seed, folder, graph }) => {
    const random = new Random(1000 + seed);
    const pick = () => random.pick(graph.commits).oid;
    const pairs = random.times(QUERIES, () => [pick(), pick()] as const);
    const known = folder.mergeBasesOf(pairs);
    return pairs.map(([one, other], at) => ({ seed, graph, one, other, bases: known[at] ?? [] }));
  });

test.for(clocks)("with %s clocks the merge bases of two commits are git's, in its order", (clock) => {
  const counts = pairsOf(clock).map(({ seed, graph, one, other, bases }) => {
    expect(finish(mergeBases(graph, one, other)), `seed ${seed}`).toEqual(bases);
    return bases.length;
  });
  expect(new Set(counts)).toContain(0);
  expect(counts.some((count) => count > 1)).toBe(true);
});

test.for(clocks)("with %s clocks a commit is an ancestor if git says so", (clock) => {
  const answers = pairsOf(clock).map(({ seed, graph, one, other, bases }) => {
    const isBase = bases.includes(one);
    expect(finish(isAncestor(graph, one, other)), `seed ${seed}`).toBe(isBase);
    expect(finish(isAncestor(graph, one, one))).toBe(true);
    return isBase;
  });
  expect(new Set(answers)).toEqual(new Set([true, false]));
});

test.for(clocks)("with %s clocks two commits are as far ahead and behind as git counts", (clock) => {
  const queryOf = ofPair((one, other) => ["rev-list", "--count", "--left-right", `${one}...${other}`]);
  onCommits(clock, queryOf, ({ seed, graph, input: [one, other], stdout }) => {
    const { ahead, behind } = finish(countAheadBehind(graph, one, other));
    expect(`${ahead}\t${behind}\n`, `seed ${seed}`).toBe(stdout.toString());
  });
});

const shown = (walk: Walk) => finish(firstOf(walk, Number.POSITIVE_INFINITY));

test.for(clocks)("with %s clocks the log equals git's, including its order", (clock) => {
  const queryOf = (random: Random, pick: () => Oid) => {
    const tips = random.times(1 + random.below(3), pick);
    return { input: tips, command: ["rev-list", ...tips] };
  };
  onCommits(clock, queryOf, ({ seed, graph, input: tips, stdout, status }) => {
    const listed = shown(reachable(graph, tips)).map(({ oid }) => oid);
    expect({ status, listed }, `seed ${seed}`).toEqual({ status: 0, listed: linesOf(stdout) });
  });
});

test.for(clocks)("with %s clocks the log without some commits equals git's, including its order", (clock) => {
  const queryOf = (random: Random, pick: () => Oid) => {
    const tips = random.times(1 + random.below(3), pick);
    const except = random.times(1 + random.below(3), pick);
    return { input: { tips, except }, command: ["rev-list", ...tips, "--not", ...except] };
  };
  const lengths = onCommits(clock, queryOf, ({ seed, graph, input: { tips, except }, stdout, status }) => {
    const listed = shown(reachable(graph, tips, except)).map(({ oid }) => oid);
    expect({ status, listed }, `seed ${seed}`).toEqual({ status: 0, listed: linesOf(stdout) });
    return listed.length;
  });
  expect(lengths.filter((length) => length > 2).length).toBeGreaterThan(histories);
});

test("a page of a long log reads about a page of commits", () => {
  const graph = straightLine(50_000);
  const tip = graph.commits[49_999]?.oid ?? "";
  graph.reads = 0;
  const log = reachable(graph, [tip]);
  const page = Array.from({ length: 20 }, () => log.next().value?.id);
  expect(page).toEqual(Array.from({ length: 20 }, (_, index) => 49_999 - index));
  expect(graph.reads).toBe(20);
});

test("commits since a known one are found without reading older ones", () => {
  const graph = straightLine(50_000);
  const [old = "", tip = ""] = [graph.commits[49_989]?.oid, graph.commits[49_999]?.oid];
  graph.reads = 0;
  expect(shown(reachable(graph, [tip], [old]))).toHaveLength(10);
  expect(finish(mergeBases(graph, tip, old))).toEqual([old]);
  expect(finish(isAncestor(graph, old, tip))).toBe(true);
  expect(finish(countAheadBehind(graph, tip, old))).toEqual({ ahead: 10, behind: 0 });
  expect(graph.reads).toBeLessThan(60);
});

test("a walk from an unknown commit throws", () => {
  const graph = straightLine(2);
  const [tip = ""] = graph.commits.map(({ oid }) => oid);
  expect(() => finish(mergeBases(graph, tip, "f".repeat(40)))).toThrow("There is no commit");
});

test("every kind of long walk yields to other requests a few times", () => {
  const graph = straightLine(10_000);
  const [old = "", tip = ""] = [graph.commits[0]?.oid, graph.commits[9_999]?.oid];
  const pauses = (work: Iterator<unknown>) => {
    let count = 0;
    for (let next = work.next(); next.done !== true; next = work.next()) if (next.value === undefined) count += 1;
    return count;
  };
  for (const work of [
    isAncestor(graph, old, tip),
    mergeBases(graph, tip, old),
    countAheadBehind(graph, tip, old),
    reachable(graph, [tip]),
    reachable(graph, [old], [tip]),
  ]) {
    const count = pauses(work);
    expect(count).toBeGreaterThan(5);
    expect(count).toBeLessThan(50);
  }
});
