// Says how long an issue or a merge request is thought to take, or takes that back.

import {
  findTimeStats,
  hasOtherEstimate,
  type TimeStatsRow,
  updateTimeEstimate,
} from "../../db/queries/issuables/time-tracking.ts";
import type { TargetKey } from "../../db/queries/noteables/noteables.ts";
import type { VerbContext } from "../verb.ts";
import { formatDuration, parseDuration } from "./duration.ts";
import { tellOfTime } from "./tell.ts";

export type ResetEstimateOutcome = { kind: "estimated"; stats: TimeStatsRow } | { kind: "gone" };
export type EstimateOutcome = ResetEstimateOutcome | { kind: "invalid_duration" };

export async function estimateTime(
  context: VerbContext,
  target: TargetKey,
  duration: string,
): Promise<EstimateOutcome> {
  const seconds = parseDuration(duration);
  if (seconds === null || seconds <= 0) return { kind: "invalid_duration" };
  return change(context, target, seconds, `changed time estimate to ${formatDuration(seconds)}`);
}

export const resetTimeEstimate = (context: VerbContext, target: TargetKey): Promise<ResetEstimateOutcome> =>
  change(context, target, 0, "removed time estimate");

/** The estimate that was there already is no change. */
async function change(
  context: VerbContext,
  target: TargetKey,
  seconds: number,
  body: string,
): Promise<ResetEstimateOutcome> {
  const attempt = await context.db.attempt(
    ...tellOfTime(context, target, body, hasOtherEstimate(target, seconds)),
    updateTimeEstimate(target, seconds, context.now),
    findTimeStats(target),
  );
  const stats = attempt.violated === undefined ? attempt.rows[3][0] : undefined;
  return stats === undefined ? { kind: "gone" } : { kind: "estimated", stats };
}
