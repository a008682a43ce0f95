// Edits an issue: one batch that tells what is about to change, changes it, and answers it.
import { changeDetails } from "../../db/queries/change-details.ts";
import type { IssueRow, TrackerRow } from "../../db/queries/issue-row.ts";
import { findWrittenIssue } from "../../db/queries/issues.ts";
import { setLabels } from "../../db/queries/label-links.ts";
import { keyOfId } from "../../db/queries/projects.ts";
import { tellChanges, tellTasks } from "../../db/queries/target-change-notes.ts";
import {
  anythingChanges,
  type IssueChanges,
  isAboutToBeAssigned,
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
import { checkIssue } from "./attributes.ts";

export interface IssueWish {
  /** The assignee is somebody who may read the issue as it will be. */
  readonly changes: IssueChanges;
  /** Titles of all labels it is to have; what is not there yet is made. Null leaves them. */
  readonly labels: readonly string[] | null;
  /** ISO 8601; null for now, if anything changes. */
  readonly updatedAt: string | null;
}

export type UpdateIssueOutcome =
  | { kind: "updated"; issue: IssueRow & TrackerRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

/** @param issue as it was when the editor was let in */
export async function updateIssue(context: VerbContext, issue: IssueRow, wish: IssueWish): Promise<UpdateIssueOutcome> {
  const changes = trimmed(wish.changes);
  const errors = checkIssue(changes);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, viewer, now, actorId } = context;
  const target: TargetKey = { type: "Issue", id: issue.id, project_id: issue.project_id };
  const titles = wish.labels === null ? null : JSON.stringify(wish.labels);
  const tasks = taskNotes(issue.description, changes.description);
  const attempt = await db.change(
    [
      ...ensureLabels(context, target.project_id, wish.labels ?? []),
      ...tellChanges(target, changes, titles, context),
      ...(tasks.length === 0 ? [] : [tellTasks(target, issue.description, JSON.stringify(tasks), context)]),
      settleTodos(actorId, target, now, todoSettling(target, changes, titles)),
      ...assign(context, target, changes),
      ...record(context, target, changes, titles),
      updateTarget(target, { changes, titles, updatedAt: wish.updatedAt }, now),
      ...(titles === null ? [] : setLabels(target, titles)),
      ...targetTextEffects(context, target, changes, issue),
    ],
    findWrittenIssue(viewer, keyOfId(target.project_id), target.id),
  );
  const updated = attempt.violated === undefined ? attempt.row : undefined;
  return updated === undefined || updated.id === null ? { kind: "gone" } : { kind: "updated", issue: updated };
}

const trimmed = (changes: IssueChanges): IssueChanges =>
  changes.title === undefined ? changes : { ...changes, title: changes.title.trim() };

function assign(context: VerbContext, target: TargetKey, changes: IssueChanges): Statement[] {
  const { assignee_id } = changes;
  if (assignee_id == null) return [];
  return [
    insertAssignmentTodo(target, context, { assigneeId: assignee_id, when: isAboutToBeAssigned(target, changes) }),
  ];
}

function record(context: VerbContext, target: TargetKey, changes: IssueChanges, titles: string | null): Statement[] {
  const { project_id, id: target_id } = target;
  const updated = recordEvent(
    context,
    { kind: "issue_updated", project_id, target_id, ...changeDetails(target, changes, titles) },
    anythingChanges(target, changes, titles),
  );
  if (changes.state === undefined) return [updated];
  const kind = changes.state === "closed" ? "issue_closed" : "issue_reopened";
  return [updated, recordEvent(context, { kind, project_id, target_id }, stateChanges(target, changes))];
}
