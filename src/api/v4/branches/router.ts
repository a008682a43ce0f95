// Routes of branches. Slashes in their names may be literal or encoded as %2F.
import type { RouteTable } from "../../route-table.ts";
import { createBranch, deleteBranch, deleteMergedBranches, getBranch, listBranches } from "./branch-endpoints.ts";

export const branchRoutes: RouteTable = {
  "GET /projects/:id/repository/branches": listBranches,
  "POST /projects/:id/repository/branches": createBranch,
  "GET /projects/:id/repository/branches/:branch{.+}": getBranch,
  "DELETE /projects/:id/repository/branches/:branch{.+}": deleteBranch,
  "DELETE /projects/:id/repository/merged_branches": deleteMergedBranches,
};
