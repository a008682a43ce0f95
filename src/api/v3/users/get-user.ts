// GET /users/:id

import { gettingUser } from "../../users/read-users.ts";
import { presentUserFull, presentUserPublic } from "../presenters/user.ts";

export const getUser = gettingUser({ forAdmin: presentUserPublic, forOthers: presentUserFull });
