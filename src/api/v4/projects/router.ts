// Routes of projects.
import type { RouteTable } from "../../route-table.ts";
import { createProject, deleteProject, forkProject, updateProject } from "./change-projects.ts";
import { getProject, listProjects } from "./read-projects.ts";

export const projectRoutes: RouteTable = {
  "GET /projects": listProjects,
  "POST /projects": createProject,
  "GET /projects/:id": getProject,
  "PUT /projects/:id": updateProject,
  "DELETE /projects/:id": deleteProject,
  "POST /projects/:id/fork": forkProject,
};
