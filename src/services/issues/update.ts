// Updates an issue.

import { findWrittenIssue } from "../../db/queries/issues/issues.ts";
import type { IssueRow, TrackerRow } from "../../db/queries/issues/row.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { isEmpty } from "../issuables/change-set.ts";
import { decideUpdate, type UpdateParams } from "../issuables/decide-update.ts";
import type { IssuableSnapshot } from "../issuables/snapshot.ts";
import { writeChangeSet } from "../issuables/write-change-set.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkIssue } from "./attributes.ts";

export type UpdateIssueOutcome =
  | { kind: "updated"; issue: IssueRow & TrackerRow }
  | { kind: "invalid"; errors: FieldErrors }
  /** The issue has changed since it was read. */
  | { kind: "stale" };

/** @param before the issue as it was read, and its snapshot */
export async function updateIssue(
  context: VerbContext,
  before: { readonly issue: IssueRow & TrackerRow; readonly snapshot: IssuableSnapshot },
  params: UpdateParams,
): Promise<UpdateIssueOutcome> {
  const trimmed = params.title === undefined ? params : { ...params, title: params.title.trim() };
  const errors = checkIssue(trimmed);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { issue, snapshot } = before;
  const decide = (lastLabelId: number) => decideUpdate({ ...snapshot, lastLabelId }, trimmed, context);
  if (isEmpty(decide(snapshot.lastLabelId))) return { kind: "updated", issue };
  const find = findWrittenIssue(context.viewer, keyOfId(issue.project_id), issue.id, context.isDetailed);
  const outcome = await writeChangeSet(context.db, snapshot, decide, context, find);
  const updated = outcome.kind === "written" ? outcome.row : undefined;
  return updated === undefined || updated.id === null ? { kind: "stale" } : { kind: "updated", issue: updated };
}
