// POST /users, PUT and DELETE of one, and blocking: for administrators

import { boolean } from "../../../http/coerce.ts";
import { optional } from "../../../http/params.ts";
import { noContent } from "../../endpoint.ts";
import { empty } from "../../response.ts";
import { blockingUser } from "../../users/block-user.ts";
import { creatingUser, newUserParams } from "../../users/create-user.ts";
import { deletingUser } from "../../users/delete-user.ts";
import { updatingUser } from "../../users/update-user.ts";
import { presentTrue } from "../presenters/server.ts";
import { presentUser } from "../presenters/user.ts";
import { getUser } from "./read-users.ts";

export const createUser = creatingUser(
  { ...newUserParams, force_random_password: optional(boolean) },
  ["password", "reset_password", "force_random_password"],
  presentUser,
  getUser,
);
export const updateUser = updatingUser(presentUser, getUser);
export const deleteUser = deletingUser(empty(204, 409), noContent);
export const blockUser = blockingUser(true, presentTrue);
export const unblockUser = blockingUser(false, presentTrue);
