// Time tracking.
import { timeStats } from "../../../services/time-tracking/duration.ts";

export const presentTimeStats = timeStats;
