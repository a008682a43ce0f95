// Brings the change of one commit to a branch, as a commit of its own.
import { knownCommit } from "../history/commit-graph.ts";
import { cherryPick } from "../merge/cherry-pick.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import { commitToBranch, identAt, type Person } from "../repository/commit-to-branch.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { StagedObjects } from "../repository/staged-objects.ts";
import type { Pusher } from "../repository/update-refs.ts";

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
  /** What a push would be refused for, in the words of `git fsck`. */
  | { readonly kind: "bad_object"; readonly text: string };

/** Nothing comes between reading the branch and moving it: all of this is synchronous. */
export function cherryPickCommit(repository: Repository, wish: CherryPick): CherryPickOutcome {
  const { objects, commits, refs } = repository;
  const { revision, branch, committer, pusher, at } = wish;
  const picked = resolveCommit(repository, revision);
  if (picked === null) return { kind: "no_such_commit" };
  const tip = refs.get(BRANCHES + branch)?.oid ?? null;
  if (tip === null) return { kind: "no_such_branch" };
  const staged = new StagedObjects(objects);
  const merge = cherryPick(staged, commits, picked, tip);
  if (merge.kind === "conflicts") return { kind: "conflicts" };
  if (merge.tree === knownCommit(commits, tip).tree) return { kind: "nothing_to_pick" };
  const { author, message } = readCommit(repository, picked);
  const result = commitToBranch(repository, staged, {
    branch,
    tip,
    commit: {
      tree: merge.tree,
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
