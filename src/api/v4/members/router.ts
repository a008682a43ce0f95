// Routes of members of groups and projects.
import { groupSource, projectSource } from "../../members/sources.ts";
import type { RouteTable } from "../../route-table.ts";
import { memberEndpoints } from "./member-endpoints.ts";

const group = memberEndpoints(groupSource);
const project = memberEndpoints(projectSource);

export const memberRoutes: RouteTable = {
  "GET /groups/:id/members": group.list,
  "POST /groups/:id/members": group.add,
  "GET /groups/:id/members/all": group.listAll,
  "GET /groups/:id/members/all/:user_id": group.getFromAll,
  "GET /groups/:id/members/:user_id": group.get,
  "PUT /groups/:id/members/:user_id": group.update,
  "DELETE /groups/:id/members/:user_id": group.remove,
  "GET /projects/:id/members": project.list,
  "POST /projects/:id/members": project.add,
  "GET /projects/:id/members/all": project.listAll,
  "GET /projects/:id/members/all/:user_id": project.getFromAll,
  "GET /projects/:id/members/:user_id": project.get,
  "PUT /projects/:id/members/:user_id": project.update,
  "DELETE /projects/:id/members/:user_id": project.remove,
};
