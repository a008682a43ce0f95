// The effects of a push to a branch on the merge requests that target it.
import { unlimited, type Work } from "../../budget.ts";
import { Ancestors, isAncestor } from "../../history/ancestors.ts";
import { type CommitGraph, knownCommit } from "../../history/commit-graph.ts";
import { reachable } from "../../history/reachable.ts";
import { countOf, firstOf, type Walk } from "../../history/walk.ts";
import type { Oid } from "../../objects/oid.ts";
import { readCommit } from "../../repository/commit-record.ts";
import type { Repository } from "../../repository/repository.ts";
import { inSlices } from "../../slices.ts";

/** The newest version of a merge request that targets the branch. */
export interface PushedInto {
  readonly id: number;
  readonly head: Oid;
  readonly start: Oid | null;
}

export interface PushEffects {
  /** Ids of the merge requests whose head became part of the branch by the push. */
  readonly merged: readonly number[];
  /** Ids of the merge requests whose list of commits changed: some are in the push, or history was rewritten. */
  readonly outdated: readonly number[];
}

/** In steps, for a pushed commit that is looked up. */
const LOOK_UP = 10;

export interface PushedBranch {
  /** Null for a new branch, which merges nothing. */
  readonly before: Oid | null;
  readonly after: Oid;
  readonly into: readonly PushedInto[];
}

export const pushEffects = (repository: Repository, push: PushedBranch): Promise<PushEffects> =>
  inSlices(effectsOf(repository, push));

function* effectsOf({ commits }: Repository, { before, after, into }: PushedBranch): Work<PushEffects> {
  const isThere = (oid: Oid) => commits.find(oid) !== null;
  const known = isThere(after) ? into.filter(({ head }) => isThere(head)) : [];
  if (before === null || !isThere(before)) return { merged: [], outdated: known.map(({ id }) => id) };
  const isForced = !(yield* isAncestor(commits, before, after));
  const pushed = yield* idsOf(reachable(commits, [after], [before]));
  const merged: number[] = [];
  const outdated: number[] = [];
  for (const { id, head, start } of known) {
    if (pushed.has(knownCommit(commits, head).id)) merged.push(id);
    if (isForced || start === null || (yield* isShortened(commits, head, start, pushed))) outdated.push(id);
  }
  return { merged, outdated };
}

/** Highest first, so that a search for any of them among others' ancestors need not go down to all. */
function* idsOf(walk: Walk): Work<ReadonlySet<number>> {
  const ids: number[] = [];
  for (const commit of walk) {
    if (commit === undefined) yield;
    else ids.push(commit.id);
  }
  return new Set(ids.sort((one, other) => other - one));
}

/** True if some of the commits from `start` to `head` were pushed. */
function* isShortened(commits: CommitGraph, head: Oid, start: Oid, pushed: ReadonlySet<number>): Work<boolean> {
  const ofHead = new Ancestors(commits, [head]);
  const ofStart = new Ancestors(commits, [start]);
  const budget = unlimited();
  for (const id of pushed) {
    if ((yield* ofHead.has(id)) && !(yield* ofStart.has(id))) return true;
    budget.spend(LOOK_UP);
    if (budget.endsSlice()) yield;
  }
  return false;
}

export interface AddedCommits {
  /** Commits that are not in the target branch: at most the newest 100, newest first. */
  readonly newest: readonly { readonly id: Oid; readonly message: string }[];
  /** Number of added commits that are not in the target branch. */
  readonly fresh: number;
  /** Number of added commits that are in the target branch. */
  readonly known: number;
}

const MOST_COMMITS = 100;
const LONGEST_MESSAGE = 200;

/** The commits that an update adds to a merge request. `head` and `start` must exist. */
export async function addedCommits(
  repository: Repository,
  { before, head, start }: { readonly before: Oid | null; readonly head: Oid; readonly start: Oid | null },
): Promise<AddedCommits> {
  const { commits } = repository;
  const old = before === null || commits.find(before) === null ? [] : [before];
  const except = start === null ? old : [...old, start];
  const newestCommits = await inSlices(firstOf(reachable(commits, [head], except), MOST_COMMITS));
  const fresh = await inSlices(countOf(reachable(commits, [head], except)));
  const all = old.length === 0 ? fresh : await inSlices(countOf(reachable(commits, [head], old)));
  const newest = newestCommits.map(({ oid }) => {
    const { message } = readCommit(repository, oid);
    return { id: oid, message: message.slice(0, LONGEST_MESSAGE) };
  });
  return { newest, fresh, known: all - fresh };
}
