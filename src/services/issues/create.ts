// Opens an issue under the project's next iid.
import type { IssueRow, TrackerRow } from "../../db/queries/issue-row.ts";
import { findNewestIssue, insertIssue, newestIssueId, takeNextIid } from "../../db/queries/issues.ts";
import { setLabels } from "../../db/queries/label-links.ts";
import { keyOfId } from "../../db/queries/projects.ts";
import type { AnyTargetKey } from "../../db/queries/targets.ts";
import { insertAssignmentTodo } from "../../db/queries/todos.ts";
import type { Statement } from "../../db/statement.ts";
import { type FollowUp, resolveByIssue } from "../discussions/resolve.ts";
import { recordEvent } from "../events.ts";
import { ensureLabels } from "../labels/ensure.ts";
import { targetTextEffects } from "../texts/effects.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkIssue } from "./attributes.ts";

export interface NewIssueWish {
  readonly title: string;
  readonly description: string | null;
  readonly confidential: boolean;
  /** Somebody who may read the project's issues. */
  readonly assigneeId: number | null;
  /** One of the project's, or it is none. */
  readonly milestoneId: number | null;
  /** Titles; what is not there yet is made. */
  readonly labels: readonly string[];
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null;
  /** ISO 8601; null for now. */
  readonly createdAt: string | null;
  /** What it takes up and so resolves; null for nothing. */
  readonly followUp: FollowUp | null;
}

export type CreateIssueOutcome =
  | { kind: "created"; issue: IssueRow & TrackerRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "project_gone" };

export async function createIssue(
  context: VerbContext,
  tracker: TrackerRow,
  wish: NewIssueWish,
): Promise<CreateIssueOutcome> {
  const title = wish.title.trim();
  const errors = checkIssue({ ...wish, title });
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, viewer, now, actorId } = context;
  const projectId = tracker.project_id;
  const issue = { type: "Issue", id: newestIssueId(projectId), project_id: projectId } as const;
  const createdAt = wish.createdAt ?? now;
  const attempt = await db.change(
    [
      takeNextIid(projectId, wish.confidential ? null : now),
      insertIssue({
        project_id: projectId,
        author_id: actorId,
        assignee_id: wish.assigneeId,
        milestone_id: wish.milestoneId,
        title,
        description: wish.description,
        confidential: wish.confidential ? 1 : 0,
        due_date: wish.dueDate,
        created_at: createdAt,
        updated_at: createdAt,
      }),
      ...labelled(context, issue, wish.labels),
      ...(wish.assigneeId === null ? [] : [insertAssignmentTodo(issue, context)]),
      ...targetTextEffects(context, issue, { ...wish, title }),
      ...(wish.followUp === null ? [] : resolveByIssue(context, wish.followUp)),
      recordEvent(context, { kind: "issue_opened", project_id: projectId, target_id: issue.id }),
    ],
    findNewestIssue(viewer, keyOfId(projectId)),
  );
  const created = attempt.violated === undefined ? attempt.row : undefined;
  return created === undefined || created.id === null ? { kind: "project_gone" } : { kind: "created", issue: created };
}

function labelled(context: VerbContext, issue: AnyTargetKey, titles: readonly string[]): Statement[] {
  if (titles.length === 0) return [];
  return [...ensureLabels(context, issue.project_id, titles), ...setLabels(issue, JSON.stringify(titles))];
}
