// The system notes about a push to a merge request's source branch.
import type { AddedCommits } from "../../git/operations/merge-requests/push-effects.ts";

/** GitLab shortens commit ids to this length. */
const SHORT = 8;

const counted = (count: number): string => `${count} commit${count === 1 ? "" : "s"}`;

/** Lists the added commits, oldest first; those known from the target branch are one entry. */
export function addedCommitsNote({ newest, fresh, known }: AddedCommits, targetBranch: string): string {
  const merged = known === 0 ? [] : [`* ${counted(known)} from branch \`${targetBranch}\``];
  const unnamed = fresh - newest.length;
  const rest = unnamed === 0 ? [] : [`* and ${counted(unnamed)} before`];
  const lines = newest.toReversed().map(({ id, message }) => `* ${id.slice(0, SHORT)} - ${titleOf(message)}`);
  return [`added ${counted(fresh + known)}`, "", ...merged, ...rest, ...lines].join("\n");
}

const titleOf = (message: string): string => message.split("\n", 1)[0]?.trim() ?? "";

/** Commits that autosquash would rewrite, and commits marked as work in progress. */
const UNFINISHED = /^(?:fixup!|squash!|\[WIP\]|WIP:?\s)/i;

/** The newest commit that is work in progress; null when there is none. */
export const wipCommitOf = ({ newest }: AddedCommits): string | null =>
  newest.find(({ message }) => UNFINISHED.test(message))?.id ?? null;

export const restoredBranchNote = (branch: string): string => `restored source branch \`${branch}\``;

export const deletedBranchNote = (branch: string): string => `deleted source branch \`${branch}\``;
