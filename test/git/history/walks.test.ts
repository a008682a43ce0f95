// Walks over the history answer what git answers, whatever the clocks of its committers did.
import { expect, test } from "vitest";
import { countAheadBehind } from "../../../src/git/history/ahead-behind.ts";
import { isAncestor } from "../../../src/git/history/ancestors.ts";
import { mergeBases } from "../../../src/git/history/merge-bases.ts";
import { reachable } from "../../../src/git/history/reachable.ts";
import type { Oid } from "../../../src/git/objects/oid.ts";
import type { GitFolder } from "../git-folder.ts";
import { cases, Random } from "../random.ts";
import { type Clock, graphOf, type ListedGraph, randomCommits, straightLine } from "./commits.ts";

const histories = cases(12);
const clocks: Clock[] = ["steady", "coarse", "skewed"];

const linesOf = (output: Buffer): string[] => output.toString().split("\n").filter(Boolean);

/** Runs a check on pairs of commits of histories of each kind. */
function onPairs(
  clock: Clock,
  pairs: number,
  check: (history: { folder: GitFolder; graph: ListedGraph; random: Random; pick(): Oid }) => unknown,
): unknown[] {
  return Array.from({ length: histories }, (_, index) => {
    const random = new Random(index + 1);
    using folder = randomCommits(random, 20 + random.below(60), clock);
    const graph = graphOf(folder);
    const pick = () => random.pick(graph.commits).oid;
    return random.times(pairs, () => check({ folder, graph, random, pick }));
  }).flat();
}

test.for(clocks)("with %s clocks the merge bases of two commits are git's, in its order", (clock) => {
  const counts = onPairs(clock, 10, ({ folder, graph, random, pick }) => {
    const [one, other] = [pick(), pick()];
    const { stdout } = folder.try(["merge-base", "--all", one, other]);
    const bases = mergeBases(graph, one, other);
    expect(bases, `seed ${random.seed}`).toEqual(linesOf(stdout));
    return bases.length;
  });
  expect(new Set(counts)).toContain(0);
  expect(counts.some((count) => Number(count) > 1)).toBe(true);
});

test.for(clocks)("with %s clocks a commit is another's ancestor when git says so", (clock) => {
  const answers = onPairs(clock, 10, ({ folder, graph, random, pick }) => {
    const [one, other] = [pick(), pick()];
    const { status } = folder.try(["merge-base", "--is-ancestor", one, other]);
    expect(isAncestor(graph, one, other), `seed ${random.seed}`).toBe(status === 0);
    expect(isAncestor(graph, one, one)).toBe(true);
    return status;
  });
  expect(new Set(answers)).toEqual(new Set([0, 1]));
});

test.for(clocks)("with %s clocks two commits are as far apart as git counts", (clock) => {
  onPairs(clock, 10, ({ folder, graph, random, pick }) => {
    const [one, other] = [pick(), pick()];
    const counted = folder.git(["rev-list", "--count", "--left-right", `${one}...${other}`]).toString();
    const { ahead, behind } = countAheadBehind(graph, one, other);
    expect(`${ahead}\t${behind}\n`, `seed ${random.seed}`).toBe(counted);
  });
});

test.for(clocks)("with %s clocks the log is git's, in its order", (clock) => {
  onPairs(clock, 10, ({ folder, graph, random, pick }) => {
    const tips = random.times(1 + random.below(3), pick);
    const listed = [...reachable(graph, tips)].map(({ oid }) => oid);
    expect(listed, `seed ${random.seed}`).toEqual(linesOf(folder.git(["rev-list", ...tips])));
  });
});

test.for(clocks)("with %s clocks the log without some commits is git's, in its order", (clock) => {
  const lengths = onPairs(clock, 10, ({ folder, graph, random, pick }) => {
    const tips = random.times(1 + random.below(3), pick);
    const except = random.times(1 + random.below(3), pick);
    const listed = [...reachable(graph, tips, except)].map(({ oid }) => oid);
    expect(listed, `seed ${random.seed}`).toEqual(linesOf(folder.git(["rev-list", ...tips, "--not", ...except])));
    return listed.length;
  });
  expect(lengths.filter((length) => Number(length) > 2).length).toBeGreaterThan(histories);
});

test("a page of a long log reads a page of commits", () => {
  const graph = straightLine(50_000);
  const tip = graph.commits[49_999]?.oid ?? "";
  graph.reads = 0;
  const log = reachable(graph, [tip]);
  const page = Array.from({ length: 20 }, () => log.next().value?.id);
  expect(page).toEqual(Array.from({ length: 20 }, (_, index) => 49_999 - index));
  expect(graph.reads).toBe(20);
});

test("what is new since a commit is found without reading what is older", () => {
  const graph = straightLine(50_000);
  const [old = "", tip = ""] = [graph.commits[49_989]?.oid, graph.commits[49_999]?.oid];
  graph.reads = 0;
  expect([...reachable(graph, [tip], [old])]).toHaveLength(10);
  expect(mergeBases(graph, tip, old)).toEqual([old]);
  expect(isAncestor(graph, old, tip)).toBe(true);
  expect(countAheadBehind(graph, tip, old)).toEqual({ ahead: 10, behind: 0 });
  expect(graph.reads).toBeLessThan(60);
});

test("a walk from a commit that is not there throws", () => {
  const graph = straightLine(2);
  const [tip = ""] = graph.commits.map(({ oid }) => oid);
  expect(() => mergeBases(graph, tip, "f".repeat(40))).toThrow("There is no commit");
});
