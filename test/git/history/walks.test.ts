// Walks over the history return git's results for any committer times.
import { afterAll, expect, test } from "vitest";
import { finish } from "../../../src/git/budget.ts";
import { countAheadBehind } from "../../../src/git/history/ahead-behind.ts";
import { isAncestor } from "../../../src/git/history/ancestors.ts";
import { mergeBases } from "../../../src/git/history/merge-bases.ts";
import { reachable } from "../../../src/git/history/reachable.ts";
import { firstOf, type Walk } from "../../../src/git/history/walk.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import { cases, isSample } from "../../support/sample.ts";
import type { GitFolder } from "../git-folder.ts";
import { Random } from "../random.ts";
import { type Clock, type ListedGraph, straightLine, unrelatedHistories } from "./commits.ts";

/** Among fewer with skewed clocks, no commits have several merge bases. */
const histories = cases(12, 8);
/** Of each history. */
const PAIRS = 10;
/** Of each history: one of all histories takes a process. */
const QUERIES = isSample ? 5 : 10;
const clocks: Clock[] = ["steady", "coarse", "skewed"];

const linesOf = (output: Buffer): string[] => output.toString().split("\n").filter(Boolean);

interface History {
  readonly seed: number;
  readonly graph: ListedGraph;
}

/** Histories that share no commits, and a folder with all of them. */
interface Histories {
  readonly folder: GitFolder;
  readonly all: readonly History[];
  /** The history of a commit. */
  readonly having: ReadonlyMap<Oid, History>;
}

const byClock = new Map<Clock, Histories>();

/** Shared by all tests, which only read them. */
function historiesOf(clock: Clock): Histories {
  const made = byClock.get(clock) ?? makeHistories(clock);
  byClock.set(clock, made);
  return made;
}

function makeHistories(clock: Clock): Histories {
  const shapes = Array.from({ length: histories }, (_, index) => {
    const random = new Random(index + 1);
    return { random, commits: 20 + random.below(60), clock };
  });
  const { folder, graphs } = unrelatedHistories(shapes);
  const all = graphs.map((graph, index): History => ({ seed: index + 1, graph }));
  const having = new Map(all.flatMap((history) => history.graph.commits.map(({ oid }) => [oid, history])));
  return { folder, all, having };
}

afterAll(() => {
  for (const { folder } of byClock.values()) folder[Symbol.dispose]();
});

interface Query<Input> {
  readonly input: Input;
  /** For `git rev-list`. */
  readonly revisions: readonly string[];
}

interface Answer<Input> extends History {
  readonly input: Input;
  /** What git lists. */
  readonly lines: readonly string[];
}

/**
 * Asks `git rev-list` about commits of the histories, and checks each answer. One process answers a query of each
 * history: the list of all of them has the commits of each, in its order.
 */
function onCommits<Input, Result>(
  clock: Clock,
  options: readonly string[],
  queryOf: (random: Random, pick: () => Oid) => Query<Input>,
  check: (answer: Answer<Input>) => Result,
): Result[] {
  const { folder, all, having } = historiesOf(clock);
  const asked = all.map((history) => {
    const random = new Random(1000 + history.seed);
    const pick = () => random.pick(history.graph.commits).oid;
    return { history, queries: random.times(QUERIES, () => queryOf(random, pick)) };
  });
  const commands = Array.from({ length: QUERIES }, (_, at) => {
    const revisions = asked.flatMap(({ queries }) => queries[at]?.revisions ?? []);
    return ["rev-list", ...options, ...revisions];
  });
  const listed = folder
    .gitAll(commands)
    .map((output) => Map.groupBy(linesOf(output), (line) => having.get(line.slice(-40))));
  return asked.flatMap(({ history, queries }) =>
    queries.map(({ input }, at) => check({ ...history, input, lines: listed[at]?.get(history) ?? [] })),
  );
}

/** Pairs of commits with their merge bases in git's order. */
function pairsOf(clock: Clock) {
  const { folder, all } = historiesOf(clock);
  const pairs = all.flatMap(({ seed, graph }) => {
    const random = new Random(1000 + seed);
    const pick = () => random.pick(graph.commits).oid;
    return random.times(PAIRS, () => ({ seed, graph, one: pick(), other: pick() }));
  });
  const known = folder.mergeBasesOf(pairs.map(({ one, other }) => [one, other] as const));
  return pairs.map((pair, at) => ({ ...pair, bases: known[at] ?? [] }));
}

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
  const queryOf = (_: Random, pick: () => Oid): Query<readonly [Oid, Oid]> => {
    const [one, other] = [pick(), pick()];
    return { input: [one, other], revisions: [`${one}...${other}`] };
  };
  onCommits(clock, ["--left-right"], queryOf, ({ seed, graph, input: [one, other], lines }) => {
    const count = (side: string) => lines.filter((line) => line.startsWith(side)).length;
    const wanted = { ahead: count("<"), behind: count(">") };
    expect(finish(countAheadBehind(graph, one, other)), `seed ${seed}`).toEqual(wanted);
  });
});

const shown = (walk: Walk) => finish(firstOf(walk, Number.POSITIVE_INFINITY));

test.for(clocks)("with %s clocks the log equals git's, including its order", (clock) => {
  const queryOf = (random: Random, pick: () => Oid) => {
    const tips = random.times(1 + random.below(3), pick);
    return { input: tips, revisions: tips };
  };
  onCommits(clock, [], queryOf, ({ seed, graph, input: tips, lines }) => {
    const listed = shown(reachable(graph, tips)).map(({ oid }) => oid);
    expect(listed, `seed ${seed}`).toEqual(lines);
  });
});

test.for(clocks)("with %s clocks the log without some commits equals git's, including its order", (clock) => {
  const queryOf = (random: Random, pick: () => Oid) => {
    const tips = random.times(1 + random.below(3), pick);
    const except = random.times(1 + random.below(3), pick);
    return { input: { tips, except }, revisions: [...tips, ...except.map((oid) => `^${oid}`)] };
  };
  const lengths = onCommits(clock, [], queryOf, ({ seed, graph, input: { tips, except }, lines }) => {
    const listed = shown(reachable(graph, tips, except)).map(({ oid }) => oid);
    expect(listed, `seed ${seed}`).toEqual(lines);
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
