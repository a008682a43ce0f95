// PUT /projects/:id/milestones/:milestone_id

import { updatingMilestone } from "../../milestones/update-milestone.ts";
import { presentPlacedMilestone } from "../presenters/milestone.ts";
import { getMilestone } from "./get-milestone.ts";

export const updateMilestone = updatingMilestone(presentPlacedMilestone, getMilestone);
