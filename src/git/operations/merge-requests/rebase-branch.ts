// Rebases a branch onto another one, perhaps of another repository: each commit is cherry-picked, merges are left out.
import type { Work } from "../../budget.ts";
import { GitError } from "../../git-error.ts";
import { isAncestor } from "../../history/ancestors.ts";
import { type GraphCommit, knownCommit } from "../../history/commit-graph.ts";
import { reachable } from "../../history/reachable.ts";
import { firstWithin } from "../../history/walk.ts";
import { applyCommit } from "../../merge/cherry-pick.ts";
import { mergeBudget } from "../../merge/merge-trees.ts";
import { type Commit, serialiseCommit } from "../../objects/commit.ts";
import { emptyTreeOid, type Oid } from "../../objects/oid.ts";
import { readCommit } from "../../repository/commit-record.ts";
import { identAt, type Person } from "../../repository/commit-to-branch.ts";
import { mayPush } from "../../repository/protected-branches.ts";
import { BRANCHES } from "../../repository/ref-store.ts";
import type { Repository } from "../../repository/repository.ts";
import { StagedObjects } from "../../repository/staged-objects.ts";
import { type Pusher, updateRefs } from "../../repository/update-refs.ts";
import { inSlices } from "../../slices.ts";
import { branchTip } from "./proposal.ts";
import { fetchCommit } from "./take-over.ts";

export interface Rebase {
  /** Short name, such as `topic`. */
  readonly branch: string;
  readonly onto: {
    /** Null for a branch of the same repository. */
    readonly projectId: number | null;
    readonly branch: string;
  };
  /** Of the new commits; their authors stay. */
  readonly committer: Person;
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

export type RebaseOutcome =
  /** `isMoved`: false if the branch contains the other one already. */
  | { readonly kind: "rebased"; readonly isMoved: boolean }
  /** `not_allowed`: the pusher may not push, or the branch is protected from rewriting. `moved`: pushed to meanwhile. */
  | { readonly kind: "branch_missing" | "not_allowed" | "conflict" | "moved" }
  /** The rebase exceeds the budget of a merge, or {@link MOST_COMMITS}. */
  | { readonly kind: "too_much" }
  /** A push with this object would be refused; the text is that of `git fsck`. */
  | { readonly kind: "bad_object"; readonly text: string };

/** They are stored in one transaction, during which nothing else runs. */
const MOST_COMMITS = 500;

export async function rebaseBranch(repository: Repository, rebase: Rebase): Promise<RebaseOutcome> {
  const head = branchTip(repository, rebase.branch);
  if (!mayRewrite(repository, rebase)) return { kind: "not_allowed" };
  if (head === null) return { kind: "branch_missing" };
  const onto = await findBase(repository, rebase, head);
  if (onto === null || onto === "too_much") return { kind: onto ?? "branch_missing" };
  if (await inSlices(isAncestor(repository.commits, onto, head))) return { kind: "rebased", isMoved: false };
  const staged = new StagedObjects(repository.objects);
  const commits = await inSlices(replay(repository, staged, rebase, { head, onto }));
  if (typeof commits === "string") return { kind: commits };
  await inSlices(staged.prepare());
  if (staged.fault !== null) return { kind: "bad_object", text: staged.fault };
  return moveBranch(repository, staged, rebase, { head, onto, commits });
}

/** Checked before the work; moving the branch checks it again. */
const mayRewrite = ({ protectedBranches }: Repository, { branch, pusher }: Rebase): boolean =>
  mayPush(pusher.level, null) && protectedBranches.get(branch) === null;

/** The commit to rebase onto, which is fetched if it is another repository's. */
async function findBase(repository: Repository, { onto }: Rebase, head: Oid): Promise<Oid | "too_much" | null> {
  if (onto.projectId === null) return branchTip(repository, onto.branch);
  const other = await repository.others.find(onto.projectId);
  const tip = (await other?.branchTip(onto.branch)) ?? null;
  if (other === null || tip === null) return null;
  try {
    await fetchCommit(repository, other, tip, { near: head, known: [] });
    return tip;
  } catch (error) {
    if (error instanceof GitError) return "too_much";
    throw error;
  }
}

interface Range {
  readonly head: Oid;
  readonly onto: Oid;
}

/** The new commits, parents first. */
function* replay(
  repository: Repository,
  staged: StagedObjects,
  { committer, at }: Rebase,
  { head, onto }: Range,
): Work<(readonly [Oid, Commit])[] | "conflict" | "too_much"> {
  const { commits } = repository;
  const budget = mergeBudget();
  const walk = reachable(commits, [head], [onto], budget);
  const found = yield* firstWithin(walk, MOST_COMMITS + 1, budget);
  if (found === null || found.length > MOST_COMMITS) return "too_much";
  const made: (readonly [Oid, Commit])[] = [];
  let tip = { oid: onto, tree: knownCommit(commits, onto).tree };
  for (const picked of found.toReversed().filter(({ parents }) => parents.length < 2)) {
    const merge = yield* applyCommit(staged, commits, picked.oid, tip.tree, budget);
    if (merge.kind !== "merged") return merge.kind === "too_much" ? "too_much" : "conflict";
    if (merge.tree === tip.tree && !isEmpty(repository, picked)) continue;
    const { author, message } = readCommit(repository, picked.oid);
    const common = { author, committer: identAt(committer, at), extraHeaders: [], message };
    const commit = { tree: merge.tree, parents: [tip.oid], ...common };
    tip = { oid: staged.add("commit", serialiseCommit(commit)), tree: merge.tree };
    made.push([tip.oid, commit]);
  }
  return made;
}

/** True for a commit that changes nothing, which is kept as it is. */
function isEmpty({ commits }: Repository, { tree, parents: [parent] }: GraphCommit): boolean {
  return tree === (parent === undefined ? emptyTreeOid : commits.get(parent).tree);
}

interface Rebased extends Range {
  readonly commits: readonly (readonly [Oid, Commit])[];
}

/** Synchronous: all commits and the ref, or nothing. */
function moveBranch(
  repository: Repository,
  staged: StagedObjects,
  { branch, pusher, at }: Rebase,
  { head, onto, commits }: Rebased,
): RebaseOutcome {
  const after = commits.at(-1)?.[0] ?? onto;
  const [result] = updateRefs(repository, {
    pusher,
    at,
    updates: [{ name: BRANCHES + branch, before: head, after }],
    atomic: true,
    via: "api",
    addObjects: () => {
      staged.store();
      for (const [oid, { tree, parents, committer }] of commits) {
        repository.commits.add(oid, { tree, parents, time: committer.time });
      }
    },
  });
  switch (result?.refusal?.reason) {
    case undefined:
      return { kind: "rebased", isMoved: true };
    case "stale":
      return { kind: "moved" };
    default:
      return { kind: "not_allowed" };
  }
}
