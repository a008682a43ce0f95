// Writes down that a merge request was merged, and does what was to follow: once, however often it is told.

import type { Database } from "../../db/database.ts";
import { markTodosDone } from "../../db/queries/issuables/todos.ts";
import type { IssueToClose } from "../../db/queries/issues/closing.ts";
import { findMergeRequestProject } from "../../db/queries/merge-requests/merge-requests.ts";
import { isUnmerged, markMerged, type NewMerge } from "../../db/queries/merge-requests/merges.ts";
import { insertSystemNote } from "../../db/queries/noteables/system-notes.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { GHOST_ID } from "../../db/queries/users/row.ts";
import type { Flag } from "../../db/schema/columns.ts";
import type { Statement } from "../../db/statement.ts";
import type { Repositories } from "../../durable-objects/repositories.ts";
import { recordEvent } from "../../events/events.ts";
import type { MergedEvent } from "../../git/repository/outbox.ts";
import { actingLevel } from "../../permissions/abilities.ts";
import type { ViewerKey } from "../../permissions/visible.ts";
import { closeIssues } from "../issues/closing.ts";

export interface EventContext {
  readonly db: Database;
  readonly repositories: Repositories;
  /** `https://host`, as the server was called when that happened which is told; null where it is not known. */
  readonly baseUrl: string | null;
}

/** What travels with a merge. */
export interface MergeOptions {
  /** What was said of the source branch in accepting. */
  readonly shouldRemoveSourceBranch: Flag | null;
  /** Null when the source branch is to stay. */
  readonly removal: {
    readonly projectId: number;
    readonly branch: string;
    /** What was merged: a branch that has moved on stays. */
    readonly head: string;
    /** On whose behalf. */
    readonly userId: number;
  } | null;
  /** Those that whoever accepted it may close. */
  readonly closes: readonly IssueToClose[];
}

/** Nothing is written for what is gone, or merged already. */
export async function recordMerge(context: EventContext, projectId: number, event: MergedEvent): Promise<void> {
  const { mergeRequestId, commit, userId, at } = event;
  const { removal, shouldRemoveSourceBranch, closes } = mergeOptionsOf(event);
  await writeMerged(
    context.db,
    { id: mergeRequestId, project_id: projectId },
    { commit, userId, at, shouldRemoveSourceBranch },
    closes,
  );
  if (removal !== null) await removeSourceBranch(context, removal, at);
}

/** Whoever merged may be gone by now; then it was nobody anybody knows. */
export async function writeMerged(
  db: Database,
  mergeRequest: { readonly id: number; readonly project_id: number },
  merge: NewMerge,
  closes: readonly IssueToClose[],
): Promise<void> {
  const attempt = await db.attempt(...mergedStatements(mergeRequest, merge, closes));
  if (attempt.violated === undefined) return;
  if (attempt.violated !== "foreign_key") throw new Error(`A merge was refused by ${attempt.violated}.`);
  await db.batch(...mergedStatements(mergeRequest, { ...merge, userId: GHOST_ID }, closes));
}

function mergedStatements(
  { id, project_id }: { readonly id: number; readonly project_id: number },
  merge: NewMerge,
  issues: readonly IssueToClose[],
): Statement[] {
  const { userId, at } = merge;
  const noteable = { type: "MergeRequest", id, project_id } as const;
  const when = isUnmerged(id);
  return [
    markTodosDone(userId, noteable, at, when),
    insertSystemNote({ noteable, author_id: userId, body: "merged", created_at: at }, when),
    recordEvent({ actorId: userId, now: at }, { kind: "merge_request_merged", project_id, target_id: id }, when),
    ...closeIssues({ issues, mergeRequestId: id, actorId: userId, at }, when),
    markMerged(id, merge),
  ];
}

/** What may not be removed stays, and nobody is told. */
async function removeSourceBranch(
  { db, repositories }: EventContext,
  { projectId, branch, head, userId }: NonNullable<MergeOptions["removal"]>,
  at: string,
): Promise<void> {
  const [[project]] = await db.batch(findMergeRequestProject(viewerOf(userId, at), keyOfId(projectId)));
  if (project === undefined || project.project_id === null || project.archived === 1) return;
  const level = actingLevel(project, project.access_level);
  const removal = { branch, expected: head, pusher: { userId, level }, at };
  await repositories.open(projectId).run("removeBranch", removal);
}

/** A user as they are let in, without anything they have shown. */
export const viewerOf = (userId: number, now: string): ViewerKey => ({
  known_id: userId,
  known_username: null,
  token_hash: null,
  read_user: 0,
  today: now.slice(0, 10),
});

/** Written by {@link MergeOptions}' only author, accept.ts, which said nothing of issues once. */
function mergeOptionsOf({ options }: MergedEvent): MergeOptions {
  return { closes: [], ...(options as Omit<MergeOptions, "closes"> & Partial<MergeOptions>) };
}
