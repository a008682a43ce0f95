// GET /projects/:id/milestones/:milestone_id

import { gettingMilestone } from "../../milestones/get-milestone.ts";
import { presentPlacedMilestone } from "../presenters/milestone.ts";

export const getMilestone = gettingMilestone(presentPlacedMilestone);
