// The changes of a version of a merge request.
import type { Change, Changes } from "../../diff/changes.ts";
import { knownCommit } from "../../history/commit-graph.ts";
import type { Oid } from "../../objects/oid.ts";
import { renderChanges } from "../../repository/rendered-changes.ts";
import type { Repository } from "../../repository/repository.ts";

export interface VersionRange {
  /** Merge base; null without a common commit. */
  readonly base: Oid | null;
  readonly head: Oid;
}

export interface VersionChanges {
  readonly changes: readonly Change[];
  /** True if a limit was reached, so that patches are cut. */
  readonly overflow: boolean;
}

/** @throws Error when a commit does not exist */
export async function versionChanges(repository: Repository, range: VersionRange): Promise<VersionChanges> {
  const { changes, overflow } = await changesOfVersion(repository, range);
  return { changes, overflow };
}

/** The same with the totals of lines and bytes. */
export function changesOfVersion(repository: Repository, { base, head }: VersionRange): Promise<Changes> {
  const { commits } = repository;
  return renderChanges(
    repository,
    base === null ? null : knownCommit(commits, base).tree,
    knownCommit(commits, head).tree,
  );
}
