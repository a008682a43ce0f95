// What a version of a merge request changes.
import { type Change, type Changes, changesBetween } from "../../diff/changes.ts";
import { knownCommit } from "../../history/commit-graph.ts";
import type { Oid } from "../../objects/oid.ts";
import type { Repository } from "../../repository/repository.ts";
import { inSlices } from "../../slices.ts";

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
  const { changes, overflow } = await renderChanges(repository, range);
  return { changes, overflow };
}

/** The same with its measures. */
export function renderChanges(repository: Repository, { base, head }: VersionRange): Promise<Changes> {
  const { commits, objects, renderedChanges } = repository;
  const [before, after] = [base === null ? null : knownCommit(commits, base).tree, knownCommit(commits, head).tree];
  return renderedChanges.get(`${before} ${after}`, () => inSlices(changesBetween(objects, before, after)));
}
