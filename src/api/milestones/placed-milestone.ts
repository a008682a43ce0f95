// What presenters of milestones need to know.
import type { MilestoneRow } from "../../db/queries/milestones/milestones.ts";

export interface PlacedMilestone {
  readonly milestone: Omit<MilestoneRow, "lock_version">;
  /** Full path of the project. */
  readonly place: string;
}
