// Time tracking.
export { presentTimeStats } from "../../time-stats.ts";
