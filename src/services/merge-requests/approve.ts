// Approves a merge request, or revokes an approval. An approval stays when commits are pushed, as in GitLab's free
// edition.

import { markTodosDone } from "../../db/queries/issuables/todos.ts";
import {
  type ApprovalRow,
  deleteApproval,
  insertApproval,
  isApprovalIn,
  listApprovals,
} from "../../db/queries/merge-requests/approvals.ts";
import { insertSystemNote } from "../../db/queries/noteables/system-notes.ts";
import { expectCondition } from "../../db/queries/records/locked-records.ts";
import { recordEvent } from "../../events/events.ts";
import { rowsOf } from "../attempts.ts";
import type { VerbContext } from "../verb.ts";

export type ApproveOutcome =
  | { kind: "done"; rows: ApprovalRow[] }
  /** It was approved, pushed to, closed or merged meanwhile. */
  | { kind: "stale" };

interface Approvable {
  readonly id: number;
  readonly project_id: number;
  readonly head_sha: string | null;
}

/** @param approves false to revoke. The caller has checked, with the rows it has read, that this is possible. */
export async function changeApproval(
  context: VerbContext,
  mergeRequest: Approvable,
  approves: boolean,
): Promise<ApproveOutcome> {
  const { db, actorId, now } = context;
  const { id, project_id } = mergeRequest;
  const noteable = { type: "MergeRequest", id, project_id } as const;
  const body = `${approves ? "" : "un"}approved this merge request`;
  const kind = approves ? "merge_request_approved" : "merge_request_unapproved";
  const attempt = await db.attempt(
    expectCondition(isApprovalIn(mergeRequest, actorId, !approves)),
    approves ? insertApproval(id, actorId, now) : deleteApproval(id, actorId),
    insertSystemNote({ noteable, author_id: actorId, body, created_at: now }),
    markTodosDone(actorId, noteable, now),
    recordEvent(context, { kind, project_id, target_id: id }),
    listApprovals(id),
  );
  const rows = rowsOf(attempt);
  return rows === undefined ? { kind: "stale" } : { kind: "done", rows: rows[5] };
}
