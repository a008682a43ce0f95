// Commit messages, for callers that search them for references.
import { reachable } from "../history/reachable.ts";
import type { Oid } from "../objects/oid.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { inSlices } from "../slices.ts";
import { type BranchAndLevel, mayMergeInto } from "./merge-requests/may-merge-into.ts";
import { summariseCommits } from "./summarise-commits.ts";

export interface MessageRange {
  readonly head: Oid;
  /** Excludes this commit and its ancestors. */
  readonly except: Oid;
  /** Maximum number of commits; by default as many as fit a message between isolates. */
  readonly limit?: number;
}

export interface CommitMessage {
  readonly id: Oid;
  readonly message: string;
}

/** The commits of `git rev-list except..head`, newest first; none if either commit does not exist. */
export async function commitMessages(
  repository: Repository,
  { head, except, limit }: MessageRange,
): Promise<CommitMessage[]> {
  const { commits } = repository;
  if (commits.find(except) === null || commits.find(head) === null) return [];
  const summaries = await inSlices(summariseCommits(repository, reachable(commits, [head], [except]), limit));
  return summaries.commits.map(({ id, message }) => ({ id, message }));
}

/** The messages of the commits that a merge would add to a branch; null if the level does not allow the merge. */
export async function messagesToMerge(
  repository: Repository,
  { head, branch, level }: BranchAndLevel & { readonly head: Oid | null },
): Promise<CommitMessage[] | null> {
  if (!mayMergeInto(repository, { branch, level })) return null;
  const tip = repository.refs.get(BRANCHES + branch)?.oid;
  return tip === undefined || head === null ? [] : await commitMessages(repository, { head, except: tip });
}
