// GET /users

import { listingUsers, userListParams } from "../../users/read-users.ts";
import { presentUserBasic, presentUserPublic } from "../presenters/user.ts";

export const listUsers = listingUsers(userListParams, { forAdmin: presentUserPublic, forOthers: presentUserBasic });
