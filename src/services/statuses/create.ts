// Reports the status of a job on a commit: moves the job's unfinished status, or creates a new one.
import {
  changesPipeline,
  ensurePipeline,
  ensureUnfinishedStatus,
  findNewestStatus,
  hasMovableStatus,
  movableStatusId,
  moveStatus,
  type PipelineKey,
  pipelineDetails,
  pipelineIdOf,
  retireStatuses,
  type StatusChange,
  type StatusKey,
  type StatusRow,
  updatePipeline,
} from "../../db/queries/commits/statuses.ts";
import { recordEvent } from "../../events/events.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkStatus } from "./attributes.ts";

export type NotifiableStatus = StatusChange["status"];

export interface StatusParams {
  readonly status: NotifiableStatus;
  readonly name: string;
  /** Null keeps the current value, if there is one; the same holds for the following. */
  readonly target_url: string | null;
  readonly description: string | null;
  /** Per cent. */
  readonly coverage: number | null;
}

export type CreateStatusOutcome =
  | { kind: "recorded"; status: StatusRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "no_such_transition"; from: StatusRow["status"] }
  | { kind: "project_gone" };

/** A finished status is never moved. A later report starts a new one. */
const reachedFrom: Record<NotifiableStatus, StatusChange["from"]> = {
  pending: ["created"],
  running: ["created", "pending"],
  success: ["created", "pending", "running"],
  failed: ["created", "pending", "running"],
  canceled: ["created", "pending", "running"],
  skipped: ["created", "pending"],
};

/** @param pipeline created if it does not exist */
export async function createStatus(
  context: VerbContext,
  pipeline: PipelineKey,
  params: StatusParams,
): Promise<CreateStatusOutcome> {
  const { name, status, target_url, description, coverage } = params;
  const errors = checkStatus({ ...params, ref: pipeline.ref });
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, actorId, now } = context;
  const key: StatusKey = { pipeline, name, user_id: actorId };
  const change: StatusChange = {
    status,
    from: reachedFrom[status],
    ...(target_url !== null && { target_url }),
    ...(description !== null && { description }),
    ...(coverage !== null && { coverage }),
  };
  const moved = movableStatusId(key, change.from);
  const statusUpdated = {
    kind: "commit_status_updated",
    project_id: pipeline.project_id,
    target_id: moved,
    details: JSON.stringify({ status }),
  } as const;
  const pipelineUpdated = {
    kind: "pipeline_updated",
    project_id: pipeline.project_id,
    target_id: pipelineIdOf(pipeline),
    details: pipelineDetails(pipeline),
  } as const;
  const attempt = await db.attempt(
    ensurePipeline(pipeline, now),
    ensureUnfinishedStatus(key, now),
    retireStatuses(key),
    recordEvent(context, statusUpdated, hasMovableStatus(key, change.from)),
    moveStatus(key, change, now),
    recordEvent(context, pipelineUpdated, changesPipeline(pipeline)),
    updatePipeline(pipeline, now),
    findNewestStatus(key),
  );
  if (attempt.violated !== undefined) return { kind: "project_gone" };
  const [, , , , [recorded], , , [row]] = attempt.rows;
  if (row === undefined) throw new Error("A batch did not return the status it recorded.");
  return recorded === undefined ? { kind: "no_such_transition", from: row.status } : { kind: "recorded", status: row };
}
