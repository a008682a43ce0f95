// Cherry-picks a commit to a branch.
import { knownCommit } from "../history/commit-graph.ts";
import { cherryPick } from "../merge/cherry-pick.ts";
import { mergeBudget } from "../merge/merge-trees.ts";
import type { Oid } from "../objects/oid.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import { commitToBranch, identAt, type Person } from "../repository/commit-to-branch.ts";
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
  readonly committer: Person;
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

export type CherryPickOutcome =
  | { readonly kind: "picked"; readonly commit: CommitRecord }
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
    const merge = await inSlices(cherryPick(staged, repository.commits, picked, tip, budget));
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
  { branch, committer, pusher, at }: CherryPick,
  { picked, tip, tree }: PickedTree,
): CherryPickOutcome {
  if (tree === knownCommit(repository.commits, tip).tree) return { kind: "nothing_to_pick" };
  const { author, message } = readCommit(repository, picked);
  const result = commitToBranch(repository, staged, {
    branch,
    tip,
    commit: {
      tree,
      parents: [tip],
      author,
      committer: identAt(committer, at),
      extraHeaders: [],
      message: `${message}\n\n(cherry picked from commit ${picked})`,
    },
    pusher,
    at,
  });
  return result.kind === "committed" ? { kind: "picked", commit: readCommit(repository, result.oid) } : result;
}
