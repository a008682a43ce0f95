// Merges a merge request into its target branch, always with a merge commit: of the source branch, or of one commit that
// its commits are squashed into.
import { type CommitsOutcome, mergeCommits } from "../../merge/merge-commits.ts";
import { mergeBudget } from "../../merge/merge-trees.ts";
import { type Commit, serialiseCommit } from "../../objects/commit.ts";
import type { Oid } from "../../objects/oid.ts";
import { commitToBranch, identAt, type Person } from "../../repository/commit-to-branch.ts";
import type { Repository } from "../../repository/repository.ts";
import { StagedObjects } from "../../repository/staged-objects.ts";
import type { Pusher } from "../../repository/update-refs.ts";
import { inSlices } from "../../slices.ts";
import { mayMergeInto } from "./may-merge-into.ts";
import { branchTip, findSource, type Proposal } from "./proposal.ts";
import { isSquashed, type Squash } from "./squash.ts";

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
  /** Null to merge the commits as they are. */
  readonly squash: Squash | null;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  /** JSON, delivered with the merged event. */
  readonly options: unknown;
}

export type AcceptOutcome =
  /** `squashCommit`: the merged commit if a squash was requested, otherwise null. */
  | { readonly kind: "merged"; readonly commit: Oid; readonly squashCommit: Oid | null }
  /** By another acceptance of the same merge request, with that commit. */
  | { readonly kind: "already_merged"; readonly commit: Oid }
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
    const isRedundant = params.squash !== null && (await inSlices(isSquashed(repository, target, head, params.squash)));
    if (head !== recordedHead || head !== (expectedHead ?? head)) return { kind: "sha_mismatch" };
    sides = sidesToMerge(repository, params, tip);
    const isCurrent = !("kind" in sides) && sides.target === target;
    if (isCurrent) return commitMerge(repository, staged, params, { tree: merged.tree, target, head, isRedundant });
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
  /** True if squashing would only repeat the head. */
  readonly isRedundant: boolean;
}

/** Synchronous, so that the target branch is still at `target`. */
function commitMerge(
  repository: Repository,
  staged: StagedObjects,
  params: Acceptance,
  { tree, target, head, isRedundant }: MergedTree,
): AcceptOutcome {
  const { mergeRequestId, proposal, pusher, squash, message, at, options } = params;
  const { merges, outbox } = repository;
  const committer = identAt(params.committer, at);
  const made = (parents: readonly Oid[], author: Person, text: string): Commit => {
    return { tree, parents, author: identAt(author, at), committer, extraHeaders: [], message: text };
  };
  const squashed = squash === null || isRedundant ? null : made([target], squash.author, squash.message);
  const merged = squashed === null ? head : staged.add("commit", serialiseCommit(squashed));
  const squashCommit = squash === null ? null : merged;
  const result = commitToBranch(repository, staged, {
    branch: proposal.targetBranch,
    tip: target,
    commit: made([target, merged], params.committer, message),
    below: squashed === null ? [] : [[merged, squashed]],
    pusher,
    at,
    via: "merge",
    record(commit) {
      merges.add(mergeRequestId, commit);
      const event = { mergeRequestId, commit, squashCommit, userId: pusher.userId, options, at };
      outbox.add({ kind: "merged", ...event });
    },
  });
  return result.kind === "committed" ? { kind: "merged", commit: result.oid, squashCommit } : result;
}
