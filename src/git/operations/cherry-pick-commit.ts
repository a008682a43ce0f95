// Brings the change of one commit to a branch, as a commit of its own.
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
  /** The commit to pick; of a merge, what it changed of its first parent. */
  readonly revision: string;
  /** `main` */
  readonly branch: string;
  readonly committer: Person;
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

export type CherryPickOutcome =
  | { readonly kind: "picked"; readonly commit: CommitRecord }
  | { readonly kind: "no_such_commit" | "no_such_branch" | "conflicts" | "nothing_to_pick" | "not_allowed" }
  /** Merging it is beyond the budget of a merge. */
  | { readonly kind: "too_much" }
  /** What a push would be refused for, in the words of `git fsck`. */
  | { readonly kind: "bad_object"; readonly text: string };

/** What comes between reading the branch and moving it makes this begin anew, with what is left of its budget. */
export async function cherryPickCommit(repository: Repository, pick: CherryPick): Promise<CherryPickOutcome> {
  const picked = resolveCommit(repository, pick.revision);
  if (picked === null) return { kind: "no_such_commit" };
  const budget = mergeBudget();
  for (;;) {
    const tip = branchTip(repository, pick.branch);
    if (tip === null) return { kind: "no_such_branch" };
    const staged = new StagedObjects(repository.objects);
    const merge = await inSlices(cherryPick(staged, repository.commits, picked, tip, budget));
    if (merge.kind === "too_much") console.warn(`Picking ${picked} to ${tip} is beyond the budget of a merge`);
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

/** Nothing comes between this and finding the branch at `tip`: all of this is synchronous. */
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
