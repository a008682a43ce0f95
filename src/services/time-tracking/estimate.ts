// Sets or removes the time estimate of an issue or a merge request.

import type { IssuableKey } from "../../db/queries/issuables/issuables.ts";
import {
  findTimeStats,
  hasOtherEstimate,
  type TimeStatsRow,
  updateTimeEstimate,
} from "../../db/queries/issuables/time-tracking.ts";
import { rowsOf } from "../attempts.ts";
import type { VerbContext } from "../verb.ts";
import { formatDuration, parseDuration } from "./duration.ts";
import { recordTimeChange } from "./record-change.ts";

export type ResetEstimateOutcome = { kind: "estimated"; stats: TimeStatsRow } | { kind: "gone" };
export type EstimateOutcome = ResetEstimateOutcome | { kind: "invalid_duration" };

export async function estimateTime(
  context: VerbContext,
  issuable: IssuableKey,
  duration: string,
): Promise<EstimateOutcome> {
  const seconds = parseDuration(duration);
  if (seconds === null || seconds <= 0) return { kind: "invalid_duration" };
  return change(context, issuable, seconds, `changed time estimate to ${formatDuration(seconds)}`);
}

export const resetTimeEstimate = (context: VerbContext, issuable: IssuableKey): Promise<ResetEstimateOutcome> =>
  change(context, issuable, 0, "removed time estimate");

/** Setting the current estimate again records nothing. */
async function change(
  context: VerbContext,
  issuable: IssuableKey,
  seconds: number,
  body: string,
): Promise<ResetEstimateOutcome> {
  const attempt = await context.db.attempt(
    ...recordTimeChange(context, issuable, body, hasOtherEstimate(issuable, seconds)),
    updateTimeEstimate(issuable, seconds, context.now),
    findTimeStats(issuable),
  );
  const stats = rowsOf(attempt)?.[3][0];
  return stats === undefined ? { kind: "gone" } : { kind: "estimated", stats };
}
