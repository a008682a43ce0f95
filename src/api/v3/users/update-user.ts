// PUT /users/:id

import { updatingUser } from "../../users/update-user.ts";
import { presentUserPublic } from "../presenters/user.ts";
import { getUser } from "./get-user.ts";

export const updateUser = updatingUser(presentUserPublic, getUser);
