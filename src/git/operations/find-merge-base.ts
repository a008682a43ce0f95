// Finds the best common ancestor of commits.
import { mergeBasesOfAll } from "../history/merge-bases.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";

export type MergeBase =
  | { readonly kind: "found"; readonly commit: CommitRecord }
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly revisions: readonly string[] };

/** As `git merge-base`: that of the first revision and the merge of the others. */
export async function findMergeBase(repository: Repository, revisions: readonly string[]): Promise<MergeBase> {
  const found = revisions.map((revision) => resolveCommit(repository, revision));
  const unknown = revisions.filter((_, at) => found[at] === null);
  if (unknown.length > 0) return { kind: "unknown", revisions: unknown };
  const [first = "", ...others] = found.filter((oid) => oid !== null);
  const [base] = await inSlices(mergeBasesOfAll(repository.commits, [first], others));
  return base === undefined ? { kind: "none" } : { kind: "found", commit: readCommit(repository, base) };
}
