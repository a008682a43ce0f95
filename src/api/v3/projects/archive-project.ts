// POST /projects/:id/archive and /unarchive

import { archivingProject } from "../../projects/archive-project.ts";
import { presentProject } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";

export const archiveProject = archivingProject(true, presentProject, getProject);
export const unarchiveProject = archivingProject(false, presentProject, getProject);
