// POST /users

import { creatingUser, newUserParams } from "../../users/create-user.ts";
import { presentUserPublic } from "../presenters/user.ts";
import { getUser } from "./get-user.ts";

export const createUser = creatingUser(newUserParams, ["password", "reset_password"], presentUserPublic, getUser);
