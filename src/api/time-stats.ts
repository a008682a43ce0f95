// Estimate and time spent, as every version of the API shows them.
import type { TimeStatsRow } from "../db/queries/issuables/time-tracking.ts";
import { formatDuration } from "../services/time-tracking/duration.ts";

export const presentTimeStats = ({ time_estimate, time_spent }: TimeStatsRow) => ({
  time_estimate,
  total_time_spent: time_spent,
  human_time_estimate: time_estimate === 0 ? null : formatDuration(time_estimate),
  human_total_time_spent: time_spent === 0 ? null : formatDuration(time_spent),
});
