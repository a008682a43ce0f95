// Edits a merge request: one batch that tells what is about to change, changes it, and answers it.
import { changeDetails } from "../../db/queries/change-details.ts";
import { setLabels } from "../../db/queries/label-links.ts";
import { findTwin, findWrittenMergeRequest, type SingleMergeRequest } from "../../db/queries/merge-requests.ts";
import { keyOfId } from "../../db/queries/projects.ts";
import { tellChanges, tellTasks, tellWorkInProgress } from "../../db/queries/target-change-notes.ts";
import {
  anythingChanges,
  isAboutToBeAssigned,
  type MergeRequestChanges,
  proposalChanges,
  stateChanges,
  todoSettling,
  updateTarget,
} from "../../db/queries/target-changes.ts";
import type { TargetKey } from "../../db/queries/targets.ts";
import { insertAssignmentTodo, settleTodos } from "../../db/queries/todos.ts";
import type { Statement } from "../../db/statement.ts";
import { recordEvent } from "../events.ts";
import { ensureLabels } from "../labels/ensure.ts";
import { targetTextEffects } from "../texts/effects.ts";
import { taskNotes } from "../texts/tasks.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkMergeRequest, isLoop } from "./attributes.ts";
import { nextVersion, proposeVersion, renewVersion } from "./versions.ts";
import { isWorkInProgress, withoutWorkInProgress } from "./work-in-progress.ts";

export interface MergeRequestWish {
  /** The assignee is somebody who may read the merge request. */
  readonly changes: MergeRequestChanges;
  /** Titles of all labels it is to have; what is not there yet is made. Null leaves them. */
  readonly labels: readonly string[] | null;
}

export type UpdateMergeRequestOutcome =
  | { kind: "updated"; mergeRequest: SingleMergeRequest }
  | { kind: "same_branch" }
  /** There is an open one of the same branches. */
  | { kind: "twin"; title: string }
  | { kind: "invalid"; errors: FieldErrors }
  /** The fork has more than can be taken over. */
  | { kind: "too_large" }
  | { kind: "gone" };

/** @param mergeRequest as it was when the editor was let in */
export async function updateMergeRequest(
  context: VerbContext,
  mergeRequest: SingleMergeRequest,
  wish: MergeRequestWish,
): Promise<UpdateMergeRequestOutcome> {
  const changes = trimmed(wish.changes);
  const { title, description, target_branch = mergeRequest.target_branch } = changes;
  const errors = checkMergeRequest({
    target_branch,
    ...(title !== undefined && { title }),
    description: description ?? null,
  });
  const { db, viewer, now } = context;
  const target = { type: "MergeRequest", id: mergeRequest.id, project_id: mergeRequest.project_id } as const;
  const proposed = { ...mergeRequest, target_branch };
  if (isLoop(proposed)) return { kind: "same_branch" };
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const version = proposesAnew(mergeRequest, changes) ? await proposeVersion(context, proposed) : undefined;
  if (version === null) return { kind: "too_large" };
  const attempt = await db.change(
    [
      ...tellAll(context, target, mergeRequest, { ...wish, changes }),
      ...(version === undefined ? [] : nextVersion(proposed, version, now, proposalChanges(target, changes))),
      updateTarget(target, { changes, titles: titlesOf(wish), updatedAt: null }, now),
      ...(wish.labels === null ? [] : setLabels(target, JSON.stringify(wish.labels))),
      ...targetTextEffects(context, target, changes, mergeRequest),
    ],
    findWrittenMergeRequest(viewer, keyOfId(target.project_id), target.id),
  );
  if (attempt.violated === "merge_requests_twin_key") {
    const [[twin]] = await db.batch(findTwin(proposed));
    return twin === undefined ? { kind: "gone" } : { kind: "twin", title: twin.title };
  }
  const row = attempt.violated === undefined ? attempt.row : undefined;
  if (row === undefined || row.id === null) return { kind: "gone" };
  // A push that was recorded meanwhile did not find it as it is now.
  const isOvertaken = version !== undefined && row.source_push !== mergeRequest.source_push;
  const updated = isOvertaken ? await renewVersion(context, row) : row;
  return updated === null ? { kind: "gone" } : { kind: "updated", mergeRequest: updated };
}

const trimmed = (changes: MergeRequestChanges): MergeRequestChanges =>
  changes.title === undefined ? changes : { ...changes, title: changes.title.trim() };

const titlesOf = ({ labels }: MergeRequestWish): string | null => (labels === null ? null : JSON.stringify(labels));

/** What is proposed to another branch, or again, is a new version. */
const proposesAnew = (
  { state, target_branch }: SingleMergeRequest,
  { target_branch: branch = target_branch, state: wanted }: MergeRequestChanges,
): boolean => branch !== target_branch || (wanted === "reopened" && state === "closed");

/** All that goes before the change. */
function tellAll(
  context: VerbContext,
  target: TargetKey,
  mergeRequest: SingleMergeRequest,
  wish: MergeRequestWish,
): Statement[] {
  const { changes, labels } = wish;
  const titles = titlesOf(wish);
  const tasks = taskNotes(mergeRequest.description, changes.description);
  return [
    ...ensureLabels(context, target.project_id, labels ?? []),
    ...tellTitleAndOthers(context, target, mergeRequest.title, changes, titles),
    ...(tasks.length === 0 ? [] : [tellTasks(target, mergeRequest.description, JSON.stringify(tasks), context)]),
    settleTodos(context.actorId, target, context.now, todoSettling(target, changes, titles)),
    ...assign(context, target, changes),
    ...record(context, target, changes, titles),
  ];
}

/** A title that only begins to say `WIP`, or says so no longer, is told as that and not as a new title. */
function tellTitleAndOthers(
  context: VerbContext,
  target: TargetKey,
  oldTitle: string,
  changes: MergeRequestChanges,
  titles: string | null,
): Statement[] {
  const { title = oldTitle, ...others } = changes;
  const isOldWords = withoutWorkInProgress(title) === withoutWorkInProgress(oldTitle);
  const statements = tellChanges(target, isOldWords ? others : changes, titles, context);
  const is = isWorkInProgress(title);
  return is === isWorkInProgress(oldTitle)
    ? statements
    : [...statements, tellWorkInProgress(target, oldTitle, is, context)];
}

function assign(context: VerbContext, target: TargetKey, changes: MergeRequestChanges): Statement[] {
  const { assignee_id: assigneeId } = changes;
  if (assigneeId == null || assigneeId === context.actorId) return [];
  return [insertAssignmentTodo(target, context, { assigneeId, when: isAboutToBeAssigned(target, changes) })];
}

function record(
  context: VerbContext,
  target: TargetKey,
  changes: MergeRequestChanges,
  titles: string | null,
): Statement[] {
  const { project_id, id: target_id } = target;
  const { state, ...others } = changes;
  const updated = recordEvent(
    context,
    { kind: "merge_request_updated", project_id, target_id, ...changeDetails(target, changes, titles) },
    anythingChanges(target, others, titles),
  );
  if (state === undefined) return [updated];
  const kind = state === "closed" ? "merge_request_closed" : "merge_request_reopened";
  return [updated, recordEvent(context, { kind, project_id, target_id }, stateChanges(target, changes))];
}
