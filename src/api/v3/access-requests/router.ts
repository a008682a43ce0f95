// Routes of access requests to groups and projects.
import { accessRequestEndpoints } from "../../access-requests/access-request-endpoints.ts";
import { groupSource, projectSource } from "../../members/sources.ts";
import { one } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { presentAccessRequest } from "../presenters/access-request.ts";
import { presentMember } from "../presenters/user.ts";

const presenters = {
  present: presentAccessRequest,
  presentMember,
  denial: one(presentAccessRequest),
  denied: presentAccessRequest,
};

/** Those of groups. */
export const groupAccessRequests = accessRequestEndpoints(groupSource, presenters);
/** Those of projects. */
export const projectAccessRequests = accessRequestEndpoints(projectSource, presenters);

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
