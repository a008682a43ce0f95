// Merging automatically when the pipeline succeeds: requesting it, and cancelling it.

import { findWrittenMergeRequest, type SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import {
  beginsToWait,
  cancelAutomaticMerge,
  isWaiting,
  mergeAutomatically,
} from "../../db/queries/merge-requests/merges.ts";
import { insertSystemNote } from "../../db/queries/noteables/system-notes.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import type { Statement } from "../../db/statement.ts";
import { rowOf } from "../attempts.ts";
import type { VerbContext } from "../verb.ts";
import type { AcceptOutcome, AcceptParams, Stale } from "./accept-outcome.ts";
import { decideMergeStatus } from "./decide-status.ts";

/**
 * Has the merge request merged when its running pipeline succeeds. The actor may merge it. A repeated call replaces the
 * params.
 */
export async function waitForBuild(
  context: VerbContext,
  mergeRequest: SingleMergeRequest,
  { sha, message, squash, squashMessage, shouldRemoveSourceBranch }: AcceptParams,
): Promise<AcceptOutcome | Stale> {
  const { id, head_sha, target_branch } = mergeRequest;
  if (head_sha === null) return { kind: "not_ready" };
  if ((await decideMergeStatus(context, mergeRequest)) === "cannot_be_merged") return { kind: "conflict" };
  if (sha !== null && sha !== head_sha) return { kind: "sha_mismatch" };
  const { actorId: userId, now } = context;
  const body = `enabled an automatic merge when the pipeline for ${head_sha} succeeds`;
  const seen = { id, head_sha, target_branch };
  const merge = { userId, message: message || null, squash, squashMessage: squashMessage || null };
  const note = { noteable: noteableOf(mergeRequest), author_id: userId, body, created_at: now };
  const row = await change(context, mergeRequest, [
    insertSystemNote(note, beginsToWait(seen)),
    mergeAutomatically(seen, { ...merge, shouldRemoveSourceBranch }, now),
  ]);
  if (row === null) return { kind: "gone" };
  if (row.merge_when_build_succeeds === 1) return { kind: "waiting", mergeRequest: row };
  const isSeen = row.head_sha === head_sha && row.target_branch === target_branch;
  return isSeen ? { kind: "stale", mergeRequest: row } : { kind: "sha_mismatch" };
}

export type CancelOutcome =
  | { kind: "cancelled"; mergeRequest: SingleMergeRequest }
  /** It is merged or closed. */
  | { kind: "not_open" }
  | { kind: "not_waiting" | "gone" };

/** Cancels the automatic merge. */
export async function cancelWaiting(context: VerbContext, mergeRequest: SingleMergeRequest): Promise<CancelOutcome> {
  const { id, state } = mergeRequest;
  if (state === "merged" || state === "closed") return { kind: "not_open" };
  if (mergeRequest.merge_when_build_succeeds === 0) return { kind: "not_waiting" };
  const { actorId, now } = context;
  const note = {
    noteable: noteableOf(mergeRequest),
    author_id: actorId,
    body: "canceled the automatic merge",
    created_at: now,
  };
  const row = await change(context, mergeRequest, [
    insertSystemNote(note, isWaiting(id, 1)),
    cancelAutomaticMerge(id, now),
  ]);
  if (row === null) return { kind: "gone" };
  return row.state === "merged" || row.state === "closed"
    ? { kind: "not_open" }
    : { kind: "cancelled", mergeRequest: row };
}

const noteableOf = ({ id, project_id }: SingleMergeRequest) => ({ type: "MergeRequest", id, project_id }) as const;

async function change(
  { db, viewer }: VerbContext,
  { id, project_id }: SingleMergeRequest,
  writes: readonly Statement[],
): Promise<SingleMergeRequest | null> {
  const row = rowOf(await db.change(writes, findWrittenMergeRequest(viewer, keyOfId(project_id), id)));
  return row === undefined || row.id === null ? null : row;
}
