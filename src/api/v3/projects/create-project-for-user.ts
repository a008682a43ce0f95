// POST /projects/user/:user_id

import { creatingProjectForUser, projectForUserParams } from "../../projects/create-project-for-user.ts";
import { presentProjectWithToken } from "../presenters/project.ts";
import { getProject } from "./get-project.ts";

export const createProjectForUser = creatingProjectForUser(projectForUserParams, presentProjectWithToken, getProject);
