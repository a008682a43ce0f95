// POST /projects/fork/:id

import { forkingProject, forkParams } from "../../projects/fork-project.ts";
import { presentProjectWithToken } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";

export const forkProject = forkingProject(forkParams, presentProjectWithToken, getProject);
