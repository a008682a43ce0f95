// Finds a branch that contains a commit.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import { type CommitGraph, knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";

export interface CommitLocation {
  readonly id: Oid;
  /** The first branch in bytewise order that contains the commit; null for none. */
  readonly branch: string | null;
}

/** Null for an unknown revision. */
export async function locateCommit(repository: Repository, revision: string): Promise<CommitLocation | null> {
  const oid = resolveCommit(repository, revision);
  return oid === null ? null : { id: oid, branch: await inSlices(firstBranchWith(repository, oid)) };
}

/** Walks each commit once, for any number of branches. */
function* firstBranchWith({ commits, refs }: Repository, oid: Oid): Work<string | null> {
  const { id } = knownCommit(commits, oid);
  const without = new Set<number>();
  const budget = unlimited();
  for (const ref of refs.list(BRANCHES)) {
    budget.spend(cost.row);
    const from = knownCommit(commits, ref.oid).id;
    if (yield* reaches(commits, { from, id, without }, budget)) return ref.name.slice(BRANCHES.length);
  }
  return null;
}

interface Search {
  readonly from: number;
  readonly id: number;
  /** Commits that do not reach it; commits that are walked without success are added. */
  readonly without: Set<number>;
}

function* reaches(graph: CommitGraph, { from, id, without }: Search, budget: Budget): Work<boolean> {
  const queue = [from];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === id) return true;
    // A commit's id is higher than its parents': commits with a lower id cannot lead to this one.
    if (next < id || without.has(next)) continue;
    without.add(next);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
    queue.push(...graph.get(next).parents);
  }
  return false;
}
