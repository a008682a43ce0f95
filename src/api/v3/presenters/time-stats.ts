// Time tracking: estimate, time spent, and the entries it sums.
import type { TimelogRow } from "../../../db/queries/issuables/time-tracking.ts";
import { formatDuration, timeStats } from "../../../services/time-tracking/duration.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { presentUserBasic } from "./user.ts";

export const presentTimeStats = timeStats;

export const presentTimelog = (log: TimelogRow, context: PresenterContext) => ({
  id: log.id,
  user: presentUserBasic(personIn(log, "user"), context),
  time_spent: log.time_spent,
  human_time_spent: formatDuration(log.time_spent),
  created_at: log.created_at,
});
