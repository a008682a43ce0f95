// What a version of a merge request changes.
import type { Change, Changes } from "../../diff/changes.ts";
import { knownCommit } from "../../history/commit-graph.ts";
import type { Oid } from "../../objects/oid.ts";
import { renderChanges } from "../../repository/rendered-changes.ts";
import type { Repository } from "../../repository/repository.ts";

export interface VersionRange {
  /** Where the two branches parted; null for branches that have nothing in common. */
  readonly base: Oid | null;
  readonly head: Oid;
}

export interface VersionChanges {
  readonly changes: readonly Change[];
  /** A limit was reached, so that not every patch is whole. */
  readonly overflow: boolean;
}

/** Both commits are there, or this throws. */
export async function versionChanges(repository: Repository, range: VersionRange): Promise<VersionChanges> {
  const { changes, overflow } = await changesOfVersion(repository, range);
  return { changes, overflow };
}

/** The same with its measures. */
export function changesOfVersion(repository: Repository, { base, head }: VersionRange): Promise<Changes> {
  const { commits } = repository;
  return renderChanges(
    repository,
    base === null ? null : knownCommit(commits, base).tree,
    knownCommit(commits, head).tree,
  );
}
