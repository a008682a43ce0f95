// The commits that a version of a merge request proposes.
import { reachable } from "../../history/reachable.ts";
import type { Oid } from "../../objects/oid.ts";
import { type CommitRecord, readCommit } from "../../repository/commit-record.ts";
import type { Repository } from "../../repository/repository.ts";

/** What fits between two isolates, 32 MB, with room to spare for long messages. */
const MOST_COMMITS = 10_000;

/** The newest first, as `git rev-list start..head`; the newest 10,000. Both commits are there, or this throws. */
export function mergeRequestCommits(
  repository: Repository,
  { head, start }: { readonly head: Oid; readonly start: Oid },
): CommitRecord[] {
  const found = reachable(repository.commits, [head], [start]).take(MOST_COMMITS);
  return [...found.map(({ oid }) => readCommit(repository, oid))];
}
