// Routes of protected branches. Slashes in their names may be literal or encoded as %2F.
import type { RouteTable } from "../../route-table.ts";
import {
  createProtectedBranch,
  deleteProtectedBranch,
  getProtectedBranch,
  listProtectedBranches,
  updateProtectedBranch,
} from "./protected-branch-endpoints.ts";

export const protectedBranchRoutes: RouteTable = {
  "GET /projects/:id/protected_branches": listProtectedBranches,
  "POST /projects/:id/protected_branches": createProtectedBranch,
  "GET /projects/:id/protected_branches/:name{.+}": getProtectedBranch,
  "PATCH /projects/:id/protected_branches/:name{.+}": updateProtectedBranch,
  "DELETE /projects/:id/protected_branches/:name{.+}": deleteProtectedBranch,
};
