// GET /projects/:id

import { gettingProject } from "../../projects/get-project.ts";
import { presentReadProject, presentSimpleProject } from "../presenters/project.ts";

export const getProject = gettingProject(presentReadProject, presentSimpleProject);
