// Effects of a push on the open merge requests from and into its branch. Idempotent: pushes may be reported twice.
import type { PushedDetails } from "../../db/queries/events/details.ts";
import { markTodosDone } from "../../db/queries/issuables/todos.ts";
import type { IssueToClose } from "../../db/queries/issues/closing.ts";
import {
  findMergeRequestTexts,
  findPushedMergeRequests,
  isToBeRenewed,
  type PushedMergeRequest,
  touchPushedMergeRequest,
  uncheckPushed,
} from "../../db/queries/merge-requests/pushes.ts";
import type { ProposedVersion } from "../../db/queries/merge-requests/versions.ts";
import { insertNextVersion } from "../../db/queries/merge-requests/versions.ts";
import { insertSystemNote, isUnrecorded } from "../../db/queries/noteables/system-notes.ts";
import { expectCondition } from "../../db/queries/records/locked-records.ts";
import type { Statement } from "../../db/statement.ts";
import { recordEvent } from "../../events/events.ts";
import type { AddedCommits, PushEffects } from "../../git/operations/merge-requests/push-effects.ts";
import type { PushEvent } from "../../git/repository/outbox.ts";
import { BRANCHES } from "../../git/repository/ref-store.ts";
import { closesIssues, findCloses } from "./closing.ts";
import { addedCommitsNote, deletedBranchNote, restoredBranchNote, wipCommitOf } from "./push-notes.ts";
import { type EventContext, writeMerged } from "./record-merge.ts";
import { proposalOf } from "./versions.ts";
import { isWorkInProgress } from "./work-in-progress.ts";
import { writeOnce } from "./write-once.ts";

const LONGEST_TITLE = 255;

/** To be called after the push itself was recorded. */
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
      const merge = {
        commit: null,
        squashCommit: null,
        userId: push.userId,
        shouldRemoveSourceBranch: null,
        at: push.at,
      };
      await writeMerged(db, { id, project_id }, merge, await closedBy(context, row, push));
    } else if (isSource(row)) {
      await renewFromSource(context, row, push);
    } else if (outdated.includes(id)) {
      await renewFromTarget(context, row, push);
    }
  }
}

/** Effects of the push on merge requests into the branch. */
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

/** The issues closed by a push that merges, as if the pusher had accepted the merge request. */
async function closedBy(
  context: EventContext,
  { id, head_sha: head, start_sha: start, target_branch }: PushedMergeRequest,
  { userId, at, defaultBranch: default_branch }: PushEvent,
): Promise<readonly IssueToClose[]> {
  const destination = { target_branch, default_branch };
  if (!closesIssues(destination) || head === null || start === null) return [];
  const [[texts]] = await context.db.batch(findMergeRequestTexts(id));
  if (texts === undefined) return [];
  const repository = context.repositories.open(texts.project_id);
  const commits = await repository.run("commitMessages", { head, except: start });
  return (await findCloses(context, { ...texts, ...destination }, commits, { userId, at })).issues;
}

/** The target has moved, which changes the commits; nothing to do if the newest version begins there already. */
async function renewFromTarget(
  context: EventContext,
  row: PushedMergeRequest,
  { at, userId }: PushEvent,
): Promise<void> {
  const version = await context.repositories.open(row.project_id).run("tryToPropose", proposalOf(row));
  if (version === null || version.start === row.start_sha) return;
  // A push to the source is not recorded yet; recording it writes that version, with this start.
  if (version.head !== row.head_sha) return;
  await writeOnce(context.db, userId, () => [
    expectCondition(isToBeRenewed(row)),
    ...insertNextVersion(row, version, at),
  ]);
}

async function renewFromSource(context: EventContext, row: PushedMergeRequest, push: PushEvent): Promise<void> {
  const { db, repositories } = context;
  const note = branchNote(row, push);
  if (note !== null) await writeOnce(db, push.userId, (userId) => branchNoteOnce(row, { ...push, userId }, note));
  const repository = repositories.open(row.project_id);
  const version = await repository.run("tryToPropose", proposalOf(row));
  if (version === null) return;
  const { head, start } = version;
  if (head === null || head === row.head_sha) return;
  const added = await repository.run("addedCommits", { before: row.head_sha, head, start });
  await writeOnce(db, push.userId, (userId) => renewal(row, { ...push, userId }, version, added));
}

/** For a deleted or restored source branch; null for neither. */
function branchNote({ source_branch, head_sha }: PushedMergeRequest, { before, after }: PushEvent): string | null {
  if (after === null) return deletedBranchNote(source_branch);
  return before === null && head_sha !== null ? restoredBranchNote(source_branch) : null;
}

function branchNoteOnce({ id, project_id }: PushedMergeRequest, { userId, at }: PushEvent, body: string): Statement[] {
  const noteable = { type: "MergeRequest", id, project_id } as const;
  const note = { noteable, author_id: userId, body, created_at: at };
  return [expectCondition(isUnrecorded(note)), insertSystemNote(note)];
}

/** A new version, with its notes and event. */
function renewal(
  row: PushedMergeRequest,
  { userId, at }: PushEvent,
  version: ProposedVersion,
  added: AddedCommits,
): Statement[] {
  const { id, project_id, title } = row;
  const noteable = { type: "MergeRequest", id, project_id } as const;
  const details = JSON.stringify({ oldrev: row.head_sha } satisfies PushedDetails);
  const note = (body: string) => insertSystemNote({ noteable, author_id: userId, body, created_at: at });
  const wip = isWorkInProgress(title) ? null : wipCommitOf(added);
  return [
    expectCondition(isToBeRenewed(row)),
    markTodosDone(userId, noteable, at),
    ...(added.fresh + added.known === 0 ? [] : [note(addedCommitsNote(added, row.target_branch))]),
    ...(wip === null ? [] : [note(`marked as a **Work In Progress** from ${wip}`)]),
    recordEvent({ actorId: userId, now: at }, { kind: "merge_request_updated", project_id, target_id: id, details }),
    touchPushedMergeRequest(row, wip === null ? title : `WIP: ${title}`.slice(0, LONGEST_TITLE), at),
    ...insertNextVersion(row, version, at),
  ];
}
