// Commits file actions to a branch, all or none.
import { finish, unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { knownCommit } from "../history/commit-graph.ts";
import { identText } from "../objects/ident.ts";
import type { Oid } from "../objects/oid.ts";
import { isNewName } from "../refs/new-name.ts";
import { enclosingNames } from "../refs/ref-name.ts";
import { commitToBranch, identAt, type Person } from "../repository/commit-to-branch.ts";
import { applyAction, type FileAction, type FileRefusal } from "../repository/file-actions.ts";
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { StagedObjects } from "../repository/staged-objects.ts";
import { TreeEdit } from "../repository/tree-edit.ts";
import type { Pusher } from "../repository/update-refs.ts";
import { inSlices } from "../slices.ts";
import { type CommitWithStats, commitWithStats } from "./find-commit.ts";
import { branchTip } from "./merge-requests/proposal.ts";
import { fetchCommit } from "./merge-requests/take-over.ts";

export interface NewCommit {
  /** Short name of an existing branch, or of the first one in an empty repository. */
  readonly branch: string;
  /** The revision that a new branch begins at; undefined if only an existing branch may be committed to. */
  readonly start?: string | undefined;
  /** The project whose revision `start` is; null for this one. */
  readonly startProjectId?: number | null;
  /** True to replace what an existing branch has by what begins at `start`. */
  readonly isForced?: boolean;
  readonly message: string;
  /** Null and texts without any valid character are replaced by the committer's. */
  readonly author: { readonly name: string | null; readonly email: string | null };
  readonly committer: Person;
  /** Each applies to the result of the previous ones. An empty list makes a commit without changes. */
  readonly actions: readonly FileAction[];
  readonly pusher: Pusher;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
}

export type CommitRefusal =
  | FileRefusal
  | { readonly reason: "too_many_actions"; readonly most: number }
  /** The repository has branches, but not this one. */
  | { readonly reason: "no_such_branch" }
  | { readonly reason: "invalid_branch_name" }
  | { readonly reason: "not_allowed" }
  /** The start is another project's, and has more than can be taken over. */
  | { readonly reason: "too_large" }
  /** The repository has no files that could be changed. */
  | { readonly reason: "no_files"; readonly action: "update" | "delete" | "move" }
  /** A push with this object would be refused; the text is that of `git fsck`. */
  | { readonly reason: "bad_object"; readonly text: string };

export type CreateCommitOutcome =
  | ({ readonly kind: "created" } & CommitWithStats)
  | { readonly kind: "refused"; readonly refusal: CommitRefusal };

/** Per commit, because its objects are stored without a pause. */
const MOST_ACTIONS = 5_000;
/** Number of attempts in slices that may lose the race for the branch; the next attempt runs without pauses. */
const MOST_OVERTAKINGS = 3;

/** Computes the commit in slices, and again if the branch moves meanwhile. */
export async function createCommit(repository: Repository, wanted: NewCommit): Promise<CreateCommitOutcome> {
  const params = await startHere(repository, wanted);
  if ("reason" in params) return refused(params);
  if (params.actions.length > MOST_ACTIONS) return refused({ reason: "too_many_actions", most: MOST_ACTIONS });
  for (let overtaken = 0; ; overtaken++) {
    const from = startingPoint(repository, params);
    const staged = new StagedObjects(repository.objects);
    const work = stageTree(repository, staged, params, from);
    const tree = overtaken < MOST_OVERTAKINGS ? await inSlices(work) : finish(work);
    if (typeof tree !== "string") return refused(tree);
    const now = startingPoint(repository, params);
    const isCurrent =
      now.tip === from.tip && now.base === from.base && (now.base !== null || hasNoBranches(repository));
    if (!isCurrent) continue;
    if (now.tip === null && isBesideItsName(repository, params.branch))
      return refused({ reason: "invalid_branch_name" });
    return await commitTree(repository, staged, params, from, tree);
  }
}

/** Fetches the start if it is another project's and counts. */
async function startHere(repository: Repository, params: NewCommit): Promise<NewCommit | CommitRefusal> {
  const { branch, start, startProjectId = null, isForced = false } = params;
  const tip = branchTip(repository, branch);
  if (startProjectId === null || start === undefined || (tip !== null && !isForced)) return params;
  const other = await repository.others.find(startProjectId);
  const oid = (await other?.resolveCommit(start)) ?? null;
  if (other === null || oid === null) return { reason: "no_such_branch" };
  try {
    await fetchCommit(repository, other, oid, { near: tip, known: [] });
  } catch (error) {
    if (error instanceof GitError) return { reason: "too_large" };
    throw error;
  }
  return { ...params, start: oid };
}

interface StartingPoint {
  /** Null for a branch that does not exist. */
  readonly tip: Oid | null;
  /** The parent of the commit; null for the first one. */
  readonly base: Oid | null;
}

function startingPoint(repository: Repository, { branch, start, isForced = false }: NewCommit): StartingPoint {
  const tip = branchTip(repository, branch);
  if (start === undefined || (tip !== null && !isForced)) return { tip, base: tip };
  return { tip, base: resolveCommit(repository, start) };
}

/** True if there is a branch whose name is a folder of this one's, or the other way round. */
const isBesideItsName = ({ refs }: Repository, branch: string): boolean =>
  enclosingNames(BRANCHES + branch).some((name) => refs.get(name) !== null) ||
  refs.firstIn(`${BRANCHES}${branch}/`) !== null;

const hasNoBranches = ({ refs }: Repository): boolean => refs.firstIn(BRANCHES) === null;

/** Applies the actions to the tree of the branch. */
function* stageTree(
  repository: Repository,
  staged: StagedObjects,
  { branch, actions }: NewCommit,
  { tip, base }: StartingPoint,
): Work<Oid | CommitRefusal> {
  const isFirst = base === null && hasNoBranches(repository);
  if (base === null && !isFirst) return { reason: "no_such_branch" };
  if (tip === null && !isNewName(branch)) return { reason: "invalid_branch_name" };
  const budget = unlimited();
  const edit = new TreeEdit(staged, base === null ? null : knownCommit(repository.commits, base).tree);
  for (const action of actions) {
    if (isFirst && action.action !== "create") {
      return { reason: "no_files", action: action.action === "chmod" ? "update" : action.action };
    }
    const refusal = applyAction(staged, edit, action);
    if (refusal !== null) return refusal;
    budget.spend(ACTION_COST);
    if (budget.endsSlice()) yield;
  }
  const tree = edit.write();
  yield* staged.prepare();
  return tree;
}

/** In steps. */
const ACTION_COST = 5_000;

const refused = (refusal: CommitRefusal) => ({ kind: "refused", refusal }) as const;

async function commitTree(
  repository: Repository,
  staged: StagedObjects,
  { branch, message, author, committer, pusher, at }: NewCommit,
  { tip, base }: StartingPoint,
  tree: Oid,
): Promise<CreateCommitOutcome> {
  const commit = {
    tree,
    parents: base === null ? [] : [base],
    author: identAt({ name: given(author.name) ?? committer.name, email: given(author.email) ?? committer.email }, at),
    committer: identAt(committer, at),
    extraHeaders: [],
    message,
  };
  const result = commitToBranch(repository, staged, { branch, tip, commit, pusher, at });
  switch (result.kind) {
    case "committed":
      return { kind: "created", ...(await commitWithStats(repository, result.oid)) };
    case "not_allowed":
      return refused({ reason: "not_allowed" });
    case "bad_object":
      return refused({ reason: "bad_object", text: result.text });
  }
}

const given = (text: string | null): string | null => (text === null || identText(text) === "" ? null : text);
