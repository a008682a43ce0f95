// GET /user

import { gettingCurrentUser } from "../../users/read-users.ts";
import { presentUserPublic } from "../presenters/user.ts";

export const getCurrentUser = gettingCurrentUser(presentUserPublic);
