// Routes of projects.
import { unshareProject } from "../../projects/unshare-project.ts";
import type { RouteTable } from "../../route-table.ts";
import { archiveProject, unarchiveProject } from "./archive-project.ts";
import { createProject } from "./create-project.ts";
import { createProjectForUser } from "./create-project-for-user.ts";
import { deleteProject } from "./delete-project.ts";
import { forkProject } from "./fork-project.ts";
import { getProject } from "./get-project.ts";
import { linkFork } from "./link-fork.ts";
import { listProjectUsers } from "./list-project-users.ts";
import {
  listAllProjects,
  listOwnedProjects,
  listProjects,
  listStarredProjects,
  listVisibleProjects,
  searchProjects,
} from "./list-projects.ts";
import { removeForkLink } from "./remove-fork-link.ts";
import { shareProject } from "./share-project.ts";
import { starProject, unstarProject } from "./star-project.ts";
import { updateProject } from "./update-project.ts";

export const projectRoutes: RouteTable = {
  "GET /projects": listProjects,
  "POST /projects": createProject,
  "GET /projects/visible": listVisibleProjects,
  "GET /projects/owned": listOwnedProjects,
  "GET /projects/starred": listStarredProjects,
  "GET /projects/all": listAllProjects,
  "GET /projects/search/:query": searchProjects,
  "POST /projects/user/:user_id": createProjectForUser,
  "POST /projects/fork/:id": forkProject,
  "GET /projects/:id": getProject,
  "PUT /projects/:id": updateProject,
  "DELETE /projects/:id": deleteProject,
  "POST /projects/:id/archive": archiveProject,
  "POST /projects/:id/unarchive": unarchiveProject,
  "POST /projects/:id/star": starProject,
  "DELETE /projects/:id/star": unstarProject,
  "DELETE /projects/:id/fork": removeForkLink,
  "POST /projects/:id/fork/:forked_from_id": linkFork,
  "POST /projects/:id/share": shareProject,
  "DELETE /projects/:id/share/:group_id": unshareProject,
  "GET /projects/:id/users": listProjectUsers,
};
