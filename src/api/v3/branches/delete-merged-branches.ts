// DELETE /projects/:id/repository/merged_branches

import { deletingMergedBranches } from "../../branches/delete-merged-branches.ts";
import { one } from "../../response.ts";
import { presentNothing } from "../presenters/plain.ts";

export const deleteMergedBranches = deletingMergedBranches(one(presentNothing), presentNothing);
