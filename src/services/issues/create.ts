// Creates an issue with the project's next iid.

import type { NewestIssue } from "../../db/queries/issuables/issuables.ts";
import { findNewestIssue, insertIssue, isFreeIid, newestIssueId, takeNextIid } from "../../db/queries/issues/issues.ts";
import type { IssueRow, TrackerRow } from "../../db/queries/issues/row.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { expectCondition } from "../../db/queries/records/locked-records.ts";
import { recordEvent } from "../../events/events.ts";
import { rowOf } from "../attempts.ts";
import { type FollowUp, resolveByIssue } from "../discussions/resolve.ts";
import { insertRelated, type NewIssuable } from "../issuables/creation.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkIssue } from "./attributes.ts";

export interface NewIssueParams extends NewIssuable {
  readonly confidential: boolean;
  /** Ignored unless it is one of the project's. */
  readonly milestone_id: number | null;
  /** Titles; missing labels are created. */
  readonly labels: readonly string[];
  /** `YYYY-MM-DD` */
  readonly due_date: string | null;
  /** ISO 8601; null for now. */
  readonly created_at: string | null;
  /** Null for the next one. Numbers are not given again: it must be greater than all that were. */
  readonly iid: number | null;
  /** The discussions that the issue follows up and resolves. */
  readonly followUp: FollowUp | null;
}

export type CreateIssueOutcome =
  | { kind: "created"; issue: IssueRow & TrackerRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "iid_taken" }
  | { kind: "project_gone" };

export async function createIssue(
  context: VerbContext,
  tracker: TrackerRow,
  given: NewIssueParams,
): Promise<CreateIssueOutcome> {
  const params = { ...given, title: given.title.trim() };
  const errors = checkIssue(params);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, viewer, now, actorId } = context;
  const { project_id } = tracker;
  const { title, description, assignee_id, milestone_id, due_date, followUp, created_at, iid } = params;
  const issue: NewestIssue = { type: "Issue", id: null, iid: null, project_id };
  const attempt = await db.change(
    [
      ...(iid === null ? [] : [expectCondition(isFreeIid(project_id, iid))]),
      takeNextIid(project_id, params.confidential ? null : now, iid),
      insertIssue({
        project_id,
        author_id: actorId,
        assignee_id,
        milestone_id,
        title,
        description,
        confidential: params.confidential ? 1 : 0,
        due_date,
        created_at: created_at ?? now,
        updated_at: created_at ?? now,
      }),
      ...insertRelated(issue, params, params.labels, context),
      ...(followUp === null ? [] : resolveByIssue(context, followUp)),
      recordEvent(context, { kind: "issue_opened", project_id, target_id: newestIssueId(project_id) }),
    ],
    findNewestIssue(viewer, keyOfId(project_id), context.isDetailed),
  );
  if (attempt.violated === "stale_object") return { kind: "iid_taken" };
  const created = rowOf(attempt);
  return created === undefined || created.id === null ? { kind: "project_gone" } : { kind: "created", issue: created };
}
