// POST, DELETE /projects/:id/star

import { starProject as star, unstarProject as unstar } from "../../../services/projects/star.ts";
import { starringProject } from "../../projects/star-project.ts";
import { presentProject } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";

export const starProject = starringProject(star, presentProject, getProject);
export const unstarProject = starringProject(unstar, presentProject, getProject);
