// Routes of groups.
import type { RouteTable } from "../../route-table.ts";
import { createGroup } from "./create-group.ts";
import { deleteGroup } from "./delete-group.ts";
import { getGroup } from "./get-group.ts";
import { listGroupProjects } from "./list-group-projects.ts";
import { listGroups } from "./list-groups.ts";
import { listOwnedGroups } from "./list-owned-groups.ts";
import { transferProject, transferProjectByPath } from "./transfer-project.ts";
import { updateGroup } from "./update-group.ts";

export const groupRoutes: RouteTable = {
  "GET /groups": listGroups,
  "POST /groups": createGroup,
  "GET /groups/owned": listOwnedGroups,
  "GET /groups/:id": getGroup,
  "PUT /groups/:id": updateGroup,
  "DELETE /groups/:id": deleteGroup,
  "GET /groups/:id/projects": listGroupProjects,
  "POST /groups/:id/projects/:project_id": transferProject,
  "POST /groups/:id/projects/:project_namespace/:project_path": transferProjectByPath,
};
