// Routes of access requests to groups and projects.
import { accessRequestEndpoints } from "../../access-requests/access-request-endpoints.ts";
import { noContent } from "../../endpoint.ts";
import { groupSource, projectSource } from "../../members/sources.ts";
import { empty } from "../../response.ts";
import type { RouteTable } from "../../route-table.ts";
import { presentAccessRequest } from "../presenters/access-request.ts";
import { presentMember } from "../presenters/member.ts";

const presenters = { present: presentAccessRequest, presentMember, denial: empty(204), denied: noContent };
const group = accessRequestEndpoints(groupSource, presenters);
const project = accessRequestEndpoints(projectSource, presenters);

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
