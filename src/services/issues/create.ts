// Opens an issue under the project's next iid.
import type { IssueRow, TrackerRow } from "../../db/queries/issue-row.ts";
import { findNewestIssue, insertIssue, newestIssueId, takeNextIid } from "../../db/queries/issues.ts";
import { recordEvent } from "../events.ts";
import { checkText } from "../names.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";

const MAX_DESCRIPTION_CHARACTERS = 1_048_576;
/** A row holds 2 MB in all. */
const MAX_DESCRIPTION_BYTES = 1_900_000;

export interface NewIssueWish {
  readonly title: string;
  readonly description: string | null;
  readonly confidential: boolean;
  /** Somebody who may read the project's issues. */
  readonly assigneeId: number | null;
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null;
  /** ISO 8601; null for now. */
  readonly createdAt: string | null;
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
  const errors = checkIssue(title, wish.description);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, viewer, now, actorId } = context;
  const projectId = tracker.project_id;
  const createdAt = wish.createdAt ?? now;
  const attempt = await db.attempt(
    takeNextIid(projectId, wish.confidential ? null : now),
    insertIssue({
      project_id: projectId,
      author_id: actorId,
      assignee_id: wish.assigneeId,
      title,
      description: wish.description,
      confidential: wish.confidential ? 1 : 0,
      due_date: wish.dueDate,
      created_at: createdAt,
      updated_at: createdAt,
    }),
    recordEvent(context, { kind: "issue_opened", project_id: projectId, target_id: newestIssueId(projectId) }),
    findNewestIssue(viewer, { project_id: projectId, project_namespace: null, project_path: null }),
  );
  if (attempt.violated !== undefined) return { kind: "project_gone" };
  const issue = attempt.rows[3][0];
  return issue === undefined || issue.id === null ? { kind: "project_gone" } : { kind: "created", issue };
}

function checkIssue(title: string, description: string | null): FieldErrors {
  const titleErrors = checkText(title, 255);
  return {
    ...(titleErrors.length > 0 && { title: titleErrors }),
    ...(isTooLong(description ?? "") && {
      description: [`is too long (maximum is ${MAX_DESCRIPTION_CHARACTERS} characters)`],
    }),
  };
}

function isTooLong(text: string): boolean {
  if (text.length <= MAX_DESCRIPTION_BYTES / 4) return false;
  return [...text].length > MAX_DESCRIPTION_CHARACTERS || new TextEncoder().encode(text).length > MAX_DESCRIPTION_BYTES;
}
