// Merges what a merge request proposes into its target branch, always as a commit of two parents.
import { type CommitsOutcome, mergeCommits } from "../../merge/merge-commits.ts";
import { mergeBudget } from "../../merge/merge-trees.ts";
import type { Oid } from "../../objects/oid.ts";
import { commitToBranch, identAt, type Person } from "../../repository/commit-to-branch.ts";
import type { Repository } from "../../repository/repository.ts";
import { StagedObjects } from "../../repository/staged-objects.ts";
import type { Pusher } from "../../repository/update-refs.ts";
import { inSlices } from "../../slices.ts";
import { mayMergeInto } from "./may-merge-into.ts";
import { branchTip, findSource, type Proposal } from "./proposal.ts";

export interface Acceptance {
  readonly mergeRequestId: number;
  readonly proposal: Proposal;
  /** What whoever accepts has seen; null when they do not say. */
  readonly expectedHead: string | null;
  /** Of the newest version. */
  readonly recordedHead: Oid | null;
  readonly pusher: Pusher;
  /** Who accepts: author and committer of the merge. */
  readonly committer: Person;
  /** Taken as it is. */
  readonly message: string;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  /** JSON; told together with the merge. */
  readonly options: unknown;
}

export type AcceptOutcome =
  /** `already_merged`: by another acceptance of the same merge request, whose commit it is. */
  | { readonly kind: "merged" | "already_merged"; readonly commit: Oid }
  | { readonly kind: "not_allowed" | "branch_missing" | "no_commits" | "conflict" }
  /** Merging is beyond the budget of a merge. */
  | { readonly kind: "too_much" }
  /** The source branch is not what the newest version has, or not what was expected. */
  | { readonly kind: "sha_mismatch" }
  /** What a push would be refused for, in the words of `git fsck`: a message with a NUL, say. */
  | { readonly kind: "bad_object"; readonly text: string };

export async function acceptMergeRequest(repository: Repository, params: Acceptance): Promise<AcceptOutcome> {
  const { tip } = await findSource(repository, params.proposal);
  return merge(repository, params, tip);
}

/**
 * The merge is worked out in slices. Whatever comes between reading the target branch and moving it makes this begin
 * anew, with what is left of its budget.
 */
async function merge(repository: Repository, params: Acceptance, tip: Oid | null): Promise<AcceptOutcome> {
  const { commits, objects } = repository;
  const { expectedHead, recordedHead } = params;
  const budget = mergeBudget();
  let sides = sidesToMerge(repository, params, tip);
  while (!("kind" in sides)) {
    const { target, head } = sides;
    const staged = new StagedObjects(objects);
    const merged = await inSlices(mergeCommits(staged, commits, target, head, budget));
    if (merged.kind === "too_much") console.warn(`Merging ${head} into ${target} is beyond the budget of a merge`);
    if (merged.kind !== "merged") return { kind: refusals[merged.kind] };
    await inSlices(staged.prepare());
    if (head !== recordedHead || head !== (expectedHead ?? head)) return { kind: "sha_mismatch" };
    sides = sidesToMerge(repository, params, tip);
    const isCurrent = !("kind" in sides) && sides.target === target;
    if (isCurrent) return commitMerge(repository, staged, params, { tree: merged.tree, target, head });
  }
  return sides;
}

interface MergeSides {
  readonly target: Oid;
  readonly head: Oid;
}

/** What is to be merged at this moment, or why nothing is. */
function sidesToMerge(repository: Repository, params: Acceptance, head: Oid | null): MergeSides | AcceptOutcome {
  const { commits, merges } = repository;
  const { mergeRequestId, proposal, pusher } = params;
  const { targetBranch } = proposal;
  if (!mayMergeInto(repository, { branch: targetBranch, level: pusher.level })) return { kind: "not_allowed" };
  const before = merges.find(mergeRequestId);
  if (before !== null) return { kind: "already_merged", commit: before };
  const target = branchTip(repository, targetBranch);
  if (head === null || target === null) return { kind: "branch_missing" };
  // the fork has moved on, and the version that tells of it is still to come
  if (commits.find(head) === null) return { kind: "sha_mismatch" };
  return { target, head };
}

const refusals = {
  already_merged: "no_commits",
  conflicts: "conflict",
  too_much: "too_much",
  unrelated: "conflict",
} as const satisfies Record<Exclude<CommitsOutcome["kind"], "merged">, AcceptOutcome["kind"]>;

interface MergedTree extends MergeSides {
  readonly tree: Oid;
}

/** Nothing comes between this and finding the target branch where it is: all of this is synchronous. */
function commitMerge(
  repository: Repository,
  staged: StagedObjects,
  params: Acceptance,
  { tree, target, head }: MergedTree,
): AcceptOutcome {
  const { mergeRequestId, proposal, pusher, committer, message, at, options } = params;
  const { merges, outbox } = repository;
  const ident = identAt(committer, at);
  const result = commitToBranch(repository, staged, {
    branch: proposal.targetBranch,
    tip: target,
    commit: { tree, parents: [target, head], author: ident, committer: ident, extraHeaders: [], message },
    pusher,
    at,
    via: "merge",
    record(commit) {
      merges.add(mergeRequestId, commit);
      outbox.add({ kind: "merged", mergeRequestId, commit, userId: pusher.userId, options, at });
    },
  });
  return result.kind === "committed" ? { kind: "merged", commit: result.oid } : result;
}
