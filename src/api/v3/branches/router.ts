// Routes of branches. Slashes in their names may be literal or encoded as %2F.
import type { RouteTable } from "../../route-table.ts";
import { createBranch } from "./create-branch.ts";
import { deleteBranch } from "./delete-branch.ts";
import { deleteMergedBranches } from "./delete-merged-branches.ts";
import { getBranch } from "./get-branch.ts";
import { listBranches } from "./list-branches.ts";
import { protectBranch, unprotectBranch } from "./protect-branch.ts";

export const branchRoutes: RouteTable = {
  "GET /projects/:id/repository/branches": listBranches,
  "POST /projects/:id/repository/branches": createBranch,
  "GET /projects/:id/repository/branches/:branch{.+}": getBranch,
  "DELETE /projects/:id/repository/branches/:branch{.+}": deleteBranch,
  "DELETE /projects/:id/repository/merged_branches": deleteMergedBranches,
  "PUT /projects/:id/repository/branches/:branch{.+}/protect": protectBranch,
  "PUT /projects/:id/repository/branches/:branch{.+}/unprotect": unprotectBranch,
};
