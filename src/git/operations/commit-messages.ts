// What commits say, for whoever looks for what they speak of.
import { reachable } from "../history/reachable.ts";
import type { Oid } from "../objects/oid.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { inSlices } from "../slices.ts";
import { type BranchAndLevel, mayMergeInto } from "./merge-requests/may-merge-into.ts";
import { summariseCommits } from "./summarise-commits.ts";

export interface MessageRange {
  readonly head: Oid;
  /** What is there already. */
  readonly except: Oid;
  /** Of so many commits, the newest; of as many as can be told where it is not given. */
  readonly limit?: number;
}

export interface CommitMessage {
  readonly id: Oid;
  readonly message: string;
}

/** The newest first, as `git rev-list except..head`; none where either is not there. */
export async function commitMessages(
  repository: Repository,
  { head, except, limit }: MessageRange,
): Promise<CommitMessage[]> {
  const { commits } = repository;
  if (commits.find(except) === null || commits.find(head) === null) return [];
  const summaries = await inSlices(summariseCommits(repository, reachable(commits, [head], [except]), limit));
  return summaries.commits.map(({ id, message }) => ({ id, message }));
}

/** Of the commits that a merge would bring to a branch; null for who may not merge into it. */
export async function messagesToMerge(
  repository: Repository,
  { head, branch, level }: BranchAndLevel & { readonly head: Oid | null },
): Promise<CommitMessage[] | null> {
  if (!mayMergeInto(repository, { branch, level })) return null;
  const tip = repository.refs.get(BRANCHES + branch)?.oid;
  return tip === undefined || head === null ? [] : await commitMessages(repository, { head, except: tip });
}
