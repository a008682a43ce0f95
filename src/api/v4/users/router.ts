// Routes of users.
import type { RouteTable } from "../../route-table.ts";
import { getCurrentUser, getUser, listUsers } from "./read-users.ts";

export const userRoutes: RouteTable = {
  "GET /user": getCurrentUser,
  "GET /users": listUsers,
  "GET /users/:id{[0-9]+}": getUser,
};
