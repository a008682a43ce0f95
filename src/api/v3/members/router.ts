// Routes of members of groups and projects.

import { groupSource, projectSource } from "../../members/sources.ts";
import type { RouteTable } from "../../route-table.ts";
import { memberEndpoints } from "./member-endpoints.ts";

/** Those of groups. */
export const groupMembers = memberEndpoints(groupSource);
/** Those of projects. */
export const projectMembers = memberEndpoints(projectSource);

export const memberRoutes: RouteTable = {
  "GET /groups/:id/members": groupMembers.list,
  "POST /groups/:id/members": groupMembers.add,
  "GET /groups/:id/members/:user_id": groupMembers.get,
  "PUT /groups/:id/members/:user_id": groupMembers.update,
  "DELETE /groups/:id/members/:user_id": groupMembers.remove,
  "GET /projects/:id/members": projectMembers.list,
  "POST /projects/:id/members": projectMembers.add,
  "GET /projects/:id/members/:user_id": projectMembers.get,
  "PUT /projects/:id/members/:user_id": projectMembers.update,
  "DELETE /projects/:id/members/:user_id": projectMembers.remove,
};
