// The texts of system notes, in GitLab's words.
import type { IssuableType } from "../../db/schema/issuables.ts";

export const titleNote = (before: string, after: string): string => `changed title from **${before}** to **${after}**`;

export const workInProgressNote = (isWorkInProgress: boolean): string =>
  `${isWorkInProgress ? "marked" : "unmarked"} as a **Work In Progress**`;

/** @param iid null if the milestone was removed */
export const milestoneNote = (iid: number | null): string =>
  iid === null ? "removed milestone" : `changed milestone to %${iid}`;

/** @param username null if the assignee was removed */
export const assigneeNote = (username: string | null): string =>
  username === null ? "removed assignee" : `assigned to @${username}`;

/** @param before,after usernames; null for nobody */
export const reviewerNote = (before: string | null, after: string | null): string =>
  [
    ...(after === null ? [] : [`requested review from @${after}`]),
    ...(before === null ? [] : [`removed review request for @${before}`]),
  ].join(" and ");

export const confidentialNote = (isConfidential: boolean): string =>
  isConfidential ? "made the issue confidential" : "made the issue visible to everyone";

export const targetBranchNote = (before: string, after: string): string =>
  `changed target branch from \`${before}\` to \`${after}\``;

export const stateNote = (isClosed: boolean): string => (isClosed ? "closed" : "reopened");

export const lockNote = (type: IssuableType, isLocked: boolean): string =>
  `${isLocked ? "locked" : "unlocked"} the discussion in this ${type === "Issue" ? "issue" : "merge request"}`;

/** `added ~1 ~2 and removed ~3 labels` */
export function labelsNote(addedIds: readonly number[], removedIds: readonly number[]): string {
  const list = (verb: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [`${verb} ${ids.map((id) => `~${id}`).join(" ")}`];
  const noun = addedIds.length + removedIds.length === 1 ? "label" : "labels";
  return `${[...list("added", addedIds), ...list("removed", removedIds)].join(" and ")} ${noun}`;
}

export const taskNote = (task: string, isCompleted: boolean): string =>
  `marked the task **${task}** as ${isCompleted ? "completed" : "incomplete"}`;

/** @param reference to the referring issuable, as written in the project of the note: `#3`, `project!3` */
export const crossReferenceNote = (type: IssuableType, reference: string): string =>
  `mentioned in ${type === "Issue" ? "issue" : "merge request"} ${reference}`;
