// Adds to, subtracts from or resets the time spent on an issue or a merge request.

import { type IssuableKey, issuableExists } from "../../db/queries/issuables/issuables.ts";
import {
  findTimeStats,
  hasTimeSpent,
  insertTimelog,
  insertTimelogReset,
  type TimeStatsRow,
  touchTimeSpent,
} from "../../db/queries/issuables/time-tracking.ts";
import { touchIssuable } from "../../db/queries/noteables/system-notes.ts";
import { rowsOf } from "../attempts.ts";
import type { VerbContext } from "../verb.ts";
import { formatDuration, parseDuration } from "./duration.ts";
import { recordTimeChange } from "./record-change.ts";

export type SpendOutcome =
  | { kind: "added"; stats: TimeStatsRow }
  | { kind: "invalid_duration" }
  | { kind: "exceeds_total" }
  | { kind: "gone" };

export async function addSpentTime(
  context: VerbContext,
  issuable: IssuableKey,
  duration: string,
): Promise<SpendOutcome> {
  const seconds = parseDuration(duration);
  if (seconds === null || seconds === 0) return { kind: "invalid_duration" };
  const { db, actorId, now } = context;
  const verb = seconds > 0 ? "added" : "subtracted";
  const body = `${verb} ${formatDuration(Math.abs(seconds))} of time spent`;
  const attempt = await db.attempt(
    ...recordTimeChange(context, issuable, body, issuableExists(issuable)),
    insertTimelog(issuable, actorId, seconds, now),
    touchIssuable(issuable, now),
    findTimeStats(issuable),
  );
  if (attempt.violated === "time_spent_not_negative") return { kind: "exceeds_total" };
  const stats = rowsOf(attempt)?.[4][0];
  return stats === undefined ? { kind: "gone" } : { kind: "added", stats };
}

export type ResetSpentOutcome = { kind: "reset"; stats: TimeStatsRow } | { kind: "gone" };

/** Idempotent. */
export async function resetSpentTime(context: VerbContext, issuable: IssuableKey): Promise<ResetSpentOutcome> {
  const { db, actorId, now } = context;
  const attempt = await db.attempt(
    ...recordTimeChange(context, issuable, "removed time spent", hasTimeSpent(issuable)),
    touchTimeSpent(issuable, now),
    insertTimelogReset(issuable, actorId, now),
    findTimeStats(issuable),
  );
  const stats = rowsOf(attempt)?.[4][0];
  return stats === undefined ? { kind: "gone" } : { kind: "reset", stats };
}
