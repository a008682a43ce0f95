// Merges a merge request into its target branch, always with a merge commit.
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
  /** Head of the source branch that the actor has seen; null if the request does not state it. */
  readonly expectedHead: string | null;
  /** Head of the newest version. */
  readonly recordedHead: Oid | null;
  readonly pusher: Pusher;
  /** The actor: author and committer of the merge commit. */
  readonly committer: Person;
  /** Used unchanged. */
  readonly message: string;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  /** JSON, delivered with the merged event. */
  readonly options: unknown;
}

export type AcceptOutcome =
  /** `already_merged`: by another acceptance of the same merge request, with that commit. */
  | { readonly kind: "merged" | "already_merged"; readonly commit: Oid }
  | { readonly kind: "not_allowed" | "branch_missing" | "no_commits" | "conflict" }
  /** The merge exceeds its budget. */
  | { readonly kind: "too_much" }
  /** The head of the source branch differs from the newest version, or from `expectedHead`. */
  | { readonly kind: "sha_mismatch" }
  /** A push with this object would be refused; the text is that of `git fsck`. Example: a message with a NUL. */
  | { readonly kind: "bad_object"; readonly text: string };

export async function acceptMergeRequest(repository: Repository, params: Acceptance): Promise<AcceptOutcome> {
  const { tip } = await findSource(repository, params.proposal);
  return merge(repository, params, tip);
}

/**
 * Computes the merge in slices, and again with the remaining budget if the target branch or its protection changes
 * meanwhile.
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
    if (merged.kind === "too_much") console.warn(`Merging ${head} into ${target} exceeds the budget of a merge`);
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

/** The two commits to merge now, or the outcome if the merge is refused. */
function sidesToMerge(repository: Repository, params: Acceptance, head: Oid | null): MergeSides | AcceptOutcome {
  const { commits, merges } = repository;
  const { mergeRequestId, proposal, pusher } = params;
  const { targetBranch } = proposal;
  if (!mayMergeInto(repository, { branch: targetBranch, level: pusher.level })) return { kind: "not_allowed" };
  const before = merges.find(mergeRequestId);
  if (before !== null) return { kind: "already_merged", commit: before };
  const target = branchTip(repository, targetBranch);
  if (head === null || target === null) return { kind: "branch_missing" };
  // The fork has moved on, and the version for it is not recorded yet.
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

/** Synchronous, so that the target branch is still at `target`. */
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
