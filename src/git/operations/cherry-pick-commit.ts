// Cherry-picks a commit to a branch, or reverts it there.
import { knownCommit } from "../history/commit-graph.ts";
import { cherryPick, revert } from "../merge/cherry-pick.ts";
import { mergeBudget } from "../merge/merge-trees.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import { commitToBranch, identAt, type Person } from "../repository/commit-to-branch.ts";
import { mayPush } from "../repository/protected-branches.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { StagedObjects } from "../repository/staged-objects.ts";
import type { Pusher } from "../repository/update-refs.ts";
import { inSlices } from "../slices.ts";
import { branchTip } from "./merge-requests/proposal.ts";

export interface CherryPick {
  /** The commit to pick; for a merge, its change against the first parent. */
  readonly revision: string;
  /** Short name, such as `main`. */
  readonly branch: string;
  /** True to revert the commit. */
  readonly isRevert?: boolean;
  /** True to commit nothing. */
  readonly isDryRun?: boolean;
  /** Of the new commit; empty for git's. */
  readonly message?: string;
  readonly committer: Person;
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

export type CherryPickOutcome =
  | { readonly kind: "picked"; readonly commit: CommitRecord }
  /** The end of a dry run. */
  | { readonly kind: "possible" }
  | { readonly kind: "no_such_commit" | "no_such_branch" | "conflicts" | "nothing_to_pick" | "not_allowed" }
  /** The merge exceeds its budget. */
  | { readonly kind: "too_much" }
  /** A push with this object would be refused; the text is that of `git fsck`. */
  | { readonly kind: "bad_object"; readonly text: string };

/** Retries with the remaining budget if the branch moves meanwhile. */
export async function cherryPickCommit(repository: Repository, pick: CherryPick): Promise<CherryPickOutcome> {
  const picked = resolveCommit(repository, pick.revision);
  if (picked === null) return { kind: "no_such_commit" };
  const budget = mergeBudget();
  for (;;) {
    const tip = branchTip(repository, pick.branch);
    if (tip === null) return { kind: "no_such_branch" };
    const staged = new StagedObjects(repository.objects);
    const merge = await inSlices(
      (pick.isRevert ? revert : cherryPick)(staged, repository.commits, picked, tip, budget),
    );
    if (merge.kind === "too_much") console.warn(`Cherry-picking ${picked} to ${tip} exceeds the budget of a merge`);
    if (merge.kind !== "merged") return { kind: merge.kind };
    await inSlices(staged.prepare());
    if (branchTip(repository, pick.branch) === tip)
      return commitPick(repository, staged, pick, { picked, tip, tree: merge.tree });
  }
}

interface PickedTree {
  readonly picked: Oid;
  readonly tip: Oid;
  readonly tree: Oid;
}

/** Synchronous, so that the branch is still at `tip`. */
function commitPick(
  repository: Repository,
  staged: StagedObjects,
  { branch, committer, pusher, at, isRevert, isDryRun, message: given = "" }: CherryPick,
  { picked, tip, tree }: PickedTree,
): CherryPickOutcome {
  if (tree === knownCommit(repository.commits, tip).tree) return { kind: "nothing_to_pick" };
  if (isDryRun) {
    const isAllowed = mayPush(pusher.level, repository.protectedBranches.get(branch));
    return { kind: isAllowed ? "possible" : "not_allowed" };
  }
  const { author, message } = readCommit(repository, picked);
  const ownMessage = isRevert
    ? `Revert "${message.split("\n", 1)[0]}"\n\nThis reverts commit ${picked}.`
    : `${message}\n\n(cherry picked from commit ${picked})`;
  const result = commitToBranch(repository, staged, {
    branch,
    tip,
    commit: {
      tree,
      parents: [tip],
      author: isRevert ? identAt(committer, at) : author,
      committer: identAt(committer, at),
      extraHeaders: [],
      message: given === "" ? ownMessage : given,
    },
    pusher,
    at,
  });
  return result.kind === "committed" ? { kind: "picked", commit: readCommit(repository, result.oid) } : result;
}
