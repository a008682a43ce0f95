// Adds to the time spent on an issue or a merge request, takes some of it back, or all.

import {
  findTimeStats,
  hasTimeSpent,
  insertTimelog,
  insertTimelogReset,
  type TimeStatsRow,
  touchTimeSpent,
} from "../../db/queries/issuables/time-tracking.ts";
import { type TargetKey, targetExists } from "../../db/queries/noteables/noteables.ts";
import { touchTarget } from "../../db/queries/noteables/system-notes.ts";
import type { VerbContext } from "../verb.ts";
import { formatDuration, parseDuration } from "./duration.ts";
import { tellOfTime } from "./tell.ts";

export type SpendOutcome =
  | { kind: "added"; stats: TimeStatsRow }
  | { kind: "invalid_duration" }
  | { kind: "exceeds_total" }
  | { kind: "gone" };

export async function addSpentTime(context: VerbContext, target: TargetKey, duration: string): Promise<SpendOutcome> {
  const seconds = parseDuration(duration);
  if (seconds === null || seconds === 0) return { kind: "invalid_duration" };
  const { db, actorId, now } = context;
  const verb = seconds > 0 ? "added" : "subtracted";
  const body = `${verb} ${formatDuration(Math.abs(seconds))} of time spent`;
  const attempt = await db.attempt(
    ...tellOfTime(context, target, body, targetExists(target)),
    insertTimelog(target, actorId, seconds, now),
    touchTarget(target, now),
    findTimeStats(target),
  );
  if (attempt.violated === "time_spent_not_negative") return { kind: "exceeds_total" };
  const stats = attempt.violated === undefined ? attempt.rows[4][0] : undefined;
  return stats === undefined ? { kind: "gone" } : { kind: "added", stats };
}

export type ResetSpentOutcome = { kind: "reset"; stats: TimeStatsRow } | { kind: "gone" };

/** Once more changes nothing. */
export async function resetSpentTime(context: VerbContext, target: TargetKey): Promise<ResetSpentOutcome> {
  const { db, actorId, now } = context;
  const attempt = await db.attempt(
    ...tellOfTime(context, target, "removed time spent", hasTimeSpent(target)),
    touchTimeSpent(target, now),
    insertTimelogReset(target, actorId, now),
    findTimeStats(target),
  );
  const stats = attempt.violated === undefined ? attempt.rows[4][0] : undefined;
  return stats === undefined ? { kind: "gone" } : { kind: "reset", stats };
}
