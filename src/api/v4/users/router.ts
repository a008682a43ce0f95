// Routes of users.
import type { RouteTable } from "../../route-table.ts";
import { blockUser, createUser, deleteUser, unblockUser, updateUser } from "./change-users.ts";
import { getCurrentUser, getUser, getUserStatus, listUserProjects, listUsers } from "./read-users.ts";

export const userRoutes: RouteTable = {
  "GET /user": getCurrentUser,
  "GET /users": listUsers,
  "POST /users": createUser,
  "GET /users/:id{[0-9]+}": getUser,
  "PUT /users/:id{[0-9]+}": updateUser,
  "DELETE /users/:id{[0-9]+}": deleteUser,
  "POST /users/:id{[0-9]+}/block": blockUser,
  "POST /users/:id{[0-9]+}/unblock": unblockUser,
  "GET /users/:id/status": getUserStatus,
  "GET /users/:id/projects": listUserProjects,
};
