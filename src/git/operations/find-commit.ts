// Reads a single commit, its statistics and its changes.
import type { ChangedLines, Changes } from "../diff/changes.ts";
import { knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import { countLines, renderChanges } from "../repository/rendered-changes.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";

export interface CommitWithStats {
  readonly commit: CommitRecord;
  readonly stats: ChangedLines;
}

/** Null for an unknown revision. */
export async function findCommit(repository: Repository, revision: string): Promise<CommitWithStats | null> {
  const oid = resolveCommit(repository, revision);
  return oid === null ? null : await commitWithStats(repository, oid);
}

/** @throws Error when the commit does not exist */
export async function commitWithStats(repository: Repository, oid: Oid): Promise<CommitWithStats> {
  const { before, after } = treesOf(repository, oid);
  return {
    commit: readCommit(repository, oid),
    stats: await countLines(repository, before, after),
  };
}

/** Changes against the first parent, or against the empty tree; null for an unknown revision. */
export async function diffCommit(repository: Repository, revision: string): Promise<Changes | null> {
  const oid = resolveCommit(repository, revision);
  if (oid === null) return null;
  const { before, after } = treesOf(repository, oid);
  return await renderChanges(repository, before, after);
}

export function treesOf({ commits }: Repository, oid: Oid): { before: Oid | null; after: Oid } {
  const { tree, parents } = knownCommit(commits, oid);
  const [parent] = parents;
  return { before: parent === undefined ? null : commits.get(parent).tree, after: tree };
}
