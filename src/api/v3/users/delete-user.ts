// DELETE /users/:id

import { one } from "../../response.ts";
import { deletingUser } from "../../users/delete-user.ts";
import { presentUserPublic } from "../presenters/user.ts";

export const deleteUser = deletingUser(one(presentUserPublic, 409), presentUserPublic);
