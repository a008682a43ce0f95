// What a push to a branch means for the merge requests that are about it.
import { isAncestor } from "../../history/ancestors.ts";
import { reachable } from "../../history/reachable.ts";
import type { Oid } from "../../objects/oid.ts";
import { readCommit } from "../../repository/commit-record.ts";
import type { Repository } from "../../repository/repository.ts";

/** The newest version of a merge request into the branch. */
export interface PushedInto {
  readonly id: number;
  readonly head: Oid;
  readonly start: Oid | null;
}

export interface PushEffects {
  /** The ids of those whose head came with the push. */
  readonly merged: readonly number[];
  /** The ids of those whose commits are no longer what they were: some came with the push, or history was rewritten. */
  readonly outdated: readonly number[];
}

export interface PushedBranch {
  /** Null for a new branch, which merges nothing. */
  readonly before: Oid | null;
  readonly after: Oid;
  readonly into: readonly PushedInto[];
}

export function pushEffects({ commits }: Repository, { before, after, into }: PushedBranch): PushEffects {
  const isThere = (oid: Oid) => commits.find(oid) !== null;
  const known = isThere(after) ? into.filter(({ head }) => isThere(head)) : [];
  if (before === null || !isThere(before)) return { merged: [], outdated: known.map(({ id }) => id) };
  const isForced = !isAncestor(commits, before, after);
  const came = (oid: Oid) => isAncestor(commits, oid, after) && !isAncestor(commits, oid, before);
  const merged = known.filter(({ head }) => came(head));
  const outdated = known.filter(({ head, start }) => {
    if (isForced || start === null) return true;
    const listed = [...reachable(commits, [head], [start, before])].length;
    return listed > [...reachable(commits, [head], [start, before, after])].length;
  });
  const idsOf = (list: readonly PushedInto[]) => list.map(({ id }) => id);
  return { merged: idsOf(merged), outdated: idsOf(outdated) };
}

export interface AddedCommits {
  /** The newest 100 of those that the target branch has not, the newest first. */
  readonly told: readonly { readonly id: Oid; readonly message: string }[];
  /** How many the target branch has not. */
  readonly fresh: number;
  /** How many the target branch has. */
  readonly known: number;
}

const MOST_TOLD = 100;
const LONGEST_MESSAGE = 200;

/** What a merge request has more than it had; both heads are there. */
export function addedCommits(
  repository: Repository,
  { before, head, start }: { readonly before: Oid | null; readonly head: Oid; readonly start: Oid | null },
): AddedCommits {
  const { commits } = repository;
  const old = before === null || commits.find(before) === null ? [] : [before];
  const fresh = [...reachable(commits, [head], start === null ? old : [...old, start])];
  const all = old.length === 0 ? fresh.length : [...reachable(commits, [head], old)].length;
  const told = fresh.slice(0, MOST_TOLD).map(({ oid }) => {
    const { message } = readCommit(repository, oid);
    return { id: oid, message: message.slice(0, LONGEST_MESSAGE) };
  });
  return { told, fresh: fresh.length, known: all - fresh.length };
}
