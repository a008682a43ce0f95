// POST /projects

import { creatingProject, newProjectParams } from "../../projects/create-project.ts";
import { presentProjectWithToken } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";

export const createProject = creatingProject(newProjectParams, presentProjectWithToken, getProject);
