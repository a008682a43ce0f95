// Routes of milestones.
import type { RouteTable } from "../../route-table.ts";
import {
  createMilestone,
  deleteMilestone,
  getMilestone,
  listMilestones,
  updateMilestone,
} from "./milestone-endpoints.ts";

export const milestoneRoutes: RouteTable = {
  "GET /projects/:id/milestones": listMilestones,
  "POST /projects/:id/milestones": createMilestone,
  "GET /projects/:id/milestones/:milestone_id": getMilestone,
  "PUT /projects/:id/milestones/:milestone_id": updateMilestone,
  "DELETE /projects/:id/milestones/:milestone_id": deleteMilestone,
};
