// Routes of groups.
import type { RouteTable } from "../../route-table.ts";
import { createGroup, deleteGroup, transferProject, updateGroup } from "./change-groups.ts";
import {
  getGroup,
  listGroupLabels,
  listGroupMilestones,
  listGroupProjects,
  listGroups,
  listSubgroups,
} from "./read-groups.ts";

export const groupRoutes: RouteTable = {
  "GET /groups": listGroups,
  "POST /groups": createGroup,
  "GET /groups/:id": getGroup,
  "PUT /groups/:id": updateGroup,
  "DELETE /groups/:id": deleteGroup,
  "GET /groups/:id/projects": listGroupProjects,
  "POST /groups/:id/projects/:project_id": transferProject,
  "GET /groups/:id/subgroups": listSubgroups,
  "GET /groups/:id/descendant_groups": listSubgroups,
  "GET /groups/:id/labels": listGroupLabels,
  "GET /groups/:id/milestones": listGroupMilestones,
};
