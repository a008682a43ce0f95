// PUT, POST /users/:id/block and /unblock; POST has the status 201

import { blockingUser } from "../../users/block-user.ts";
import { presentTrue } from "../presenters/plain.ts";

export const blockUser = blockingUser(true, presentTrue);
export const unblockUser = blockingUser(false, presentTrue);
