// Where a commit is.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import { type CommitGraph, knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";

export interface CommitLocation {
  readonly id: Oid;
  /** The first branch by name, byte by byte, that has the commit; null when none has it. */
  readonly branch: string | null;
}

/** Null for a revision that is none. */
export async function locateCommit(repository: Repository, revision: string): Promise<CommitLocation | null> {
  const oid = resolveCommit(repository, revision);
  return oid === null ? null : { id: oid, branch: await inSlices(firstBranchWith(repository, oid)) };
}

/** Walks each commit once, however many branches there are. */
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
  /** Commits that do not reach it; it grows by those that are walked in vain. */
  readonly without: Set<number>;
}

function* reaches(graph: CommitGraph, { from, id, without }: Search, budget: Budget): Work<boolean> {
  const ahead = [from];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === id) return true;
    // Nobody with a lower id can have this one for a parent.
    if (next < id || without.has(next)) continue;
    without.add(next);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
    ahead.push(...graph.get(next).parents);
  }
  return false;
}
