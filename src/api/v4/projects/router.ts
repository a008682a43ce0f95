// Routes of projects.

import { unshareProject } from "../../projects/unshare-project.ts";
import type { RouteTable } from "../../route-table.ts";
import { createProject, createProjectForUser, deleteProject, forkProject, updateProject } from "./change-projects.ts";
import { getProject, listProjects } from "./read-projects.ts";
import {
  archiveProject,
  linkFork,
  listForks,
  listGroupsOf,
  listLanguages,
  listProjectUsers,
  removeForkLink,
  shareProject,
  starProject,
  transferProject,
  unarchiveProject,
  unstarProject,
} from "./relate-projects.ts";

export const projectRoutes: RouteTable = {
  "GET /projects": listProjects,
  "POST /projects": createProject,
  "POST /projects/user/:user_id": createProjectForUser,
  "GET /projects/:id": getProject,
  "PUT /projects/:id": updateProject,
  "DELETE /projects/:id": deleteProject,
  "POST /projects/:id/fork": forkProject,
  "DELETE /projects/:id/fork": removeForkLink,
  "POST /projects/:id/fork/:forked_from_id": linkFork,
  "GET /projects/:id/forks": listForks,
  "POST /projects/:id/archive": archiveProject,
  "POST /projects/:id/unarchive": unarchiveProject,
  "POST /projects/:id/star": starProject,
  "POST /projects/:id/unstar": unstarProject,
  "POST /projects/:id/share": shareProject,
  "DELETE /projects/:id/share/:group_id": unshareProject,
  "PUT /projects/:id/transfer": transferProject,
  "GET /projects/:id/users": listProjectUsers,
  "GET /projects/:id/groups": listGroupsOf,
  "GET /projects/:id/languages": listLanguages,
};
