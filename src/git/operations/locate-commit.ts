// Where a commit is.
import { type CommitGraph, knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";

export interface CommitLocation {
  readonly id: Oid;
  /** The first branch by name, byte by byte, that has the commit; null when none has it. */
  readonly branch: string | null;
}

/** Null for a revision that is none. */
export function locateCommit(repository: Repository, revision: string): CommitLocation | null {
  const oid = resolveCommit(repository, revision);
  return oid === null ? null : { id: oid, branch: firstBranchWith(repository, oid) };
}

/** Walks each commit once, however many branches there are. */
function firstBranchWith({ commits, refs }: Repository, oid: Oid): string | null {
  const { id } = knownCommit(commits, oid);
  const without = new Set<number>();
  const found = refs.list(BRANCHES).find((ref) => reaches(commits, knownCommit(commits, ref.oid).id, id, without));
  return found?.name.slice(BRANCHES.length) ?? null;
}

/** @param without commits that do not reach it; it grows by those that are walked in vain */
function reaches(graph: CommitGraph, from: number, id: number, without: Set<number>): boolean {
  const ahead = [from];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === id) return true;
    // Nobody with a lower id can have this one for a parent.
    if (next < id || without.has(next)) continue;
    without.add(next);
    ahead.push(...graph.get(next).parents);
  }
  return false;
}
