// A branch as callers outside the repository receive it.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import { Ancestors } from "../history/ancestors.ts";
import { knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import type { CommitRecord } from "./commit-record.ts";
import { FittingCommits } from "./fitting-commits.ts";
import type { Protection } from "./protected-branches.ts";
import { BRANCHES, type Ref } from "./ref-store.ts";
import type { Repository } from "./repository.ts";

export interface BranchRecord {
  /** Short name, such as `feature/one`. */
  readonly name: string;
  readonly commit: CommitRecord;
  /** True if the default branch contains the tip and is ahead of it. */
  readonly merged: boolean;
  /** Null for an unprotected branch. */
  readonly protection: Protection | null;
}

/** Reads each commit once, and the default branch's history once. @param refs branches */
export function* branchRecords(repository: Repository, refs: readonly Ref[]): Work<BranchRecord[]> {
  const protections = repository.protectedBranches.all();
  const budget = unlimited();
  const isMerged = mergedInto(repository, budget);
  const fitting = new FittingCommits(repository);
  const commits = new Map<Oid, CommitRecord>();
  const records: BranchRecord[] = [];
  for (const { name: ref, oid } of refs) {
    const name = ref.slice(BRANCHES.length);
    const commit = commits.get(oid) ?? fitting.read(oid);
    commits.set(oid, commit);
    records.push({ name, commit, merged: yield* isMerged(oid), protection: protections.get(name) ?? null });
    budget.spend(2 * cost.row);
    if (budget.endsSlice()) yield;
  }
  return records;
}

/** A test whether the default branch contains a commit and is ahead of it. */
export function mergedInto({ refs, commits }: Repository, budget: Budget): (oid: Oid) => Work<boolean> {
  const tip = refs.head === null ? null : (refs.get(refs.head)?.oid ?? null);
  const ancestors = new Ancestors(commits, tip === null ? [] : [tip], budget);
  return function* (oid) {
    return oid !== tip && (yield* ancestors.has(knownCommit(commits, oid).id));
  };
}

/** @param name short name, such as `feature/one` @returns null when the branch does not exist */
export function* branchRecord(repository: Repository, name: string): Work<BranchRecord | null> {
  const ref = repository.refs.get(BRANCHES + name);
  const [record = null] = ref === null ? [] : yield* branchRecords(repository, [ref]);
  return record;
}
