// The best common ancestors of two commits (merge bases).
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitGraph, type GraphCommit, knownCommit } from "./commit-graph.ts";
import { FlaggedWalk } from "./flagged-walk.ts";
import { Heap } from "./heap.ts";

const fromOne = 1;
const fromOther = 2;
const common = fromOne | fromOther;
const sideFlags = [fromOne, fromOther];
/** An ancestor of another common ancestor, so not a best one. */
const stale = 4;

/**
 * Common ancestors that are not ancestors of other common ancestors. Same result and order as `git merge-base --all`:
 * newest committer first; of equal times, the one git meets first.
 *
 * @throws Error when a commit does not exist
 */
export const mergeBases = (graph: CommitGraph, one: Oid, other: Oid, budget = unlimited()): Work<Oid[]> =>
  mergeBasesOfAll(graph, [one], [other], budget);

/** The same for virtual merge commits, each given by its parents. */
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

/** For each base's id, its turn in git's walk, which goes down from both sides by committer time. */
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
    // A virtual merge commit has time 0, so it is older than all others.
    const virtual = { id: -1 - side, time: 0, parents: commits.map(({ id }) => id) };
    reach(commits.length === 1 && first !== undefined ? first : virtual, sideFlags[side] ?? 0);
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
