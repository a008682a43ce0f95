// Routes of access requests to groups and projects.
import type { RouteTable } from "../../route-table.ts";
import { accessRequestEndpoints } from "./access-request-endpoints.ts";
import { groupSource, projectSource } from "./sources.ts";

const group = accessRequestEndpoints(groupSource);
const project = accessRequestEndpoints(projectSource);

export const accessRequestRoutes: RouteTable = {
  "GET /groups/:id/access_requests": group.list,
  "POST /groups/:id/access_requests": group.request,
  "PUT /groups/:id/access_requests/:user_id/approve": group.approve,
  "DELETE /groups/:id/access_requests/:user_id": group.deny,
  "GET /projects/:id/access_requests": project.list,
  "POST /projects/:id/access_requests": project.request,
  "PUT /projects/:id/access_requests/:user_id/approve": project.approve,
  "DELETE /projects/:id/access_requests/:user_id": project.deny,
};
