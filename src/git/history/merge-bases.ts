// The best common ancestors of two commits.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitGraph, type GraphCommit, knownCommit } from "./commit-graph.ts";
import { FlaggedWalk } from "./flagged-walk.ts";
import { Heap } from "./heap.ts";

const ofOne = 1;
const ofOther = 2;
const common = ofOne | ofOther;
const sideFlags = [ofOne, ofOther];
/** Below another common ancestor, so none of the best. */
const stale = 4;

/**
 * Common ancestors that are not ancestors of others: what `git merge-base --all` answers, in its order: newest
 * committer first, of equal ones the one first met.
 * Both commits are there, or this throws.
 */
export const mergeBases = (graph: CommitGraph, one: Oid, other: Oid, budget = unlimited()): Work<Oid[]> =>
  mergeBasesOfAll(graph, [one], [other], budget);

/** The same for merges that nobody committed: each is told by its parents. */
export function* mergeBasesOfAll(
  graph: CommitGraph,
  one: readonly Oid[],
  other: readonly Oid[],
  budget = unlimited(),
): Work<Oid[]> {
  const tips = [one, other].map((side) => side.map((oid) => knownCommit(graph, oid)));
  const walk = new FlaggedWalk(graph, stale);
  for (const [side, commits] of tips.entries()) for (const { id } of commits) walk.add(id, sideFlags[side] ?? 0);
  const bases: GraphCommit[] = [];
  for (let step = walk.next(); step !== null; step = walk.next()) {
    const { commit, flags } = step;
    if (flags === common) bases.push(commit);
    const inherited = (flags & common) === common ? common | stale : flags;
    for (const parent of commit.parents) walk.add(parent, inherited);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
  }
  const areTied = new Set(bases.map(({ time }) => time)).size < bases.length;
  const turns = areTied ? yield* meetingTurns(graph, tips, bases, budget) : new Map<number, number>();
  const turnOf = ({ id }: GraphCommit) => turns.get(id) ?? 0;
  return bases.sort((a, b) => b.time - a.time || turnOf(a) - turnOf(b)).map(({ oid }) => oid);
}

interface Waiting {
  readonly commit: Pick<GraphCommit, "id" | "time" | "parents">;
  readonly turn: number;
}

/** By id of the bases: in which turn git meets each of them, walking down from both sides by the committers' clocks. */
function* meetingTurns(
  graph: CommitGraph,
  tips: readonly GraphCommit[][],
  bases: readonly GraphCommit[],
  budget: Budget,
): Work<Map<number, number>> {
  const wanted = new Set(bases.map(({ id }) => id));
  const turns = new Map<number, number>();
  const flags = new Map<number, number>();
  const waiting = new Heap<Waiting>(
    (a, b) => a.commit.time > b.commit.time || (a.commit.time === b.commit.time && a.turn < b.turn),
  );
  let turn = 0;
  const reach = (commit: Waiting["commit"], reached: number) => {
    const before = flags.get(commit.id) ?? 0;
    if ((before & reached) === reached) return;
    flags.set(commit.id, before | reached);
    waiting.push({ commit, turn: turn++ });
  };
  for (const [side, commits] of tips.entries()) {
    const [first] = commits;
    // A merge that nobody committed is older than everything.
    const unborn = { id: -1 - side, time: 0, parents: commits.map(({ id }) => id) };
    reach(commits.length === 1 && first !== undefined ? first : unborn, sideFlags[side] ?? 0);
  }
  for (let next = waiting.pop(); next !== undefined && turns.size < wanted.size; next = waiting.pop()) {
    const { id, parents } = next.commit;
    const reached = flags.get(id) ?? 0;
    if (reached === common && wanted.has(id) && !turns.has(id)) turns.set(id, turns.size);
    for (const parent of parents) reach(graph.get(parent), reached);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
  }
  return turns;
}
