// Routes of users.
import type { RouteTable } from "../../route-table.ts";
import { blockUser, unblockUser } from "./block-user.ts";
import { createUser } from "./create-user.ts";
import { deleteUser } from "./delete-user.ts";
import { getCurrentUser } from "./get-current-user.ts";
import { getUser } from "./get-user.ts";
import { listUsers } from "./list-users.ts";
import { updateUser } from "./update-user.ts";

export const userRoutes: RouteTable = {
  "GET /user": getCurrentUser,
  "GET /users": listUsers,
  "POST /users": createUser,
  "GET /users/:id{[0-9]+}": getUser,
  "PUT /users/:id{[0-9]+}": updateUser,
  "DELETE /users/:id{[0-9]+}": deleteUser,
  "PUT /users/:id{[0-9]+}/block": blockUser,
  "POST /users/:id{[0-9]+}/block": blockUser,
  "PUT /users/:id{[0-9]+}/unblock": unblockUser,
  "POST /users/:id{[0-9]+}/unblock": unblockUser,
};
