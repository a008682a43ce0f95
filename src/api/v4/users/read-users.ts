// GET /user, /users and /users/:id

import { gettingCurrentUser, gettingUser, listingUsers, orderedUserListParams } from "../../users/read-users.ts";
import { presentProfile, presentUser, presentUserBasic } from "../presenters/user.ts";

export const getCurrentUser = gettingCurrentUser(presentUser);
export const getUser = gettingUser({ forAdmin: presentUser, forOthers: presentProfile });
export const listUsers = listingUsers(orderedUserListParams, { forAdmin: presentUser, forOthers: presentUserBasic });
