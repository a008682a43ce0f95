// A branch as others are told of it.
import { Ancestors } from "../history/ancestors.ts";
import { knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitRecord, readCommit } from "./commit-record.ts";
import type { Protection } from "./protected-branches.ts";
import { BRANCHES, type Ref } from "./ref-store.ts";
import type { Repository } from "./repository.ts";

export interface BranchRecord {
  /** `feature/one` */
  readonly name: string;
  readonly commit: CommitRecord;
  /** Whether the default branch has all of it, and more. */
  readonly merged: boolean;
  /** Null for a branch that is not protected. */
  readonly protection: Protection | null;
}

/** Reads each commit once, and the history of the default branch once. @param refs branches */
export function branchRecords(repository: Repository, refs: readonly Ref[]): BranchRecord[] {
  const protections = repository.protectedBranches.all();
  const merged = mergedInto(repository);
  const commits = new Map<Oid, CommitRecord>();
  return refs.map(({ name: ref, oid }) => {
    const name = ref.slice(BRANCHES.length);
    const commit = commits.get(oid) ?? readCommit(repository, oid);
    commits.set(oid, commit);
    return { name, commit, merged: merged(oid), protection: protections.get(name) ?? null };
  });
}

/** Whether the default branch has all of a commit, and more. */
export function mergedInto({ refs, commits }: Repository): (oid: Oid) => boolean {
  const tip = refs.head === null ? null : (refs.get(refs.head)?.oid ?? null);
  if (tip === null) return () => false;
  const ancestors = new Ancestors(commits, [tip]);
  return (oid) => oid !== tip && ancestors.has(knownCommit(commits, oid).id);
}

/** @param name `feature/one`. Null when there is no such branch */
export function branchRecord(repository: Repository, name: string): BranchRecord | null {
  const ref = repository.refs.get(BRANCHES + name);
  return ref === null ? null : (branchRecords(repository, [ref])[0] ?? null);
}
