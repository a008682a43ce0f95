// Routes of milestones.
import type { RouteTable } from "../../route-table.ts";
import { createMilestone } from "./create-milestone.ts";
import { getMilestone } from "./get-milestone.ts";
import { listMilestoneIssues } from "./list-milestone-issues.ts";
import { listMilestones } from "./list-milestones.ts";
import { updateMilestone } from "./update-milestone.ts";

export const milestoneRoutes: RouteTable = {
  "GET /projects/:id/milestones": listMilestones,
  "POST /projects/:id/milestones": createMilestone,
  "GET /projects/:id/milestones/:milestone_id": getMilestone,
  "GET /projects/:id/milestones/:milestone_id/issues": listMilestoneIssues,
  "PUT /projects/:id/milestones/:milestone_id": updateMilestone,
};
