// What a push to a branch does to the open merge requests from and into it. All of it may be told twice.
import type { Database } from "../../db/database.ts";
import type { PushedDetails } from "../../db/queries/events/details.ts";
import { markTodosDone } from "../../db/queries/issuables/todos.ts";
import type { IssueToClose } from "../../db/queries/issues/closing.ts";
import {
  findMergeRequestTexts,
  findPushedMergeRequests,
  isToBeRenewed,
  isUnrenewed,
  type PushedMergeRequest,
  touchPushedMergeRequest,
  uncheckPushed,
} from "../../db/queries/merge-requests/pushes.ts";
import type { ProposedVersion } from "../../db/queries/merge-requests/versions.ts";
import { insertNextVersion } from "../../db/queries/merge-requests/versions.ts";
import { insertSystemNote, isUnrecorded } from "../../db/queries/noteables/system-notes.ts";
import { GHOST_ID } from "../../db/queries/users/row.ts";
import type { Statement } from "../../db/statement.ts";
import { recordEvent } from "../../events/events.ts";
import type { AddedCommits, PushEffects } from "../../git/operations/merge-requests/push-effects.ts";
import type { PushEvent } from "../../git/repository/outbox.ts";
import { BRANCHES } from "../../git/repository/ref-store.ts";
import { findCloses } from "./closing.ts";
import { addedCommitsNote, deletedBranchNote, restoredBranchNote, wipCommitOf } from "./push-notes.ts";
import { type EventContext, writeMerged } from "./record-merge.ts";
import { proposalOf } from "./versions.ts";
import { isWorkInProgress } from "./work-in-progress.ts";

const LONGEST_TITLE = 255;

/** Goes after the push itself was written. */
export async function refreshAfterPush(context: EventContext, projectId: number, push: PushEvent): Promise<void> {
  if (!push.ref.startsWith(BRANCHES)) return;
  const branch = push.ref.slice(BRANCHES.length);
  const { db } = context;
  const [, pushed] = await db.batch(uncheckPushed(projectId, branch), findPushedMergeRequests(projectId, branch));
  const isSource = (row: PushedMergeRequest) => row.source_project_id === projectId && row.source_branch === branch;
  const { merged, outdated } = await effectsOf(
    context,
    projectId,
    push,
    pushed.filter((row) => !isSource(row)),
  );
  for (const row of pushed) {
    const { id, project_id } = row;
    if (merged.includes(id)) {
      const merge = { commit: null, userId: push.userId, shouldRemoveSourceBranch: null, at: push.at };
      await writeMerged(db, { id, project_id }, merge, await closedBy(context, row, push));
    } else if (isSource(row)) {
      await renewFromSource(context, row, push);
    } else if (outdated.includes(id)) {
      await renewFromTarget(context, row, push);
    }
  }
}

/** What the push means for those into the branch. */
async function effectsOf(
  { repositories }: EventContext,
  projectId: number,
  { before, after }: PushEvent,
  rows: readonly PushedMergeRequest[],
): Promise<PushEffects> {
  const into = rows.flatMap(({ id, head_sha: head, start_sha: start }) => (head === null ? [] : [{ id, head, start }]));
  if (after === null || into.length === 0) return { merged: [], outdated: [] };
  return repositories.open(projectId).run("pushEffects", { before, after, into });
}

/** As it would have been accepted by whoever pushed. */
async function closedBy(
  context: EventContext,
  { id, head_sha: head, start_sha: start, target_branch }: PushedMergeRequest,
  { userId, at, defaultBranch }: PushEvent,
): Promise<readonly IssueToClose[]> {
  if (target_branch !== defaultBranch || head === null || start === null) return [];
  const [[texts]] = await context.db.batch(findMergeRequestTexts(id));
  if (texts === undefined) return [];
  const repository = context.repositories.open(texts.project_id);
  const commits = await repository.run("commitMessages", { head, except: start });
  return (await findCloses(context, texts, commits, { userId, at })).issues;
}

/** The commits are others seen from the new target; a version that begins there was written before. */
async function renewFromTarget(context: EventContext, row: PushedMergeRequest, { at }: PushEvent): Promise<void> {
  const version = await context.repositories.open(row.project_id).run("tryToPropose", proposalOf(row));
  if (version === null || version.head === null || version.start === row.start_sha) return;
  // A push to the source that is still to be told writes that version, with this start.
  if (version.head !== row.head_sha) return;
  await context.db.batch(...insertNextVersion(row, version, at, isUnrenewed(row)));
}

async function renewFromSource(context: EventContext, row: PushedMergeRequest, push: PushEvent): Promise<void> {
  const { db, repositories } = context;
  const note = branchNote(row, push);
  if (note !== null) await writeAs(push, (userId) => [insertBranchNote(row, { ...push, userId }, note)], db);
  const repository = repositories.open(row.project_id);
  const version = await repository.run("tryToPropose", proposalOf(row));
  if (version === null) return;
  const { head, start } = version;
  if (head === null || head === row.head_sha) return;
  const added = await repository.run("addedCommits", { before: row.head_sha, head, start });
  await writeAs(push, (userId) => renewal(row, { ...push, userId }, version, added), db);
}

/** Whoever pushed may be gone by now; then it was nobody anybody knows. */
async function writeAs(
  { userId }: PushEvent,
  statements: (userId: number) => readonly Statement[],
  db: Database,
): Promise<void> {
  const attempt = await db.attempt(...statements(userId));
  if (attempt.violated === undefined) return;
  if (attempt.violated !== "foreign_key") throw new Error(`A version was refused by ${attempt.violated}.`);
  await db.batch(...statements(GHOST_ID));
}

/** Of a source branch that has gone, or is there again. */
function branchNote({ source_branch, head_sha }: PushedMergeRequest, { before, after }: PushEvent): string | null {
  if (after === null) return deletedBranchNote(source_branch);
  return before === null && head_sha !== null ? restoredBranchNote(source_branch) : null;
}

/** Once. */
function insertBranchNote({ id, project_id }: PushedMergeRequest, { userId, at }: PushEvent, body: string): Statement {
  const noteable = { type: "MergeRequest", id, project_id } as const;
  const note = { noteable, author_id: userId, body, created_at: at };
  return insertSystemNote(note, isUnrecorded(note));
}

/** In this order: each is written only while the version is still to come. */
function renewal(
  row: PushedMergeRequest,
  { userId, at }: PushEvent,
  version: ProposedVersion,
  added: AddedCommits,
): Statement[] {
  const { id, project_id, title } = row;
  const noteable = { type: "MergeRequest", id, project_id } as const;
  const when = isToBeRenewed(row);
  const details = JSON.stringify({ oldrev: row.head_sha } satisfies PushedDetails);
  const note = (body: string) => insertSystemNote({ noteable, author_id: userId, body, created_at: at }, when);
  const wip = isWorkInProgress(title) ? null : wipCommitOf(added);
  return [
    markTodosDone(userId, noteable, at, when),
    ...(added.fresh + added.known === 0 ? [] : [note(addedCommitsNote(added, row.target_branch))]),
    ...(wip === null ? [] : [note(`marked as a **Work In Progress** from ${wip}`)]),
    recordEvent(
      { actorId: userId, now: at },
      { kind: "merge_request_updated", project_id, target_id: id, details },
      when,
    ),
    touchPushedMergeRequest(row, wip === null ? title : `WIP: ${title}`.slice(0, LONGEST_TITLE), at, when),
    ...insertNextVersion(row, version, at, isUnrenewed(row)),
  ];
}
