// POST /projects/:id/milestones

import { creatingMilestone } from "../../milestones/create-milestone.ts";
import { presentPlacedMilestone } from "../presenters/milestone.ts";

export const createMilestone = creatingMilestone(presentPlacedMilestone);
