// Time tracking: estimate, time spent, and the entries it sums.
import type { TimelogRow } from "../../../db/queries/issuables/time-tracking.ts";
import { formatDuration, timeStats } from "../../../services/time-tracking/duration.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentUserBasic } from "./user.ts";

export const presentTimeStats = timeStats;

export const presentTimelog = (log: TimelogRow, context: PresenterContext) => ({
  id: log.id,
  user: presentUserBasic(
    { id: log.user_id, username: log.user_username, name: log.user_name, state: log.user_state },
    context,
  ),
  time_spent: log.time_spent,
  human_time_spent: formatDuration(log.time_spent),
  created_at: log.created_at,
});
