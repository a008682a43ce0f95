// PUT /projects/:id

import { changeableProjectParams, updatingProject } from "../../projects/update-project.ts";
import { presentProjectWithToken } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";

export const updateProject = updatingProject(
  changeableProjectParams,
  Object.keys(changeableProjectParams),
  presentProjectWithToken,
  getProject,
);
