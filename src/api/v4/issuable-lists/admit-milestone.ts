// The refusals of lists of a milestone.
import type { FoundMilestoneRow } from "../../../db/queries/milestones/milestones.ts";
import { recordNotFound } from "../../../http/errors.ts";

/** @param admitToProject throws the refusal if the viewer may not see the list of the project */
export const admitMilestone =
  <Row>(admitToProject: (row: Row) => void) =>
  (row: Row, [[milestone]]: readonly [FoundMilestoneRow[]]): void => {
    admitToProject(row);
    if (milestone === undefined || milestone.id === null) throw recordNotFound();
  };
