// Routes of access requests to groups and projects.
import type { RouteTable } from "../../route-table.ts";
import { accessRequestEndpoints } from "./access-request-endpoints.ts";
import { groupSource, projectSource } from "./sources.ts";

/** Those of groups. */
export const groupAccessRequests = accessRequestEndpoints(groupSource);
/** Those of projects. */
export const projectAccessRequests = accessRequestEndpoints(projectSource);

export const accessRequestRoutes: RouteTable = {
  "GET /groups/:id/access_requests": groupAccessRequests.list,
  "POST /groups/:id/access_requests": groupAccessRequests.request,
  "PUT /groups/:id/access_requests/:user_id/approve": groupAccessRequests.approve,
  "DELETE /groups/:id/access_requests/:user_id": groupAccessRequests.deny,
  "GET /projects/:id/access_requests": projectAccessRequests.list,
  "POST /projects/:id/access_requests": projectAccessRequests.request,
  "PUT /projects/:id/access_requests/:user_id/approve": projectAccessRequests.approve,
  "DELETE /projects/:id/access_requests/:user_id": projectAccessRequests.deny,
};
