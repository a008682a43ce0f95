// GET /projects/:id/users

import { listingProjectUsers } from "../../projects/list-project-users.ts";
import { presentUserBasic } from "../presenters/user.ts";

export const listProjectUsers = listingProjectUsers(presentUserBasic);
